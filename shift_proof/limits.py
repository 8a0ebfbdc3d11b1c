"""What the limits of a table no longer allow of the bets that lie there, and the differential of its two sides."""

from collections.abc import Iterable

from shift_proof.faults import Broken, Json, rate_of, same


def check_trimmed(now: Json, terms: Json, event: Json) -> None:
    """What goes back is what lies above each person's maxima. Where a bank covers the bets, the room in it decides, of
    which the bundle does not say enough."""
    if terms["bank_plays"] != "covered":
        same("the parts of stakes that go back", event["bets"], _above_the_maxima(now, terms))


def check_all_trimmed(now: Json, terms: Json) -> None:
    """Under new limits no more lies there than they allow."""
    if terms["bank_plays"] != "covered":
        same("what lies there above the maximum", _above_the_maxima(now, terms), [])


def check_sides(now: Json, terms: Json) -> None:
    """At no va más one side exceeds the other by no more than the differential."""
    most = now["limits"]["differential"]
    if most is None:
        return
    sides = {slug: 0 for slug, chance in terms["chances"].items() if chance["main"]}
    for bet in now["current"]["bets"]:
        if bet["chance"] in sides:
            sides[bet["chance"]] += bet["amount"]
    excess = max(sides.values()) - min(sides.values())
    if excess > most:
        raise Broken("one side exceeds the other by {excess}, at most by {most}", excess=excess, most=most)


def _above_the_maxima(now: Json, terms: Json) -> list[Json]:
    """By person: of punto and banca together the largest bet first, then of each other chance."""
    bets, chances = now["current"]["bets"], terms["chances"]
    sides = [slug for slug, chance in chances.items() if chance["main"]]
    parts: list[Json] = []
    for player in dict.fromkeys(bet["player"] for bet in bets):
        his = [bet for bet in bets if bet["player"] == player]
        shared = [bet for bet in his if bet["chance"] in sides]
        shared.sort(key=lambda bet: (-bet["amount"], sides.index(bet["chance"])))
        parts += _cut(shared, now["limits"]["maximum"])
        for slug, chance in chances.items():
            if slug not in sides:
                alone = [bet for bet in his if bet["chance"] == slug]
                parts += _cut(alone, _maximum(now, slug, chance) if alone else 0)
    return parts


def _maximum(now: Json, slug: str, chance: Json) -> int:
    """The most that one person may have on a chance with a limit of its own, in whole chips: the amount that was given
    for it, or its share of the table's maximum, which a setting may say."""
    limits = now["limits"]
    given = limits["chances"].get(slug, {}).get("maximum")
    if given is not None:
        return int(given)
    share = rate_of(now["settings"][chance["setting"]] if chance["setting"] else chance["maximum"])
    chip: int = limits["chip"]
    return int(limits["maximum"] * share) // chip * chip


def _cut(bets: Iterable[Json], most: int) -> list[Json]:
    """What is cut off these bets, in their order, for no more than `most` to remain."""
    bets = list(bets)
    excess, parts = sum(bet["amount"] for bet in bets) - most, []
    for bet in bets:
        if excess > 0:
            parts.append({**bet, "amount": min(bet["amount"], excess)})
            excess -= bet["amount"]
    return parts

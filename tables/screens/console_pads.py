"""What the console's pads offer: chips, amounts to begin with, who is asked. Proposals only; the server decides."""

from tables.house_reglamentos.shelf import resolve
from tables.screen import Json
from tables.screens.console_people import asked_now

MOST_CHIPS = 7
CUT_STEPS = (0.25, 0.4, 0.5, 0.6, 0.75)  # of the shoe, where croupiers like to place the cutting card
RAISES = (0, 1, 2, 5, 10, 20)  # table minimums above what has been said


def chips(now: Json) -> list[int]:
    """The amounts at hand: depths for a cut, steps above what a walk or an auction asks, otherwise chips."""
    walk = now["auction"] or now["offer"] or now["suite"]
    if now["cutting"]:
        return _depths(now)
    if not now["limits"]:
        return []
    return _steps(now, walk) if walk and walk["minimum"] is not None else _chips(now["limits"])


def _chips(limits: Json) -> list[int]:
    """The minimum, then chips of 1, 2, 5, 10 … times the table's smallest up to the maximum."""
    least, most = limits["minimum"], limits["maximum"]
    series = (limits["chip"] * step * 10**power for power in range(16) for step in (1, 2, 5))
    return [least, *(chip for chip in series if least < chip <= most)][:MOST_CHIPS]


def _steps(now: Json, walk: Json) -> list[int]:
    step = int(now["limits"]["minimum"])
    amounts = {walk["minimum"] + step * raised for raised in RAISES} | {walk["maximum"]}
    return sorted(amount for amount in amounts if amount <= walk["maximum"])[:MOST_CHIPS]


def _depths(now: Json) -> list[int]:
    return [round(now["shoe"]["decks"] * 52 * step) for step in CUT_STEPS]


def suggested_amount(now: Json) -> int:
    """What is said most often: the least of a walk, one step above an auction's lead, the middle of the shoe for a
    cut, else the table's minimum."""
    amounts = chips(now)
    if now["cutting"]:
        return amounts[len(amounts) // 2]
    if now["auction"] and now["auction"]["lead"] and len(amounts) > 1:
        return amounts[1]
    return amounts[0] if amounts else 0


def asked(now: Json, people: dict[str, Json]) -> Json | None:
    """Who is being asked: one person, or the standing with all who could answer, or the house; None if nobody is."""
    walk = now["offer"] or now["suite"] or now["cutting"]
    if not walk:
        return None
    who = asked_now(now)
    answers = {"standing": now["standing"], None: list(people)}.get(who, [who])
    answering = [people[player] for player in answers if player in people]
    declined = [people[player]["name"] for player in walk["declined"] if player in people]
    return {"who": who, "answering": answering, "declined": declined}


def bidders(now: Json, people: dict[str, Json]) -> list[Json]:
    """Who may be heard in an auction, with his highest bid and whether it leads."""
    auction = now["auction"]
    if not auction:
        return []
    policy = resolve(now["reglamento"]).auction
    heard = [person for person in people.values() if person["seat"] or not (policy and policy.seated_only)]
    bids = {bid["player"]: bid["amount"] for bid in auction["bids"]}
    return [
        person | {"bid": bids.get(person["id"]), "leads": person["id"] in auction["leaders"]}
        for person in heard
    ]


def riffles(now: Json) -> list[int]:
    """How often to riffle: as few as the reglamento allows, and some more."""
    fewest = int(now["settings"].get("riffles_minimum", 0)) or 1
    return list(range(fewest, fewest + 4))

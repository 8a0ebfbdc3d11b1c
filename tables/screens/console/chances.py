"""The chances at the console: which have a place at every seat, which a key above the chips, and what lies on these."""

from casino.common.answers import LOCAL
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from tables.rules.chances import Chance
from tables.screens.chances import is_side, offered
from tables.screens.people import staked, way_of
from tables.view.labels.chances import odds_of
from tables.view.screen import TableView

HANDS = ("punto", "banca")
SIDE_KEYS = 8  # for which there is room; the rest lies behind "more"


def shown(view: TableView) -> Json:
    """`spots`: the chances with a place at each seat: all, or where there are side bets the two sides. `chance_keys`,
    `more_keys`: the keys above the chips, where there are side bets. `suits`: whether the next card needs its suit.
    `differential`: what is on each side, where one is set."""
    found = offered(view)
    sides = [slug for slug, chance in found.items() if is_side(chance)]
    keyed = [slug for slug in found if slug not in sides] + sides if sides else []
    room = len(keyed) - len(sides) + SIDE_KEYS
    keys = [_key(view, found[slug]) for slug in keyed]
    return {
        "spots": [slug for slug, chance in found.items() if chance.main or not sides],
        "chance_keys": keys[:room],
        "more_keys": keys[room:],
        "suits": _asks_suits(view.snapshot),
        "differential": _differential(view.snapshot, found),
    }


def _key(view: TableView, chance: Chance) -> Json:
    """`closed`: why nobody may bet on it now; empty if it is open."""
    now = next(one for one in view.snapshot["chances"] if one["slug"] == chance.slug)
    why = Refusal("chance_closed", chance=chance.slug, until_pass=chance.until_pass)
    return {
        "slug": chance.slug,
        "least": now["minimum"],
        "most": now["maximum"],
        "closed": "" if now["open"] else why.text(LOCAL),
    }


def _asks_suits(now: Json) -> bool:
    """Whether one of the first two cards of a hand is still to come, and a chance is decided by their suits."""
    needed = any(chance["needs_suits"] for chance in now["chances"])
    return needed and now["phase"] == "dealing" and any(len(now["pass"][hand]["cards"]) < 2 for hand in HANDS)


def _differential(now: Json, found: dict[str, Chance]) -> Json | None:
    """The sums of the bets on both sides, and whether they are further apart than they may be."""
    most = (now["limits"] or {}).get("differential")
    if most is None or now["pass"] is None:
        return None
    on = staked(now)
    sums = {slug: on.get(slug, 0) for slug, chance in found.items() if chance.main}
    apart = max(sums.values()) - min(sums.values())
    return {"sums": sums, "most": most, "apart": apart, "exceeds": apart > most}


def beside(view: TableView, people: dict[str, Json]) -> dict[str, Json]:
    """Player → what concerns the chances without a place at his seat: `lines`, his bets by chance, and their `sum`;
    `paid`, what the last pass brought on them; `owed`, his whole payment that is to be confirmed, if they take part in
    it."""
    found = offered(view)
    keyed = {slug for slug, chance in found.items() if not chance.main}
    if not any(map(is_side, found.values())):
        return {}
    order = [*found]
    return {player: _beside(person, keyed, order, found) for player, person in people.items()}


def _beside(person: Json, keyed: set[str], order: list[str], found: dict[str, Chance]) -> Json:
    lines = {chance: amount for chance, amount in person["bets"].items() if chance in keyed}
    return {
        "lines": dict(sorted(lines.items(), key=lambda line: order.index(line[0]))),
        "sum": sum(lines.values()),
        "paid": sum(won for chance, won in person["paid"].items() if chance in keyed),
        "owed": _owed(person["due"], keyed, order, found),
    }


def _owed(due: dict[str, Json], keyed: set[str], order: list[str], found: dict[str, Chance]) -> Json | None:
    lines = sorted(
        (line for line in due.values() if line["chance"] in found),
        key=lambda line: (line["net"] >= 0, order.index(line["chance"])),
    )
    if keyed.isdisjoint(due):
        return None
    net = sum(line["net"] for line in lines)
    return {
        "net": net,
        "way": way_of(net),
        "lines": [line | {"odds": _odds(found[line["chance"]], line["line"])} for line in lines],
        "lost": -sum(line["net"] for line in lines if line["net"] < 0),
    }


def in_order_of_working(view: TableView, lines: list[Json]) -> list[Json]:
    """The lines of the payment as a croupier works them, each with what its chance pays where that is not one to one:
    what was lost, then what is paid on banca, on punto, on the rest as they are offered, and the bank at last."""
    found = offered(view)
    mains = [slug for slug, chance in found.items() if chance.main]
    order = [*reversed(mains), *(slug for slug in found if slug not in mains)]
    told = [line | {"odds": _odds(found.get(line["chance"]), line["line"])} for line in lines]
    return sorted(told, key=lambda line: _place(line, order))


def _place(line: Json, order: list[str]) -> tuple[bool, bool, int]:
    chance = line["chance"]
    is_paid = line["net"] > 0
    return chance == "bank", is_paid, order.index(chance) if is_paid and chance in order else 0


def _odds(chance: Chance | None, line: int | None) -> str:
    """Empty for the bank, for what loses, and for what a main chance of the base pays, which everybody knows."""
    return odds_of(chance, line) if chance and (chance.own_lines or is_side(chance)) else ""

"""Values of the console's pads: amounts on buttons, the amount to begin with, and who is asked.

What an amount may be, and who may answer, stands in the snapshot. Here some of it is chosen for buttons.
"""

from casino.common.json_input import Json
from tables.engine.command import LARGEST
from tables.engine.state import CROUPIER
from tables.screens.people import asked_now, walk_of

MOST_CHIPS = 7
CUT_SHARES = (0.25, 0.4, 0.5, 0.6, 0.75)  # of the shoe, where croupiers usually place the cutting card
RAISES = (0, 1, 2, 5, 10, 20)  # table minimums above the least bid or bank

# phase → the command that asks for an amount then, and its field
AMOUNTS = {
    "cutting": ("cut", "depth"),
    "auction": ("bid", "amount"),
    "offer": ("accept_bank", "amount"),
    "suite": ("take_suite", "amount"),
    "betting": ("place_bet", "amount"),
}


def chips(snapshot: Json) -> list[int]:
    """The amounts on the buttons: depths of a cut, steps above the least bid or bank, or chips for a bet."""
    command, field = AMOUNTS.get(snapshot["phase"], ("", ""))
    bounds = _bounds(snapshot, command, field)
    if not bounds:
        return []
    if command == "cut":
        return _depths(bounds)
    return _bet_chips(snapshot) if command == "place_bet" else _steps(bounds, snapshot["limits"]["minimum"])


def _bet_chips(snapshot: Json) -> list[int]:
    """The minimum, then 1, 2, 5, 10 … times the table's chip, up to the maximum; before it, where a chance has a
    smaller minimum, the smallest of these and the largest chip below the table's."""
    limits = snapshot["limits"]
    least, most = limits["minimum"], limits["maximum"]
    series = [limits["chip"] * step * 10**power for power in range(16) for step in (1, 2, 5)]
    smallest = min((chance["minimum"] for chance in snapshot["chances"]), default=least)
    small = dict.fromkeys((smallest, *[chip for chip in series if smallest < chip < least][-1:]))
    return [chip for chip in small if chip < least] + [
        least,
        *(chip for chip in series if least < chip <= most),
    ][:MOST_CHIPS]


def _steps(bounds: Json, step: int) -> list[int]:
    most = bounds["maximum"]
    amounts = {bounds["minimum"] + step * raised for raised in RAISES}
    if most < LARGEST:  # otherwise the bank is unlimited
        amounts.add(most)
    return sorted(amount for amount in amounts if amount <= most)[:MOST_CHIPS]


def ranges(snapshot: Json) -> dict[str, Json]:
    """Between which amounts the bank may be raised, money set aside, and what is typed now may be: `least`, `most`
    (None for without limit), and what is proposed, which is never outside."""
    found = {name: _bounds(snapshot, name, "amount") for name in ("raise_bank", "set_aside")}
    found["now"] = _bounds(snapshot, *AMOUNTS.get(snapshot["phase"], ("", "")))
    return {name: _range(bounds, suggested_amount(snapshot)) for name, bounds in found.items() if bounds}


def _bounds(snapshot: Json, command: str, field: str) -> Json | None:
    found: Json | None = snapshot["bounds"].get(command, {}).get(field)
    return found


def _range(bounds: Json, usual: int) -> Json:
    least, most, step = bounds["minimum"], bounds["maximum"], bounds["step"]
    proposed = min(max(usual // step * step, least), most)
    return {"least": least, "most": most if most + step <= LARGEST else None, "proposed": proposed}


def _depths(bounds: Json) -> list[int]:
    least, most = bounds["minimum"], bounds["maximum"]
    depths = (round((least + most) * share) for share in CUT_SHARES)
    return [depth for depth in depths if least <= depth <= most]


def suggested_amount(snapshot: Json) -> int:
    """The usual amount: the middle of the shoe for a cut, a step above the lead in an auction, otherwise the least."""
    amounts = chips(snapshot)
    if snapshot["phase"] == "cutting":
        return amounts[len(amounts) // 2] if amounts else 0
    if snapshot["phase"] == "betting":
        return int(snapshot["limits"]["minimum"]) if amounts else 0
    if snapshot["auction"] and snapshot["auction"]["lead"] and len(amounts) > 1:
        return amounts[1]
    return amounts[0] if amounts else 0


def purpose(snapshot: Json) -> str:
    """The purpose of an amount that is typed now. Where it is another, what has been typed means nothing."""
    now, auction, bank = snapshot["pass"] or {}, snapshot["auction"] or {}, snapshot["bank"] or {}
    asks = asked_now(snapshot) if snapshot["phase"] in ("cutting", "offer", "suite") else ""
    parts = (snapshot["phase"], now.get("number"), auction.get("round"), bank.get("holder"), asks)
    return " ".join(str(part or "-") for part in parts)


def asked(snapshot: Json, people: dict[str, Json]) -> Json | None:
    """The person asked for the bank, a suite or the cut: a player, `standing`, `house`, `croupier`, or None for
    anybody; who may answer, who has declined, and who is asked `later`, by the right. None if nothing is asked. The
    croupier cuts while nobody is at the table."""
    if snapshot["phase"] == "cutting" and not snapshot["cutting"]:
        return {"who": CROUPIER, "answering": [], "declined": [], "later": []}
    walk = walk_of(snapshot)
    if not walk:
        return None
    answers = walk["cutters"] if snapshot["phase"] == "cutting" else walk["takers"]
    answering = [person for player, person in people.items() if player in answers]
    declined = [people[player]["name"] for player in walk["declined"] if player in people]
    who = asked_now(snapshot)
    return {"who": who, "answering": answering, "declined": declined, "later": _later(people, who)}


def _later(people: dict[str, Json], who: str | None) -> list[Json]:
    """Those who may still take it, in the order in which they are asked: by the right of who is asked now, then who
    stands."""
    here = (people.get(who or "") or {}).get("seat") or 0
    waiting = [person for player, person in people.items() if person["answers"] and player != who]
    seated = sorted(
        (one for one in waiting if one["seat"]), key=lambda one: (one["seat"] < here, one["seat"])
    )
    return [*seated, *(one for one in waiting if not one["seat"])]


def bidders(snapshot: Json, people: dict[str, Json]) -> list[Json]:
    """The bidders of the auction, each with his highest bid and whether it leads."""
    auction = snapshot["auction"]
    if not auction:
        return []
    may_bid = {bidder["player"] for bidder in auction["bidders"]}
    bids = {bid["player"]: bid["amount"] for bid in auction["bids"]}
    return [
        person | {"bid": bids.get(player), "leads": player in auction["leaders"]}
        for player, person in people.items()
        if player in may_bid
    ]


def riffles(snapshot: Json) -> list[int]:
    """How often to riffle: the fewest allowed, and up to three more."""
    if "shuffle" not in snapshot["bounds"]:
        return []
    fewest = max(snapshot["bounds"]["shuffle"]["riffles"]["minimum"], 1)
    return list(range(fewest, fewest + 4))

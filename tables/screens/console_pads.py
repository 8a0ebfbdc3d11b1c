"""What the console's pads offer: chips, amounts to begin with, who is asked. Proposals only; the server decides."""

from tables.screens.registry import Json

MOST_CHIPS = 7
CUT_STEPS = (0.25, 0.4, 0.5, 0.6, 0.75)  # of the shoe, where croupiers like to place the cutting card


def chips(now: Json) -> list[int]:
    """Chips of 1, 2, 5, 10 … times the table's smallest, from the minimum to the maximum; depths while one cuts."""
    limits = now["limits"]
    if now["cutting"]:
        return _depths(now)
    if not limits:
        return []
    series = (limits["chip"] * step * 10**power for power in range(16) for step in (1, 2, 5))
    return [chip for chip in series if limits["minimum"] <= chip <= limits["maximum"]][:MOST_CHIPS]


def suggested_amount(now: Json) -> int:
    """What is said most often: the least of the walk or auction under way, the middle of the shoe for a cut, else the
    table's minimum."""
    walk = now["offer"] or now["suite"] or now["auction"]
    if now["cutting"]:
        return _depths(now)[len(CUT_STEPS) // 2]
    if walk:
        return int(walk["minimum"])
    return int(now["limits"]["minimum"]) if now["limits"] else 0


def asked(now: Json, people: dict[str, Json]) -> Json | None:
    """Who is being asked: one person, or the standing with all who could answer, or the house; None if nobody is."""
    walk = now["offer"] or now["suite"] or now["cutting"]
    if not walk:
        return None
    who = walk["asked"]
    answers = {"standing": now["standing"], None: list(people)}.get(who, [who])
    answering = [people[player] for player in answers if player in people]
    declined = [people[player]["name"] for player in walk["declined"] if player in people]
    return {"who": who, "answering": answering, "declined": declined}


def bids(now: Json) -> dict[str, Json]:
    """Each bidder's highest bid and whether it leads."""
    auction = now["auction"]
    if not auction:
        return {}
    return {
        bid["player"]: {"bid": bid["amount"], "leads": bid["player"] in auction["leaders"]}
        for bid in auction["bids"]
    }


def _depths(now: Json) -> list[int]:
    return [round(now["shoe"]["decks"] * 52 * step) for step in CUT_STEPS]


def riffles(now: Json) -> list[int]:
    """How often to riffle: as few as the reglamento allows, and some more."""
    fewest = int(now["settings"].get("riffles_minimum", 0)) or 1
    return list(range(fewest, fewest + 4))

"""The bank: bids, offers, suites, and the rarer acts of its holder."""

from casino.common.json_input import Json
from tables.robot.context import BANKS, Context, Move


def auction(context: Context) -> Json | None:
    """A few bids, then the auction is closed."""
    sold = context.snapshot["auction"]["bids"] and not context.happens(context.behaviour.outbids)
    made = None if sold else _bid(context)
    return made or ({"command": "close_auction"} if context.can("close_auction") else None)


def _bid(context: Context) -> Json | None:
    """Where the bank is covered nobody bids: who may depends on who passed it, which no snapshot says."""
    bidders = _bidders(context)
    if not context.can("bid") or context.covers or not bidders:
        return None
    if not context.snapshot["auction"]["bids"] and not context.happens(context.behaviour.opens):
        return None
    return {"command": "bid", "player": context.random.choice(bidders), "amount": _bid_amount(context)}


def _bidders(context: Context) -> list[str]:
    """In the second round the tied ones, otherwise whoever does not lead."""
    leaders: list[str] = context.snapshot["auction"]["leaders"]
    if context.snapshot["auction"]["round"] > 1:
        return leaders if len(leaders) > 1 else []
    return [player for player in context.seated if player not in leaders]


def _bid_amount(context: Context) -> int | None:
    asked = context.snapshot["auction"]
    if asked["lead"] is None:
        return context.random.amount(asked["minimum"], asked["maximum"], context.chip, BANKS)
    more = context.minimum * context.random.choice((0, 1, 1, 2, 5))
    return min(int(asked["minimum"]) + more, int(asked["maximum"]))


def offer(context: Context) -> Json | None:
    """Let whoever is asked take the bank, or decline."""
    asked, takers = context.snapshot["offer"]["asked"], context.snapshot["offer"]["takers"]
    eager = 0.4 if asked == "standing" else 1.0
    if context.can("accept_bank") and takers and context.happens(eager * context.behaviour.opens):
        return {"command": "accept_bank", "player": context.random.choice(takers), **_opening(context)}
    return _decline(context, "decline_bank", asked)


def _opening(context: Context) -> Json:
    bounds = context.bounds("accept_bank", "amount")
    if bounds is None:
        return {}  # only the sabot goes round
    return {"amount": context.random.amount(bounds["minimum"], bounds["maximum"], bounds["step"], BANKS)}


def _decline(context: Context, command: str, asked: str) -> Json | None:
    who = {} if asked == "standing" else {"player": asked}
    return {"command": command, **who} if context.can(command) else None


def suite(context: Context) -> Json | None:
    """Let whoever is asked take the suite, at times for more, or decline. Finally the house takes it."""
    asked = context.snapshot["suite"]["asked"]
    if asked == "house":
        return {"command": "house_takes_suite"} if context.can("house_takes_suite") else None
    among_standing = asked == "standing"
    giver = context.snapshot["suite"]["giver"]
    takers = [who for who in context.snapshot["suite"]["takers"] if not (among_standing and who == giver)]
    eager = 0.5 if among_standing else 1.0
    if context.can("take_suite") and takers and context.happens(eager * context.behaviour.takes):
        return {"command": "take_suite", "player": context.random.choice(takers), **_raise(context)}
    return _decline(context, "decline_suite", asked)


def _raise(context: Context) -> Json:
    asked = context.snapshot["suite"]
    more = context.happens(0.3) and context.random.amount(
        asked["minimum"], asked["maximum"], context.chip, (1, 2)
    )
    return {"amount": more} if more else {}


# Between passes


def rare_acts(context: Context) -> list[Move]:
    """The rarer acts that somebody will try before this pass."""
    return [act for act, eager in RARE_ACTS.items() if context.happens(eager * context.behaviour.rare_acts)]


def _plain(command: str) -> Move:
    def act(context: Context) -> Json | None:
        return {"command": command} if context.can(command) else None

    return act


def _raise_bank(context: Context) -> Json | None:
    bounds = context.bounds("raise_bank", "amount")
    if bounds is None:
        return None
    amount = context.snapshot["bank"]["stake"] + context.minimum * context.random.choice((1, 2, 5))
    if amount > bounds["maximum"]:
        return None
    agreed = {"associate_agrees": True} if context.snapshot["bank"].get("associate") else {}
    return {"command": "raise_bank", "amount": amount, **agreed}


def _take_from_the_house(context: Context) -> Json | None:
    if not context.can("take_suite") or not context.seated:
        return None
    return {"command": "take_suite", "player": context.random.choice(context.seated)}


def _set_aside(context: Context) -> Json | None:
    """Half of a bank that has won, if so much may leave it."""
    bank, bounds = context.snapshot["bank"], context.bounds("set_aside", "amount")
    if bounds is None or not bank["wins"]:
        return None
    half = bank["stake"] // 2 // context.chip * context.chip
    fits = bounds["minimum"] <= half <= bounds["maximum"]
    return {"command": "set_aside", "amount": half} if fits else None


def _banco(context: Context) -> Json | None:
    """Against the whole bank, or with the table against half of it, before any other bet (chemin-de-fer)."""
    callers = [player for player in context.seated if player not in context.bankers]
    if not context.can("banco") or context.snapshot["pass"]["covered"] or not callers:
        return None
    kinds = [kind for kind in ("solo", "table") if kind in context.snapshot["bounds"]["banco"]["kind"]]
    if not kinds:
        return None
    kind = context.random.choice(kinds) if len(kinds) > 1 else kinds[0]
    return {"command": "banco", "player": context.random.choice(callers), "kind": kind}


# act → how likely it is, relative to the others; tried in this order
RARE_ACTS: dict[Move, float] = {
    _plain("desist_bank"): 3,
    _plain("take_half"): 3,
    _raise_bank: 1,
    _plain("suite"): 1,
    _plain("pass_shoe"): 1,
    _take_from_the_house: 3,
    _set_aside: 1,
    _banco: 1.5,
}

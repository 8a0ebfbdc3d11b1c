"""The bank is bid for, offered, taken, raised, halved and passed on."""

from tables.house_reglamentos.shelf import resolve
from tables.robot.dice import BANKS
from tables.robot.moment import Json, Moment, Move


def auction(moment: Moment) -> Json | None:
    """A few bids, then the hammer."""
    sold = moment.now["auction"]["bids"] and not moment.is_lucky(moment.habits.outbids)
    made = None if sold else _bid(moment)
    return made or ({"command": "close_auction"} if moment.can("close_auction") else None)


def _bid(moment: Moment) -> Json | None:
    """Where the bank is covered who may bid depends on who passed it, which no snapshot tells: there nobody bids."""
    bidders = _bidders(moment)
    if not moment.can("bid") or moment.covers or not bidders:
        return None
    if not moment.now["auction"]["bids"] and not moment.is_lucky(moment.habits.opens):
        return None
    return {"command": "bid", "player": moment.dice.one_of(bidders), "amount": _bid_amount(moment)}


def _bidders(moment: Moment) -> list[str]:
    """In the second round those who are tied, otherwise who does not lead."""
    leaders: list[str] = moment.now["auction"]["leaders"]
    if moment.now["auction"]["round"] > 1:
        return leaders if len(leaders) > 1 else []
    return [player for player in moment.seated if player not in leaders]


def _bid_amount(moment: Moment) -> int | None:
    asked = moment.now["auction"]
    if asked["lead"] is None:
        return moment.dice.amount(asked["minimum"], asked["maximum"], moment.chip, BANKS)
    more = moment.minimum * moment.dice.one_of((0, 1, 1, 2, 5))
    return min(int(asked["minimum"]) + more, int(asked["maximum"]))


def offer(moment: Moment) -> Json | None:
    """Who is asked opens, or declines."""
    asked = moment.now["offer"]["asked"]
    standing = [player for player in moment.standing if player not in moment.opened]
    takers, eager = (standing, 0.4) if asked == "standing" else ([asked], 1.0)
    if moment.can("accept_bank") and takers and moment.is_lucky(eager * moment.habits.opens):
        return {"command": "accept_bank", "player": moment.dice.one_of(takers), **_opening(moment)}
    return _decline(moment, "decline_bank", asked)


def _opening(moment: Moment) -> Json:
    if resolve(moment.now["reglamento"]).bank == "house":
        return {}  # the sabot alone goes round
    asked = moment.now["offer"]
    return {"amount": moment.dice.amount(asked["minimum"], asked["maximum"], moment.chip, BANKS)}


def _decline(moment: Moment, command: str, asked: str) -> Json | None:
    who = {} if asked == "standing" else {"player": asked}
    return {"command": command, **who} if moment.can(command) else None


def suite(moment: Moment) -> Json | None:
    """Who is asked takes the bank, at times for more, or declines; at the end it is the house's."""
    asked = moment.now["suite"]["asked"]
    if asked == "house":
        return {"command": "house_takes_suite"} if moment.can("house_takes_suite") else None
    strangers = [player for player in moment.standing if player != moment.now["suite"]["giver"]]
    takers, eager = (strangers, 0.5) if asked == "standing" else ([asked], 1.0)
    if moment.can("take_suite") and takers and moment.is_lucky(eager * moment.habits.takes):
        return {"command": "take_suite", "player": moment.dice.one_of(takers), **_raise(moment)}
    return _decline(moment, "decline_suite", asked)


def _raise(moment: Moment) -> Json:
    asked = moment.now["suite"]
    more = moment.is_lucky(0.3) and moment.dice.amount(
        asked["minimum"], asked["maximum"], moment.chip, (1, 2)
    )
    return {"amount": more} if more else {}


# Between passes


def ventures(moment: Moment) -> list[Move]:
    """The rarer acts that somebody has in mind before this pass."""
    return [act for act, eager in VENTURES.items() if moment.is_lucky(eager * moment.habits.ventures)]


def _plain(command: str) -> Move:
    def act(moment: Moment) -> Json | None:
        return {"command": command} if moment.can(command) else None

    return act


def _raise_bank(moment: Moment) -> Json | None:
    if not moment.can("raise_bank"):
        return None
    stake = moment.now["bank"]["stake"]
    amount = stake + moment.minimum * moment.dice.one_of((1, 2, 5))
    return {"command": "raise_bank", "amount": amount} if amount <= moment.maximum else None


def _take_from_the_house(moment: Moment) -> Json | None:
    if not moment.can("take_suite") or not moment.seated:
        return None
    return {"command": "take_suite", "player": moment.dice.one_of(moment.seated)}


def _set_aside(moment: Moment) -> Json | None:
    bank = moment.now["bank"]
    if not moment.can("set_aside") or not bank["wins"]:
        return None
    half = bank["stake"] // 2 // moment.chip * moment.chip
    left = bank["stake"] - half
    fits = left >= max(moment.minimum, moment.now["pass"]["covered"])
    return {"command": "set_aside", "amount": half} if fits else None


def _banco(moment: Moment) -> Json | None:
    """Against the whole bank, or with the table against half of it, before any other bet."""
    callers = [player for player in moment.seated if player != moment.holder]
    if not moment.can("banco") or moment.now["pass"]["covered"] or not callers:
        return None
    large = moment.now["bank"]["stake"] // 2 // moment.chip * moment.chip >= moment.minimum
    kind = moment.dice.one_of(("solo", "table")) if large else "solo"
    return {"command": "banco", "player": moment.dice.one_of(callers), "kind": kind}


# how eagerly each is done where it can be, in the order in which they are
VENTURES: dict[Move, float] = {
    _plain("desist_bank"): 3,
    _plain("take_half"): 3,
    _raise_bank: 1,
    _plain("suite"): 1,
    _plain("pass_shoe"): 1,
    _take_from_the_house: 3,
    _set_aside: 1,
    _banco: 1.5,
}

"""Effects of the events of a player's bank, and a check that no money of it is lost on the way."""

from shift_proof.faults import Broken, Json, same
from shift_proof.payment import deduction
from shift_proof.table_events import effect


def new_bank(holder: str | None, stake: int, associate: str | None, maximum: int) -> Json:
    """A bank that has not played yet. `maximum`: the table's, at its opening."""
    return {
        "holder": holder,
        "stake": stake,
        "associate": associate,
        "opening": stake,
        "opening_maximum": maximum,
        "wins": 0,
        "last_win": 0,
        "last_win_taxed": False,
    }


@effect("bank_opened")
def bank_opened(now: Json, event: Json) -> None:
    same("the maximum at the opening of the bank", event["maximum"], now["limits"]["maximum"])
    if now["bank"] is not None:
        raise Broken("a bank is opened while there is one")
    now["bank"] = new_bank(event["holder"], event["stake"], event["associate"], event["maximum"])
    _check_share(now, event, event["stake"], 0)


@effect("bank_raised")
def bank_raised(now: Json, event: Json) -> None:
    bank = _bank_of(now, event["player"])
    same("the raised bank", event["stake"], bank["stake"] + event["added"])
    _check_share(now, event, event["stake"], bank["stake"])
    bank["stake"] = event["stake"]


@effect("associate_joined")
def associate_joined(now: Json, event: Json) -> None:
    bank = _bank(now)
    same("the associate's amount", event["amount"], bank["stake"])
    bank.update(stake=2 * bank["stake"], associate=event["player"])


@effect("set_aside")
def set_aside(now: Json, event: Json) -> None:
    bank = _bank_of(now, event["player"])
    _check_share(now, event, bank["stake"], bank["stake"] - event["amount"])
    bank["stake"] -= event["amount"]


@effect("half_taken", "bank_trimmed")
def part_taken(now: Json, event: Json) -> None:
    bank = _bank_of(now, event["player"])
    same("what stays in the bank", event["stake"], bank["stake"] - event["amount"])
    bank["stake"] = event["stake"]


@effect("bank_returned")
def bank_returned(now: Json, event: Json) -> None:
    same("the bank that goes back", event["amount"], _bank_of(now, event["player"])["stake"])
    _check_share(now, event, event["amount"], 0)
    now["bank"] = None


@effect("bank_fell")
def bank_fell(now: Json, event: Json) -> None:
    bank = _bank_of(now, event["player"])
    same("the part of the fallen bank that nobody covered", event["uncovered"], bank["stake"])
    _check_share(now, event, event["uncovered"], 0)
    now["bank"] = None


def suite_given(now: Json, event: Json, terms: Json) -> None:
    """The deduction is of the last win, where the bank's own deduction left it whole (argentina art. 38)."""
    bank, rule = _bank_of(now, event["giver"]), terms["deductions"]["suite"]
    owed = 0 if bank["last_win_taxed"] else deduction(now, bank["last_win"], rule["rate"])
    due = min(owed, bank["stake"])  # new limits may have left the bank less than it owes
    same("the bank given in suite", event["amount"], bank["stake"])
    same("the deduction of the suite", event["deduction"], due)
    same("the article of the suite's deduction", event["article"], rule["article"] if due else None)
    same("what the giver gets back", event["returned"], bank["stake"] - due - event["share"])
    _check_share(now, event, bank["stake"] - due, 0)
    now["cagnotte"] += due
    now["suite"] = {name: event[name] for name in ("giver", "amount", "deduction")}
    now["bank"] = None


@effect("suite_closed")
def suite_closed(now: Json, event: Json) -> None:
    now["suite"] = None


@effect("suite_deduction_given_back")
def suite_deduction_given_back(now: Json, event: Json) -> None:
    suite = now["suite"]
    same("who gets the deduction back", event["player"], suite["giver"])
    same("the deduction that goes back", event["amount"], suite["deduction"])
    now["cagnotte"] -= event["amount"]


def _bank(now: Json) -> Json:
    if now["bank"] is None:
        raise Broken("there is no bank")
    found: Json = now["bank"]
    return found


def _bank_of(now: Json, player: str | None) -> Json:
    bank = _bank(now)
    same("the bank's holder", player, bank["holder"])
    return bank


def _check_share(now: Json, event: Json, before: int, after: int) -> None:
    """The change of the associate's half of the bank, which is in whole chips."""
    bank, chip = _bank(now), now["limits"]["chip"]
    change = abs(before // 2 // chip - after // 2 // chip) * chip
    same("the associate", event["associate"], bank["associate"])
    same("the associate's share", event["share"], change if bank["associate"] else 0)

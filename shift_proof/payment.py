"""What a paid pass owes by the terms of its reglamento, worked out anew from the bets, the bank and the result.

Terms are data in the manifest: `payouts` to one, `deductions` from a win with their articles, which part of a bank
plays (`bank_plays`), whether winning stakes stay. Amounts are whole units of the table's money.
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

from shift_proof import cards
from shift_proof.faults import Broken, Json, rate_of, same
from shift_proof.words import Words

LINE = ("player", "chance", "stake", "win", "deduction", "article")
ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    "player": floor,
    "house": ceil,
    "nearest": lambda chips: floor(chips + Fraction(1, 2)),
}


def check(now: Json, terms: Json, event: Json) -> None:
    """Everything that the payment `event` says follows from the pass in `now`. Raises Broken with what does not."""
    current, result = now["current"], cards.result_of(now["current"])
    same("the number of the pass", event["number"], current["number"])
    cards.check_draws(current, terms["drawing"])
    if event["result"] != result:
        punto, banca = cards.totals_of(current)
        totals = {"punto": punto, "banca": banca}
        found = "punto has {punto} and banca {banca}: the result is {result}, not {told}"
        raise Broken(found, **totals, result=result, told=event["result"])
    taxed = _bank_is_taxed(now["bank"], terms, result)
    _check_lines(event["settlements"], _lines_due(now, terms, result, taxed))
    same("whether the bank's win was taxed", event["bank_taxed"], taxed)
    same("the list of stakes that stay", event["staying"], _staying(current["bets"], terms, result))
    same(
        "the bank, with what its owner gets back,",
        (event["bank_stake"], event["excess"]),
        _bank(now, terms, event),
    )


def deduction(now: Json, amount: int, rate: str) -> int:
    """`rate` of `amount`, rounded to the table's chip as the table was opened to round."""
    chip: int = now["limits"]["chip"]
    return ROUNDINGS[now["settings"]["rounding"]](amount * rate_of(rate) / chip) * chip


def _bank_is_taxed(bank: Json | None, terms: Json, result: str) -> bool:
    """Every win of a person's bank; by parity only the even wins, or the odd ones of a bank that was opened with more
    than half the maximum (argentina art. 29)."""
    rule = terms["deductions"]["bank"]
    if bank is None or bank["holder"] is None or result != "banca" or rule is None:
        return False
    if not rule["by_parity"]:
        return True
    large = 2 * bank["opening"] > bank["opening_maximum"]
    return bool(((bank["wins"] + 1) % 2 == 1) == large)


def _check_lines(found: list[Json], due: list[Json]) -> None:
    for line, right in zip(found, due, strict=False):
        for name in LINE:
            same("{line}: its {part}", line[name], right[name], line=_name(right), part=name)
    if len(found) < len(due):
        raise Broken("{line} is missing in the payment", line=_name(due[len(found)]))
    if len(found) > len(due):
        raise Broken("{line} is paid, but was not staked", line=_name(found[len(due)]))


def _name(line: Json) -> Words:
    player = line["player"] or Words("the house")
    told = "{player}'s {chance} of {amount}"
    return Words(told, player=player, chance=line["chance"], amount=line["stake"])


def _lines_due(now: Json, terms: Json, result: str, taxed: bool) -> list[Json]:
    bank = [_bank_line(now, terms, result, taxed)] if now["bank"] else []
    return [*bank, *(_bet_line(now, terms, bet, result) for bet in now["current"]["bets"])]


def _bank_line(now: Json, terms: Json, result: str, taxed: bool) -> Json:
    bank = now["bank"]
    played = _covered(now) if terms["bank_plays"] == "covered" else bank["stake"]
    win = {"banca": played, "punto": -played, "tie": 0}[result]
    rule = terms["deductions"]["bank"] if taxed else None
    return _line(now, bank["holder"], "bank", bank["stake"], win, rule)


def _covered(now: Json) -> int:
    return sum(bet["amount"] for bet in now["current"]["bets"])


def _bet_line(now: Json, terms: Json, bet: Json, result: str) -> Json:
    chance, stake = bet["chance"], bet["amount"]
    if chance == result:
        win, rule = stake * terms["payouts"][chance], terms["deductions"].get(chance)
    else:
        win, rule = 0 if result == "tie" else -stake, None
    return _line(now, bet["player"], chance, stake, win, rule)


def _line(now: Json, player: str | None, chance: str, stake: int, win: int, rule: Json | None) -> Json:
    kept = deduction(now, win, rule["rate"]) if rule else 0
    return dict(zip(LINE, (player, chance, stake, win, kept, rule and rule["article"]), strict=True))


def _staying(bets: list[Json], terms: Json, result: str) -> list[Json]:
    """On a tie punto and banca stay; winning stakes stay where the reglamento leaves them (spain)."""
    won_stays = terms["winning_stakes_stay"]
    return [
        bet
        for bet in bets
        if (won_stays if bet["chance"] == result else result == "tie" and bet["chance"] != "tie")
    ]


def _bank(now: Json, terms: Json, event: Json) -> tuple[int, int]:
    """The bank after the pass, and what of it exceeds the maximum and goes back to its owner."""
    bank = now["bank"]
    if bank is None:
        return 0, 0
    line = event["settlements"][0]
    grown = bank["stake"] + line["win"] - line["deduction"]
    if terms["bank_plays"] == "covered":
        return grown, 0
    kept = min(grown, max(now["limits"]["maximum"], bank["stake"]))
    return kept, grown - kept

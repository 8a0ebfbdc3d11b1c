"""Payments of a pass by the terms of its reglamento, worked out anew from the bets, the bank and the result.

Terms are data in the manifest: the lines of each chance, `deductions` from a bank's win with their articles, which part
of a bank plays (`bank_plays`), whether winning stakes stay. Amounts are whole units of the table's money.
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

from shift_proof import cards, chances
from shift_proof.faults import Broken, Json, rate_of, same
from shift_proof.words import Words

LINE = ("player", "chance", "stake", "win", "deduction", "article", "line")
OLDER_LINE = LINE[:-1]
END_OF_SHOE = "end_of_shoe"
ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    "player": floor,
    "house": ceil,
    "nearest": lambda chips: floor(chips + Fraction(1, 2)),
}
OF_A_WIN = {"player": ceil, "house": floor, "nearest": ROUNDINGS["nearest"]}


def check(now: Json, terms: Json, event: Json, schema: int) -> None:
    """Everything that the payment `event` of a record in that format says follows from the pass in `now`. Raises Broken
    with what does not."""
    current, result = now["current"], cards.result_of(now["current"])
    same("the number of the pass", event["number"], current["number"])
    cards.check_draws(current, terms["drawing"])
    if event["result"] != result:
        punto, banca = cards.totals_of(current)
        totals = {"punto": punto, "banca": banca}
        found = "punto has {punto} and banca {banca}: the result is {result}, not {told}"
        raise Broken(found, **totals, result=result, told=event["result"])
    taxed = _bank_is_taxed(now["bank"], terms, result)
    parts = LINE if schema > 1 else OLDER_LINE
    _check_lines(event["settlements"], _lines_due(now, terms, result, taxed), parts)
    same("whether the bank's win was taxed", event["bank_taxed"], taxed)
    same("the list of stakes that stay", event["staying"], _staying(now, terms, result))
    if schema > 1:  # that before does not say it
        same("what roads show of the pass", event["mark"], chances.mark_of(current, result))
    same("the commission that is noted", event["owed"], _noted(now, terms, result))
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


def note(now: Json, owed: list[Json]) -> None:
    """Add what wins owe to what their players owe already at the same rate."""
    lines = [dict(line) for line in now["owed"]]
    for one in owed:
        same_rate = [line for line in lines if (line["player"], line["rate"]) == (one["player"], one["rate"])]
        if same_rate:
            same_rate[0]["won"] += one["won"]
        else:
            lines.append(dict(one))
    now["owed"] = lines


def check_collected(now: Json, terms: Json, event: Json) -> None:
    """What a player pays of the commission on his wins of the shoe: rounded once, on the sum. Raises Broken."""
    his = [owed for owed in now["owed"] if owed["player"] == event["player"]]
    exact = sum((owed["won"] * rate_of(owed["rate"]) for owed in his), Fraction(0))
    chip: int = now["limits"]["chip"]
    due = ROUNDINGS[now["settings"]["rounding"]](exact / chip) * chip
    articles = {chance["article"] for chance in terms["chances"].values() if chance["main"]}
    same("the sum on which commission is collected", event["won"], sum(owed["won"] for owed in his))
    same("the commission that is collected", event["amount"], due)
    if event["article"] not in articles:
        same("the article of the commission", event["article"], next(iter(articles)))


def _check_lines(found: list[Json], due: list[Json], parts: tuple[str, ...]) -> None:
    for line, right in zip(found, due, strict=False):
        for name in parts:
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
    outcome = chances.outcome_of(now["current"], result)
    return [*bank, *(_bet_line(now, terms, bet, outcome) for bet in now["current"]["bets"])]


def _bank_line(now: Json, terms: Json, result: str, taxed: bool) -> Json:
    bank = now["bank"]
    played = _covered(now) if terms["bank_plays"] == "covered" else bank["stake"]
    win = {"banca": played, "punto": -played, "tie": 0}[result]
    rule = terms["deductions"]["bank"] if taxed else None
    kept = deduction(now, win, rule["rate"]) if rule else 0
    return _line(bank["holder"], "bank", bank["stake"], win, kept, rule and rule["article"], None)


def _covered(now: Json) -> int:
    return sum(bet["amount"] for bet in now["current"]["bets"])


def _bet_line(now: Json, terms: Json, bet: Json, outcome: Json) -> Json:
    player, slug, stake = bet["player"], bet["chance"], bet["amount"]
    chance = terms["chances"][slug]
    found = chances.decided_by(chance, outcome)
    if found is None:
        return _line(player, slug, stake, -stake, 0, None, None)
    number, line = found
    win = _win(now, stake, line)
    rate = line.get("commission")
    if not rate or _is_noted(now, chance):
        return _line(player, slug, stake, win, 0, None, number)
    return _line(player, slug, stake, win, deduction(now, win, rate), chance["article"], number)


def _win(now: Json, stake: int, line: Json) -> int:
    to_one = chances.to_one_of(line)
    if to_one is None:
        return 0
    if to_one.denominator == 1:
        return stake * to_one.numerator
    chip: int = now["limits"]["chip"]
    return OF_A_WIN[now["settings"]["rounding"]](stake * to_one / chip) * chip


def _is_noted(now: Json, chance: Json) -> bool:
    """Whether what wins on the two sides owe is collected at the end of the shoe."""
    return bool(chance["main"]) and now["settings"].get("commission") == END_OF_SHOE


def _noted(now: Json, terms: Json, result: str) -> list[Json]:
    """Player and rate → the wins of this pass that owe, in the order of the bets."""
    outcome = chances.outcome_of(now["current"], result)
    noted: dict[tuple[str, str], int] = {}
    for bet in now["current"]["bets"]:
        chance = terms["chances"][bet["chance"]]
        found = chances.decided_by(chance, outcome) if _is_noted(now, chance) else None
        if found and (rate := found[1].get("commission")) and (won := _win(now, bet["amount"], found[1])):
            noted[bet["player"], rate] = noted.get((bet["player"], rate), 0) + won
    return [{"player": player, "rate": rate, "won": won} for (player, rate), won in noted.items()]


def _line(
    player: str | None,
    chance: str,
    stake: int,
    win: int,
    kept: int,
    article: str | None,
    number: int | None,
) -> Json:
    return dict(zip(LINE, (player, chance, stake, win, kept, article, number), strict=True))


def _staying(now: Json, terms: Json, result: str) -> list[Json]:
    """Stakes that neither win nor lose, and winning ones where the reglamento leaves them (spain); but not on a chance
    that is closed in the next pass of the shoe."""
    outcome = chances.outcome_of(now["current"], result)

    def stays(bet: Json) -> bool:
        chance = terms["chances"][bet["chance"]]
        found = chances.decided_by(chance, outcome)
        if found is None or _is_closed_next(now, chance):
            return False
        return chances.to_one_of(found[1]) is None or bool(terms["winning_stakes_stay"])

    return [bet for bet in now["current"]["bets"] if stays(bet)]


def _is_closed_next(now: Json, chance: Json) -> bool:
    until, shoe = chance["until_pass"], now["shoe"]
    if until is None or shoe is None:
        return False
    return bool(now["current"]["number"] + 2 - shoe["first_pass"] > until)


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

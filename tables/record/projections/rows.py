"""The rows that are kept for reading, as plain values: what a state says about seats, players, the shoe and the pass.

Each class has the columns of one model of `tables.models` besides its key. Cards are written with spaces between.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from casino.common.text import folded
from tables.engine import State
from tables.engine.state import Pass as PassState
from tables.engine.state import Settlement
from tables.record.names import MARK, NOBODY, Names, is_reference

NOTHING: Mapping[str, Any] = MappingProxyType({})
LONGEST_LINE = 2000  # characters: the longest remark has 500, a list of cards more than anybody looks for
BETTING_TO_PAYMENT = ("betting", "dealing", "will", "bank_choice", "resolved", "suite")


class Link(NamedTuple):
    """The record that rows follow from: its number, when it was made, by whom, and what was said. `began`: when the
    phase before it had begun, None where nobody knows; `names`: by reference (`tables.record.names`)."""

    number: int
    at: datetime
    actor: str = ""
    command: Mapping[str, Any] = NOTHING
    began: datetime | None = None
    names: Names = NOBODY


class SeatRow(NamedTuple):
    """By number. `owner`: whose seat it is while it is lent."""

    player: str | None = None
    lent: bool = False
    owner: str = ""


class PlayerRow(NamedTuple):
    """By player. `reference`: what the record has in the place of the name, empty if it has the name."""

    name: str
    reference: str = ""


class ShoeRow(NamedTuple):
    """By number."""

    decks: int
    holder: str
    dealt: int
    burned: int
    last_pass: bool
    results: str


class PassRow(NamedTuple):
    """By number. What follows `result` is known once the pass is paid or void."""

    shoe: int
    card_holder: str = ""
    will: str = ""
    punto: str = ""
    banca: str = ""
    bank_holder: str = ""
    bank_associate: str = ""
    bank_stake: int | None = None
    result: str = ""
    bank_win: int | None = None
    bank_deduction: int | None = None
    bank_article: str = ""
    corrected: bool = False
    paid: int | None = None
    paid_at: datetime | None = None
    payer: str = ""


class BetRow(NamedTuple):
    """By pass, player and chance."""

    amount: int
    win: int | None = None
    deduction: int | None = None
    article: str = ""


class LineRow(NamedTuple):
    """By record. `hand`: the number of the pass that it belongs to; `words`: what a search finds it by, folded."""

    hand: int
    words: str


Bets = Mapping[tuple[str, str], BetRow]  # by player and chance


class PassWithBets(NamedTuple):
    row: PassRow
    bets: Bets


def seat_rows(state: State) -> dict[int, SeatRow]:
    """All seats of the table by number."""
    return {
        number: SeatRow(player, number in state.lent, state.lent.get(number) or "")
        for number, player in state.seats.items()
    }


def shoe_row(state: State) -> ShoeRow | None:
    """The shoe on the table, if there is one."""
    shoe = state.shoe
    if shoe is None:
        return None
    return ShoeRow(shoe.decks, shoe.holder or "", shoe.dealt, shoe.burned, shoe.last_pass, state.results)


def current_pass(state: State) -> PassWithBets | None:
    """The pass that is bet on or dealt; None between passes when nothing lies on the table."""
    hand = state.current
    if state.shoe is None or not (state.phase in BETTING_TO_PAYMENT or hand.bets or hand.punto or hand.banca):
        return None
    row = PassRow(
        shoe=state.shoe.number,
        card_holder=hand.card_holder or "",
        will=hand.will or "",
        punto=" ".join(hand.punto),
        banca=" ".join(hand.banca),
        bank_holder=(state.bank.holder or "") if state.bank else "",
        bank_associate=(state.bank.associate or "") if state.bank else "",
        bank_stake=state.bank.stake if state.bank else None,
    )
    return PassWithBets(row, _bets_of(hand))


def paid_pass(played: PassWithBets, after: State, link: Link) -> PassWithBets:
    """A pass as it was `played`, with what its payment in that record adds. Raises ValueError if none was paid."""
    last = after.last_pass
    if last is None:
        raise ValueError(f"record {link.number} paid no pass")
    bank = next((line for line in last.settlements if line.chance == "bank"), None)
    row = played.row._replace(
        punto=" ".join(last.punto),
        banca=" ".join(last.banca),
        result=last.result,
        corrected=last.corrected,
        paid=link.number,
        paid_at=link.at,
        payer=link.actor,
        **(_bank_columns(bank) if bank else {}),
    )
    lines = [line for line in last.settlements if line.chance != "bank"]
    return PassWithBets(row, {(line.player or "", line.chance): _paid_bet(line) for line in lines})


def _bank_columns(line: Settlement) -> dict[str, Any]:
    return {
        "bank_holder": line.player or "",
        "bank_stake": line.stake,
        "bank_win": line.win,
        "bank_deduction": line.deduction,
        "bank_article": line.article or "",
    }


def _paid_bet(line: Settlement) -> BetRow:
    return BetRow(line.stake, line.win, line.deduction, line.article or "")


def _bets_of(hand: PassState) -> Bets:
    return {(bet.player, bet.chance): BetRow(bet.amount) for bet in hand.bets}


def line_row(before: State, after: State, link: Link) -> LineRow:
    """The row of the record that led from `before` to `after`. What goes back to an earlier pass belongs to that
    one."""
    hand = min(before.current.number, after.current.number)
    names = {**before.names, **after.names}
    said = [link.actor, *_words(link.command, names)]
    return LineRow(hand, " ".join(filter(None, map(_folded, said)))[:LONGEST_LINE])


def without_references(line: LineRow) -> LineRow:
    """The line as this release writes it: the one before, which works beside it during an upgrade, writes references as
    it wrote names, and folds fewer letters."""
    if not line.words.isascii():
        line = line._replace(words=folded(line.words)[:LONGEST_LINE])
    if MARK not in line.words:
        return line
    return line._replace(words=" ".join(word for word in line.words.split(" ") if not is_reference(word)))


_folded = lru_cache(maxsize=4096)(folded)  # most are commands, players and amounts: they come again


def _words(value: Any, names: Mapping[str, str]) -> Iterator[str]:
    """The texts and numbers in what was said; a player with the name, where the record has it. In the order of their
    fields' names: PostgreSQL keeps no other one of a JSON object."""
    if isinstance(value, Mapping):
        value = [value[name] for name in sorted(value)]
    if isinstance(value, list | tuple):
        for part in value:
            yield from _words(part, names)
    elif isinstance(value, str):
        said = (value, names.get(value, value))
        yield from (one for one in dict.fromkeys(said) if not is_reference(one))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)

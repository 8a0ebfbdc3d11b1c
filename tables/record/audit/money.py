"""The money of a table as its record gives it, compared with the ledger."""

from collections.abc import Iterator
from datetime import datetime

from ledger import selectors as ledger
from ledger.audit import Cause, cause_faults, faults
from ledger.cage.audit import changed_slips, counter_faults, references_of, shift_faults
from ledger.postings import compensating
from tables.engine import Event, State
from tables.engine.undo.events import Undone
from tables.record.audit.start import UNKNOWN, Start
from tables.record.history import undo_in
from tables.record.postings import book_of, postings_of, reference_of, undo_reference_of


class RecordedMoney:
    """The postings that follow from a table's events, by ledger reference. `start`: up to where they were proved."""

    def __init__(self, slug: str, start: Start = UNKNOWN) -> None:
        self._slug = slug
        self._start = start
        self._causes: dict[str, Cause] = {}
        self._proved: State | None = None

    def begin(self, state: State) -> None:
        """Note the state up to which all was proved."""
        self._proved = state

    def follow(self, number: int, at: datetime, events: list[Event]) -> None:
        """Add what the record with this number, made then, moved."""
        if postings := postings_of(self._slug, events):
            self._causes[reference_of(self._slug, number)] = Cause(postings, at)
        if (undo := undo_in(events)) and (back := self._compensations(undo, at)).postings:
            self._causes[undo_reference_of(self._slug, number)] = back

    def faults(self, state: State) -> Iterator[str]:
        """A sentence for everything in the ledger that is not as the record and the present state say, and for every
        slip and shift of the table's that is not as it must be."""
        book, of_the_game = book_of(self._slug), reference_of(self._slug, "")
        after, slips = self._start.book.transfer, changed_slips(self._start.entry)
        written = ledger.moved_by_reference(book, of_the_game, after=after)
        if after:
            written |= ledger.moved_by(book, self._causes)
        yield from cause_faults(book, written, self._causes, "record")
        yield from faults(book, self._start.ledger)
        yield from counter_faults(book, of_the_game, after, slips)
        yield from _balance_faults(book, of_the_game, state, self._proved, after)
        others = ledger.moved_by_reference(book, of_the_game, others=True, after=after)
        if slips:
            others |= ledger.moved_by(book, references_of(slips))
        yield from shift_faults(book, written | others, self._record_of, after, slips)

    def _compensations(self, undo: Undone, at: datetime) -> Cause:
        """The money of the records taken back, the other way, newest first."""
        references = tuple(reference_of(self._slug, number) for number in undo.records)
        money = [self._causes[of].postings for of in references if of in self._causes]
        back = [compensating(posting) for postings in money for posting in reversed(postings)]
        return Cause(back, at, references)

    def _record_of(self, reference: str) -> int | None:
        slug, _, number = reference.removesuffix(":undo").rpartition("#")
        return int(number) if slug == self._slug and number.isascii() and number.isdecimal() else None


def _balance_faults(
    book: str, of_the_game: str, state: State, proved: State | None, after: int
) -> Iterator[str]:
    """`proved`: the state at the transfer `after`, when the game had moved what lay on the table then."""
    held, beside = ledger.balances(book), ledger.moved_by_others(book, of_the_game, after)
    before = ledger.balances_at(book, after) if after else {}
    lay = _on_the_table(proved) if proved else {}
    for account, amount in _on_the_table(state).items():
        code = f"{book}:{account}"
        # the cambista empties the cagnotte
        by_the_game = held.get(code, 0) - before.get(code, 0) - beside.get(code, 0) + lay.get(account, 0)
        if by_the_game != amount:
            yield f"account {code}: {by_the_game}, on the table {amount}"


def _on_the_table(state: State) -> dict[str, int]:
    """The amounts that the accounts of the table's cloth and cagnotte must hold, by account."""
    return {
        "stakes": sum(bet.amount for bet in state.current.bets),
        "bank": state.bank.stake if state.bank else 0,
        "cagnotte": state.cagnotte,
    }

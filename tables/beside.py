"""What stands beside the game at a table: disputes, slips, balances, requests for a signature, what the record tells.

No table's version tells of most of it, so it has its own notifications (`tables.notify.announce(…, beside=…)`). Each
fact is read when a screen first needs it and kept until it may have changed: with a notification of a subject that it
follows from, and what follows from the record with the commands since.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeVar

from casino.common import clock, sql
from tables import present
from tables.engine import State
from tables.models import Record, Table
from tables.notify import ANYTHING, Subject, Subjects
from tables.record import commits
from tables.record.commits import MOST_NEW, Made
from tables.record.history import RecordHistory

T = TypeVar("T")
Json = dict[str, Any]

LONGEST_KEPT = (
    30.0  # seconds: the longest that a screen is wrong if a notification and all heartbeats are lost
)
SHOWN_COMMANDS = 15

# Commands that change nothing of what is kept here: they move nothing into tray or cagnotte and end no pass.
OF_PEOPLE = ("join", "leave", "sit", "stand_up", "queue", "unqueue")
OF_BETS = ("bid", "decline_bank", "place_bet", "remove_bet", "repeat_bets", "close_betting")
OF_CARDS = ("cut", "decline_cut", "burn_first", "decline_cards", "will", "bank_choice", "card", "stop_card")
OF_BANK = ("accept_bank", "raise_bank", "take_half", "pass_shoe")
QUIET = frozenset((*OF_PEOPLE, *OF_BETS, *OF_CARDS, *OF_BANK))
# Commands that may move something, but end no pass and change none that has ended.
OF_SUITE = ("suite", "take_suite", "decline_suite")
ENDING_NOTHING = QUIET.union(OF_SUITE)
REPORTED = ("incident", "burn_shoe")
NOTED = frozenset((*REPORTED, "note", "suspend", "undo"))
GOING_BACK = frozenset(
    ("undo", "open_table")
)  # after these other commands stand than those before and theirs
COLUMNS = ("number", "first_seq", "version", "previous", "digest", "name", "actor", "at", "command")


@dataclass(frozen=True, slots=True)
class _Tail:
    """The end of a table's record, up to the record `number` with the digest `head`. `loud`, `ended`, `noted`: the
    digest of the last command that is not quiet, of the last one that is not in ENDING_NOTHING, and of the last one in
    NOTED, or of a later one; `standing`: the last commands that an undo can take back, newest first, None until
    somebody asks."""

    number: int
    head: str
    loud: str
    ended: str
    noted: str
    standing: tuple[Made, ...] | None = None


class Fact:
    """Something that is kept of each table. `subjects`: those with whose notifications it may change."""

    def __init__(self, *subjects: Subject) -> None:
        self.subjects = frozenset(subjects)


@dataclass(slots=True, eq=False)
class Beside:
    """Of one table. A new one knows nothing yet, and reads what it is asked for."""

    _known: dict[Fact, tuple[Hashable, Any]] = field(default_factory=dict)
    _tail: _Tail | None = None
    _since: float = field(default_factory=clock.elapsed)
    _row: Table | None = None

    def present(self, slug: str, head: str) -> tuple[Table, State]:
        """The table's row and state when the record with the digest `head` was its last one, or a later one was. They
        are read, unless this process has written all that came since the row was last read. A caller who knows no
        digest gives an empty one. Raises Refusal (`no_such_table`)."""
        followed = present.followed(self._row, head) if self._row and head else None
        table, state = followed or present.read(slug)
        self._row = table
        return table, state

    def kept(self, fact: Fact, key: Hashable, read: Callable[[], T]) -> T:
        """What `read` returned when it was last called for this fact and key."""
        known = self._known.get(fact)
        if known is None or known[0] != key:
            known = self._known[fact] = (key, read())
        found: T = known[1]
        return found

    def learn(self, fact: Fact, key: Hashable, value: object) -> None:
        """From now on `kept` knows this: it was read together with that of other tables."""
        self._known[fact] = key, value

    def loud(self, table: Table) -> str:
        """Changes with each command after which something may stand otherwise that is kept here and follows from the
        record. `table`: its row, as it was read."""
        return self._at(table).loud

    def ended(self, table: Table) -> str:
        """Changes with each command by which a pass may have ended, or one that has ended may be another. `table`: its
        row, as it was read."""
        return self._at(table).ended

    def noted(self, table: Table) -> str:
        """Changes with each record that has one of the names in NOTED. `table`: its row, as it was read."""
        return self._at(table).noted

    def standing(self, table: Table) -> tuple[Made, ...]:
        """The last commands that an undo can take back, newest first. `table`: its row, as it was read."""
        tail = self._at(table)
        if tail.standing is None:
            tail = self._tail = replace(tail, standing=_standing(table))
        return tail.standing or ()

    def _at(self, table: Table) -> _Tail:
        known = self._tail
        if known is None or known.head != table.head:
            known = self._tail = _read_on(table, known) if known else _unread(table)
        return known

    def renewed(self, changed: Subjects) -> "Beside":
        """One that knows the end of the record, and of the rest what follows from none of these subjects. What the
        administration writes into the row is announced as all of them."""
        if changed == ANYTHING:
            return Beside(_tail=self._tail)
        known = {fact: one for fact, one in self._known.items() if fact.subjects.isdisjoint(changed)}
        return Beside(known, self._tail, self._since, self._row)

    @property
    def is_old(self) -> bool:
        """Whether it has been kept so long that it should be read anew."""
        return clock.elapsed() - self._since > LONGEST_KEPT


_kept: dict[str, Beside] = {}


def of(slug: str) -> Beside:
    """What this process keeps of the table. Only for those who pass every notification on to `renew`."""
    known = _kept.get(slug)
    if known is None or known.is_old:
        known = _kept[slug] = Beside()
    return known


def renew(slug: str, changed: Subjects = ANYTHING) -> None:
    """What follows from these subjects may have changed at this table: it is read anew. The end of the record is kept:
    it is chained, and each reading of it begins by comparing the chain."""
    known = _kept.pop(slug, None)
    if known is not None:
        _kept[slug] = known.renewed(changed)


def _unread(table: Table) -> _Tail:
    return _Tail(table.records, table.head, loud=table.head, ended=table.head, noted=table.head)


def _read_on(table: Table, known: _Tail) -> _Tail:
    fresh = _made_since(table, known)
    if not fresh or fresh[-1].previous != known.head:
        return _unread(table)
    names = {made.name for made in fresh}
    noted = known.noted if names.isdisjoint(NOTED) else table.head
    loud = known.loud if names <= QUIET else table.head
    ended = known.ended if names <= ENDING_NOTHING else table.head
    standing = known.standing if names.isdisjoint(GOING_BACK) else None
    if standing is not None:
        standing = (*fresh, *standing)[:SHOWN_COMMANDS]
    return _Tail(table.records, table.head, loud, ended, noted, standing)


def _made_since(table: Table, known: _Tail) -> tuple[Made, ...]:
    """What was given since, newest first; nothing if that is too much."""
    written = commits.between(known.head, table.head)
    if written is not None:
        return tuple(commit.made for commit in written)
    if not known.number < table.records <= known.number + MOST_NEW:
        return ()
    return _made(table, number=list(range(known.number + 1, table.records + 1)))


def _standing(table: Table) -> tuple[Made, ...]:
    standing = islice(reversed(RecordHistory(table.pk, table.version).standing()), SHOWN_COMMANDS)
    versions = [made.version for made in standing]
    return _made(table, version=versions) if versions else ()


def _made(table: Table, **which: list[int]) -> tuple[Made, ...]:
    """These records of the table, newest first."""
    rows = sorted(sql.select(Record, COLUMNS, table=table.pk, **which), reverse=True)
    return tuple(Made(number, first - 1, *rest) for number, first, *rest in rows)

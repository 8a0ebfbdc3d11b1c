"""Proof that the journal is whole, and that the rows which it follows are those that it says, no more and no fewer."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection

from casino.journal.chain import JOURNAL, Content, digest_of, leaf_of, sha256
from casino.journal.journaled import Journaled, content_of
from casino.journal.models import ENDED, FOUND, MADE, Entry, Head

CHUNK = 500
Key = tuple[str, int]
Tick = Callable[[], None]


class Said(NamedTuple):
    """The last entry of the journal about a row: the entry's number, and the digest of the content."""

    entry: int
    content: str


def faults(tick: Tick = lambda: None) -> Iterator[str]:
    """A sentence for each broken place: in the chain of entries, and then row by row. `tick` is called for each entry
    and each row."""
    said: dict[Key, Said] = {}
    yield from _chain_faults(said, tick)
    there = set(connection.introspection.table_names())
    for model in (model for model in journaled() if model._meta.db_table in there):
        yield from _row_faults(model, said, tick)
    for (kind, row), last in sorted(said.items(), key=lambda one: one[1].entry):
        yield f"{kind} {row} is gone: entry {last.entry} of the journal has it"


def journaled() -> list[type[Journaled]]:
    """The models whose rows the journal follows."""
    found = [model for model in apps.get_models() if issubclass(model, Journaled)]
    return sorted(found, key=lambda model: model.journal_kind)


def _chain_faults(said: dict[Key, Said], tick: Tick) -> Iterator[str]:
    number, previous = 0, ""
    for entry in Entry.objects.order_by("number").iterator(chunk_size=CHUNK):
        tick()
        yield from _link_faults(entry, number, previous)
        yield from _act_faults(entry, said)
        number, previous = entry.number, entry.digest
        if entry.act == ENDED:
            said.pop((entry.kind, entry.row), None)
        else:
            said[entry.kind, entry.row] = Said(entry.number, sha256(entry.content))
    head = Head.objects.filter(name=JOURNAL).first()
    if ((head.number, head.digest) if head else (0, "")) != (number, previous):
        yield f"the journal ends with entry {number}, which is not the last that was added"
    if Head.objects.exclude(name=JOURNAL).exists():
        yield "the journal has a second head"


def _link_faults(entry: Entry, number: int, previous: str) -> Iterator[str]:
    where = f"entry {entry.number} of the journal ({entry.kind} {entry.row} {entry.act})"
    if entry.number != number + 1:
        yield f"{where}: entry {number + 1} should come before it"
    elif entry.previous != previous:
        yield f"{where} does not follow the entry before it"
    if entry.leaf != leaf_of(entry):
        yield f"{where}: what it says was changed"
    elif entry.digest != digest_of(entry.number, entry.place, entry.leaf, entry.previous):
        yield f"{where}: its digest does not hold"


def _act_faults(entry: Entry, said: dict[Key, Said]) -> Iterator[str]:
    is_known = (entry.kind, entry.row) in said
    if is_known == (entry.act in (MADE, FOUND)):
        earlier = "it was there before" if is_known else "nothing made it"
        yield f"entry {entry.number} of the journal ({entry.kind} {entry.row} {entry.act}): {earlier}"


def _row_faults(model: type[Journaled], said: dict[Key, Said], tick: Tick) -> Iterator[str]:
    for row in model.journal_rows().order_by("pk").iterator(chunk_size=CHUNK):
        tick()
        found, last = content_of(row), said.pop((model.journal_kind, row.pk), None)
        if last is None:
            yield f"{_called(row)} stands in no entry of the journal"
        elif sha256(found) != last.content:
            yield f"{_called(row)}: {_difference(found, last.entry)}"


def _called(row: Journaled) -> str:
    try:
        return f"{row.journal_kind} {row.pk} ({row})"
    except ObjectDoesNotExist:  # it names a row that is not there
        return f"{row.journal_kind} {row.pk}"


def _difference(found: Content, number: int) -> str:
    content = Entry.objects.get(number=number).content
    for name in sorted(found.keys() | content.keys()):
        if found.get(name) != content.get(name):
            return f"{name} is {found.get(name)!r}, entry {number} of the journal says {content.get(name)!r}"
    return f"it is not as entry {number} of the journal says"

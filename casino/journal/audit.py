"""Proof that the journal is whole, and that the rows which it follows are those that it says, no more and no fewer."""

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import Model, OuterRef, Q, QuerySet, Subquery

from casino.journal.chain import JOURNAL, Content, digest_of, leaf_of, sha256
from casino.journal.journaled import Journaled, content_of
from casino.journal.models import ENDED, FOUND, MADE, Entry, Head

CHUNK = 500
Key = tuple[str, int]
Tick = Callable[[], None]


class Since(NamedTuple):
    """The entry up to which the journal was proved."""

    number: int = 0
    digest: str = ""


FROM_THE_FIRST = Since()


class Said(NamedTuple):
    """The last entry of the journal about a row: the entry's number, and the digest of the content."""

    entry: int
    content: str


def faults(
    tick: Tick = lambda: None, since: Since = FROM_THE_FIRST, kept: Collection[type[Model]] = ()
) -> Iterator[str]:
    """A sentence for each broken place: in the chain of entries, and then row by row. `tick` is called for each entry
    and each row. `since`: the entry up to which all was proved; then of the models `kept`, whose rows are only added,
    only the rows are looked at that have come since."""
    said: dict[Key, Said] = {}
    if since.number and not Entry.objects.filter(number=since.number, digest=since.digest).exists():
        yield f"entry {since.number} of the journal is not the one that was proved"
    yield from _chain_faults(said, since, tick)
    there = set(connection.introspection.table_names())
    for model in (model for model in journaled() if model._meta.db_table in there):
        rows = model.journal_rows()
        if since.number:
            touched = [row for kind, row in said if kind == model.journal_kind]
            if model in kept:
                rows = rows.filter(Q(pk__in=touched) | Q(pk__gt=_newest_row(model, since.number)))
            else:
                said |= _said_before(model, since.number, touched)
        yield from _row_faults(rows, said, tick)
    for (kind, row), last in sorted(said.items(), key=lambda one: one[1].entry):
        yield f"{kind} {row} is gone: entry {last.entry} of the journal has it"


def _newest_row(model: type[Journaled], number: int) -> int:
    entries = Entry.objects.filter(kind=model.journal_kind, number__lte=number).order_by("-row")
    return entries.values_list("row", flat=True).first() or 0


def _said_before(model: type[Journaled], number: int, touched: list[int]) -> dict[Key, Said]:
    """What the journal said up to that entry of the rows that have not been touched since."""
    of_row = Entry.objects.filter(kind=model.journal_kind, row=OuterRef("row")).order_by("-number")
    newest = Entry.objects.filter(kind=model.journal_kind, number__lte=number).exclude(row__in=touched)
    newest = newest.filter(number=Subquery(of_row.values("number")[:1])).exclude(act=ENDED)
    return {
        (entry.kind, entry.row): Said(entry.number, sha256(entry.content))
        for entry in newest.iterator(chunk_size=CHUNK)
    }


def journaled() -> list[type[Journaled]]:
    """The models whose rows the journal follows."""
    found = [model for model in apps.get_models() if issubclass(model, Journaled)]
    return sorted(found, key=lambda model: model.journal_kind)


def _chain_faults(said: dict[Key, Said], since: Since, tick: Tick) -> Iterator[str]:
    number, previous = since
    for entry in Entry.objects.filter(number__gt=number).order_by("number").iterator(chunk_size=CHUNK):
        tick()
        yield from _link_faults(entry, number, previous)
        yield from _act_faults(entry, said, since.number)
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


def _act_faults(entry: Entry, said: dict[Key, Said], since: int) -> Iterator[str]:
    is_known = (entry.kind, entry.row) in said or _was_there(entry, since)
    if is_known == (entry.act in (MADE, FOUND)):
        earlier = "it was there before" if is_known else "nothing made it"
        yield f"entry {entry.number} of the journal ({entry.kind} {entry.row} {entry.act}): {earlier}"


def _was_there(entry: Entry, since: int) -> bool:
    """Whether the row was there before this entry, by the last one about it, if that was proved."""
    if not since:
        return False
    earlier = Entry.objects.filter(kind=entry.kind, row=entry.row, number__lt=entry.number)
    last = earlier.order_by("-number").values_list("number", "act").first()
    return last is not None and last[0] <= since and last[1] != ENDED


def _row_faults(rows: QuerySet[Any], said: dict[Key, Said], tick: Tick) -> Iterator[str]:
    for row in rows.order_by("pk").iterator(chunk_size=CHUNK):
        tick()
        found, last = content_of(row), said.pop((row.journal_kind, row.pk), None)
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

"""Putting a sealed year away: the rows of its record leave the database, and nothing else does.

What is about to leave is proved and entered first, then deleted piece by piece: killed at any step, the same command
goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.db import connection, transaction
from django.db.models import Max, Min, QuerySet

from casino.common import clock
from casino.common.sql.append_only import STAY
from casino.operations.answer import Fault
from casino.operations.language import gettext as _
from casino.operations.seal.making import Advance, alone, check
from ledger.selectors import touching
from tables.door.signatures import waiting
from tables.engine.undo.events import OPENING
from tables.models import Dispute, PutAway, Record, Seal, Table
from tables.record.audit import Broken, prove
from tables.record.audit.put_away import digests_of
from tables.record.audit.start import NO_BASE, Base, newest_base
from tables.record.database_rights import is_owner
from tables.record.history import numbers_undone
from tables.record.postings import reference_of
from tables.record.put_away import begin_of
from tables.record.stored import previous_of
from tables.reports.selectors.money import records_read
from tables.view.facts.decided import records_told

AT_ONCE = 1_000  # numbers of records whose rows are deleted together
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Done:
    """A year that is put away: its folder, how many rows left, how many of these in this run, and how many stay."""

    folder: Path
    gone: int
    now: int
    kept: int


def put_away(year: int, folder: Path, actor: str, advance: Advance) -> Done:
    """Put away the year that lies sealed in this folder. `advance`: told of each record that is proved and each that
    leaves. Raises Fault, OSError."""
    if connection.vendor == "postgresql" and is_owner() is None:
        raise Fault(_("Only the owner of the tables puts a year away: give the command as root."))
    with alone(folder):
        seal = _due(year)
        place = check(year, folder, advance).folder.resolve()
        rows = PutAway.objects.filter(seal=seal)
        if not rows:
            _enter(seal, place, actor, advance)
        now = sum(_delete(one, advance) for one in rows.all())
        every = list(rows.all())
        return Done(place, sum(one.gone for one in every), now, sum(len(one.kept) for one in every))


def is_whole(seal: Seal) -> bool:
    """Whether all has left that is to leave of a year that was put away."""
    return not any(_leaving(one).exists() for one in PutAway.objects.filter(seal=seal, first__gt=1))


def _due(year: int) -> Seal:
    """Raises Fault where the year cannot be put away now."""
    seal = Seal.objects.filter(year=year).first()
    if seal is None:
        raise Fault(_("%(year)s has not been sealed.") % {"year": year})
    earlier = [one for one in Seal.objects.filter(year__lt=year).order_by("year") if one.tables]
    for one in earlier:
        if not PutAway.objects.filter(seal=one).exists() or not is_whole(one):
            raise Fault(_("%(due)s comes first: it has not been put away yet.") % {"due": one.year})
    if PutAway.objects.filter(seal=seal).exists():
        return seal  # it goes on
    if not Seal.objects.filter(year__gt=year).exists():
        says = _("%(year)s stays until the year after it is sealed as well.")
        raise Fault(says % {"year": year})
    for slug, (number, _digest) in seal.tables.items():
        _refuse_what_is_open(slug, number)
    return seal


def _refuse_what_is_open(slug: str, number: int) -> None:
    dispute = Dispute.objects.filter(table__slug=slug, record__lte=number, decision=None).first()
    if dispute:
        says = _("Dispute %(number)s of table %(table)s has not been decided yet.")
        raise Fault(says % {"number": dispute.pk, "table": slug})
    version = Record.objects.filter(table__slug=slug, number=number).values_list("version", flat=True).first()
    for request in waiting(slug):
        if request.version <= (version or 0):
            says = _("Request %(number)s of table %(table)s still waits for a signature.")
            raise Fault(says % {"number": request.pk, "table": slug})


def _enter(seal: Seal, place: Path, actor: str, advance: Advance) -> None:
    """All of its tables, or none."""
    moment = clock.now()
    said = {"seal": seal, "folder": str(place), "actor": actor, "at": moment}
    rows = [
        _row(Table.objects.get(slug=slug), head, said, advance) for slug, head in sorted(seal.tables.items())
    ]
    with transaction.atomic():
        for one in rows:
            one.save()


def _row(table: Table, head: list[int | str], said: dict[str, object], advance: Advance) -> PutAway:
    """Of a table, which is proved as a whole once more. Raises Fault."""

    def tick() -> None:
        advance(1)

    try:
        prove(table, tick)
    except Broken as broken:
        raise Fault(f"{table.slug}: {broken}") from broken
    number, digest = head
    if not Record.objects.filter(table=table, number=number, digest=digest).exists():
        says = _("Record %(number)s of table %(table)s is not the last of the sealed year.")
        raise Fault(says % {"number": number, "table": table.slug})
    found = PutAway(table=table, slug=table.slug, **said)
    before = begin_of(table.pk)
    begin, last = before.first if before else 1, _last_out_of_reach(table, int(number))
    base = _base(table, last) if last else NO_BASE
    if base.record is None or base.number <= begin:
        return found
    found.first, found.version, found.digest = base.number, base.record.version, base.head
    found.previous = previous_of(base.record)
    found.kept = _kept(table, begin, base.number)
    found.gone = base.number - begin - len(found.kept)
    found.transfer = _last_transfer(table, base.number)
    newest = Record.objects.filter(table=table, number__lte=last).aggregate(at=Max("at"))["at"]
    found.hour = clock.hour_of(newest) + HOUR
    found.digests = digests_of(found, base.state)
    return found


def _last_out_of_reach(table: Table, head: int) -> int:
    """The number of the last record of the year to which no undo goes back: that before the table's last opening."""
    opened = Record.objects.filter(table=table, name=OPENING).aggregate(last=Max("number"))["last"]
    return min(head, (opened or 1) - 1)


def _base(table: Table, last: int) -> Base:
    reach: int = Record.objects.values_list("version", flat=True).get(table=table, number=last)
    undone = Record.objects.filter(table=table, number__gt=last).aggregate(to=Min("undone_to"))["to"]
    return newest_base(table, reach if undone is None else min(reach, undone))


def _kept(table: Table, begin: int, end: int) -> list[int]:
    """The numbers of the records from `begin` up to but not including `end` that something reads after all, and of the
    undos that took one of them back."""
    part = Record.objects.filter(table=table, number__gte=begin, number__lt=end)
    read = set(part.filter(name__in=STAY).values_list("number", flat=True))
    read |= records_read(table) | records_told(table)
    undos = part.filter(undone_to__isnull=False).defer("state").iterator()
    read |= {undo.number for undo in undos if not read.isdisjoint(numbers_undone(undo))}
    return sorted(one for one in read if begin <= one < end)


def _last_transfer(table: Table, number: int) -> int:
    """The game's last one up to the record of that number; 0 for none."""
    begins = reference_of(table.slug, "")
    moved = touching(table.book).filter(reference__startswith=begins).values_list("reference", "pk")
    return max((pk for of, pk in moved.iterator() if _number(of, begins) <= number), default=0)


def _number(reference: str, begins: str) -> int:
    return int(reference.removeprefix(begins).partition(":")[0])


def _leaving(one: PutAway) -> QuerySet[Record]:
    return Record.objects.filter(table=one.table_id, number__lt=one.first).exclude(number__in=_staying(one))


def _staying(one: PutAway) -> list[int]:
    kept = PutAway.objects.filter(table=one.table_id, first__lte=one.first).values_list("kept", flat=True)
    return [number for numbers in kept for number in numbers]


def _delete(one: PutAway, advance: Advance) -> int:
    """How many rows left."""
    return sum(_pieces(one, advance))


def _pieces(one: PutAway, advance: Advance) -> Iterator[int]:
    """Each piece is a transaction of its own."""
    staying = set(_staying(one))
    begin = _leaving(one).aggregate(least=Min("number"))["least"] or one.first
    for start in range(begin, one.first, AT_ONCE):
        end = min(start + AT_ONCE, one.first)
        kept = [number for number in staying if start <= number < end]
        piece = Record.objects.filter(table=one.table_id, number__gte=start, number__lt=end)
        deleted, _by_model = piece.exclude(number__in=kept).delete()
        advance(deleted)
        yield deleted

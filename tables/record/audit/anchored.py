"""Whether the chains in the database are those that were anchored."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from django.db.models import Max

from casino.journal.chain import JOURNAL
from casino.journal.models import Entry, Head
from tables.models import PutAway, Record, Table
from tables.record.anchors import file
from tables.record.anchors.anchor import Anchor, ChainHead, NoAnchor, Proved, is_signed, read_line

CHUNK = 500
Digests = Callable[[list[int]], dict[int, str]]


@dataclass(frozen=True, slots=True)
class Point:
    """A head of a chain, as an anchor names it."""

    head: ChainHead
    anchor: int
    at: str


class Proof(NamedTuple):
    """An anchor that says what was proved, and the byte of its file at which it begins."""

    begin: int
    anchor: Anchor
    proved: Proved


def newest_proof(path: Path, keys: Sequence[str]) -> tuple[Proof | None, str]:
    """The newest proof in the file that this database has come to: an older backup has not come to the last. `keys`:
    see `anchor_faults`; what was proved under one that was replaced is proved again. None, and a sentence why, where
    there is none that is signed with the last key and whose heads are in the database. Raises OSError."""
    *old, key = keys
    for begin, anchor in file.newest_first(path):
        proved = anchor.proved
        if proved is None or not _has_come_to(proved):
            continue
        if anchor.key in old:
            return None, ""
        if anchor.key != key or not is_signed(anchor):
            return None, f"anchor {anchor.number} of {path.name} was not signed with the key {key}"
        return Proof(begin, anchor, proved), ""
    return None, ""


def _has_come_to(proved: Proved) -> bool:
    numbers = dict(Table.objects.values_list("slug", "records"))
    head = Head.objects.filter(name=JOURNAL).first()
    return bool(head and proved.journal.number <= head.number) and all(
        one.number <= numbers.get(slug, 0) for slug, one in proved.tables.items()
    )


def anchor_faults(
    path: Path,
    keys: Sequence[str],
    printed: str = "",
    told: Callable[[], object] = lambda: None,
    since: Proof | None = None,
) -> Iterator[tuple[str, str]]:
    """(chain, sentence) for each line of the file that is no anchor of these keys or does not follow the one before,
    and for each chain the first anchored head that the database does not have. `keys`: those of the house, one after
    the other; none signs any more once the next has signed. `printed`: a fingerprint, or its begin,
    that one of the anchors must have; `told`: called with each line; `since`: the lines before its own are left out.
    Raises OSError."""
    chains: dict[str, list[Point]] = {JOURNAL: []}
    fingerprints: list[str] = []
    for fault in _read(path, keys, chains, fingerprints, told, since):
        yield "anchors", fault
    wanted = printed.replace(" ", "").lower()
    if wanted and not any(one.startswith(wanted) for one in fingerprints):
        yield "anchors", f"no anchor of {path.name} has the fingerprint {printed}"
    for name, points in chains.items():
        if rewritten := _first_fault(name, points):
            yield name, rewritten


def _read(
    path: Path,
    keys: Sequence[str],
    chains: dict[str, list[Point]],
    fingerprints: list[str],
    told: Callable[[], object],
    since: Proof | None,
) -> Iterator[str]:
    number = since.anchor.number - 1 if since else 0
    if since:
        fingerprints.append(since.anchor.previous)
    for line_number, line in file.lines(path, since.begin if since else 0):
        told()
        where = f"line {line_number} of {path.name}"
        if since:
            where += f" from anchor {since.anchor.number} on"
        try:
            anchor = read_line(line)
        except NoAnchor as reason:
            yield f"{where} is no anchor: {reason}"
            continue
        if anchor.key not in keys or not is_signed(anchor):
            yield f"{where} was not signed with the key {keys[-1]}"
            continue
        keys = keys[keys.index(anchor.key) :]
        if (anchor.number, anchor.previous) != (number + 1, fingerprints[-1] if fingerprints else ""):
            yield f"{where}: anchor {anchor.number} does not follow anchor {number}"
        number = anchor.number
        fingerprints.append(anchor.fingerprint)
        _note(anchor, chains)
    if not fingerprints:
        yield f"{path.name} has no anchor"


def _note(anchor: Anchor, chains: dict[str, list[Point]]) -> None:
    for name, head in [
        (JOURNAL, anchor.journal),
        *((f"table {slug}", head) for slug, head in anchor.tables.items()),
    ]:
        points = chains.setdefault(name, [])
        if not points or points[-1].head != head:
            points.append(Point(head, anchor.number, anchor.at))


def _first_fault(name: str, points: list[Point]) -> str | None:
    digests = _digests_of(name)
    if digests is None:
        return f"{name} is gone: it was there at {points[0].at} (anchor {points[0].anchor})"
    first, good = _first_left(name), 0
    waiting = iter(points)
    while chunk := list(islice(waiting, CHUNK)):
        found = digests([point.head.number for point in chunk])
        for point in chunk:
            if point.head.number < first and point.head.number not in found:
                continue  # it was put away
            if found.get(point.head.number, "") != point.head.digest:
                return _rewritten(name, good, point, is_gone=point.head.number not in found)
            good = point.head.number
    return None


def _first_left(name: str) -> int:
    """The number of the record, or the entry, with which begins what is left of a chain."""
    away = PutAway.objects.filter(slug=name.removeprefix("table "), first__gt=1) if name != JOURNAL else None
    return (away.aggregate(first=Max("first"))["first"] if away else None) or 1


def _rewritten(name: str, good: int, point: Point, *, is_gone: bool) -> str:
    what = "entry" if name == JOURNAL else "record"
    plural = "entries" if name == JOURNAL else "records"
    if is_gone:
        what_is = (
            f"{what} {point.head.number} is gone, which was the last at {point.at} (anchor {point.anchor})"
        )
    else:
        what_is = f"{what} {point.head.number} is another than at {point.at} (anchor {point.anchor})"
    return f"history was rewritten in {plural} {good + 1} to {point.head.number}: {what_is}"


def _digests_of(name: str) -> Digests | None:
    if name == JOURNAL:
        return lambda numbers: dict(Entry.objects.filter(number__in=numbers).values_list("number", "digest"))
    table = Table.objects.filter(slug=name.removeprefix("table ")).only("pk").first()
    if table is None:
        return None
    return lambda numbers: dict(
        Record.objects.filter(table=table.pk, number__in=numbers).values_list("number", "digest")
    )

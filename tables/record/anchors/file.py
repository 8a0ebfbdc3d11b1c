"""The file that anchors are added to."""

import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from casino.journal import chain
from ledger.cage.models import Closing
from tables.record.anchors.anchor import Anchor, NoAnchor, line_of, read_line

TAIL = 1 << 20  # bytes read to find the last line
PATIENCE = 5.0  # seconds that another process may have the file
AGAIN = 0.05  # seconds until it is asked for again


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """The file, made if need be, for one process at a time. Raises OSError, also where another process keeps it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _lock(file)
        yield file


def is_begun(path: Path) -> bool:
    """Whether anything was written into the file: who makes it to add the first anchor may get no further."""
    return path.exists() and path.stat().st_size > 0


def add(file: BinaryIO, anchor: Anchor) -> None:
    """Add an anchor. It is on the disk when this returns."""
    end = file.seek(0, os.SEEK_END)
    if end and not _ends_a_line(file, end):
        file.write(b"\n")  # a line that a crash cut stays as it is
    file.write(line_of(anchor) + b"\n")
    file.flush()
    os.fsync(file.fileno())


def newest(file: BinaryIO) -> Anchor | None:
    """The last anchor; None if there is none. A line that was cut is passed over."""
    end = file.seek(0, os.SEEK_END)
    file.seek(max(0, end - TAIL))
    for line in reversed(file.read().splitlines()):
        try:
            return read_line(line)
        except NoAnchor:
            continue
    return None


def lines(path: Path, begin: int = 0) -> Iterator[tuple[int, bytes]]:
    """Each line that is not empty, with its number, from the byte `begin` on. Raises OSError."""
    with path.open("rb") as file:
        file.seek(begin)
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def newest_first(path: Path) -> Iterator[tuple[int, Anchor]]:
    """Every anchor of the file with the byte at which its line begins, the newest first; what is none is passed over.
    A file that is not there has none."""
    if not path.exists():
        return
    with path.open("rb") as file:
        end, rest = file.seek(0, os.SEEK_END), b""
        while end or rest:
            begin = max(0, end - TAIL)
            file.seek(begin)
            found = file.read(end - begin) + rest
            first, *others = found.split(b"\n") if begin else (b"", *found.split(b"\n"))
            at = begin + len(found)
            for line in reversed(others):
                at -= len(line)
                with suppress(NoAnchor):
                    yield at, read_line(line)
                at -= 1
            end, rest = begin, first


def anchors(path: Path) -> Iterator[Anchor]:
    """Every anchor of the file; what is none is passed over. A file that is not there has none."""
    if not path.exists():
        return
    for _number, line in lines(path):
        try:
            yield read_line(line)
        except NoAnchor:
            continue


def _lock(file: BinaryIO) -> None:
    """Raises BlockingIOError where a process that hangs has it: whoever signs does not hang with it."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise
            time.sleep(AGAIN)


def _ends_a_line(file: BinaryIO, end: int) -> bool:
    file.seek(end - 1)
    return file.read(1) == b"\n"


log = logging.getLogger("tables.record.anchors")


def covering(closing: Closing) -> Anchor | None:
    """The first anchor of this house's journal that was made after the closing, told by its number there and not by any
    clock. None if there is none yet, or the file cannot be read, which is logged."""
    number = chain.number_of(Closing.journal_kind, closing.pk)
    try:
        return next((one for one in anchors(settings.ANCHORS) if _covers(one, number)), None)
    except OSError:
        log.exception("the anchors in %s cannot be read", settings.ANCHORS)
        return None


def _covers(anchor: Anchor, number: int) -> bool:
    return anchor.journal.number >= number and chain.has_head(anchor.journal.number, anchor.journal.digest)

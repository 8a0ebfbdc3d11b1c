"""Making anchors: now, every hour, and when a shift is closed."""

import logging
import shlex
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection

from casino.common import signing
from casino.common.sql.consistent_read import one_moment
from casino.journal import chain
from casino.journal.chain import JOURNAL
from casino.journal.models import Head
from ledger.cage.models import Closing
from tables.models import Table
from tables.record.anchors import file
from tables.record.anchors.anchor import Anchor, ChainHead, Proved, line_of, signed

log = logging.getLogger("tables.record.anchors")
EVERY = timedelta(hours=1)
LOOK = 60.0  # seconds between two looks whether an anchor is due
STOP = 5.0  # seconds
PATIENCE = 60  # seconds that the command for the second place is given
COPYING = "anchor's copy"  # the thread's name


def make(
    is_due: Callable[[Anchor | None], bool] = lambda _newest: True, proved: Proved | None = None
) -> Anchor | None:
    """Add an anchor to the file, and then to the second place. `is_due` is asked with the newest one, while no other
    process adds any; None if it is not due. `proved`: what an audit has just proved. Raises OSError where the file
    cannot be written."""
    anchor = _added(is_due, proved)
    if anchor:
        _copy(anchor)
    return anchor


def make_for_closing() -> None:
    """Add the anchor that a shift just closed prints on its sheet. Whoever signed does not wait for the second place;
    what fails is logged, and made up for at the next hourly look."""
    try:
        anchor = _added(lambda _newest: True)
    except (OSError, DatabaseError):
        log.exception("no anchor could be made in %s", settings.ANCHORS)
        return
    if anchor and (settings.ANCHORS_COPY or settings.ANCHORS_COMMAND):
        threading.Thread(target=_copy, args=[anchor], name=COPYING, daemon=True).start()


def _added(is_due: Callable[[Anchor | None], bool], proved: Proved | None = None) -> Anchor | None:
    with file.opened(settings.ANCHORS) as kept:
        before = file.newest(kept)
        if not is_due(before):
            return None
        anchor = signed(replace(_of_now(before), proved=proved))
        file.add(kept, anchor)
    return anchor


def is_due(newest: Anchor | None) -> bool:
    """Whether the next anchor is due: the newest is an hour old, or a shift has been closed since."""
    return is_an_hour_old(newest) or (newest is not None and newest.journal.number < _last_closing())


def is_an_hour_old(newest: Anchor | None) -> bool:
    """Whether an hour has passed."""
    return newest is None or datetime.now(UTC) - newest.moment >= EVERY


def _last_closing() -> int:
    """The number in the journal of the newest closing; 0 if no shift was ever closed."""
    closing = Closing.objects.order_by("-pk").first()
    return chain.number_of(Closing.journal_kind, closing.pk) if closing else 0


class Hourly:
    """A thread that makes an anchor every hour, beside whatever other processes do so too."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="anchors", daemon=True)

    def start(self) -> None:
        """Begin, with an anchor if one is due."""
        self._thread.start()

    def stop(self) -> None:
        """End; an anchor that is being made is given a few seconds."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(STOP)

    def _run(self) -> None:
        while not self._ended.is_set():
            close_old_connections()
            try:
                make(is_due)
            except Exception:  # the tables go on without anchors; the log says why
                log.exception("no anchor could be made in %s", settings.ANCHORS)
            finally:
                connection.close()
            self._ended.wait(LOOK)


def heads() -> tuple[ChainHead, dict[str, ChainHead]]:
    """Those of the journal and, by slug, of the tables, at one moment."""
    with one_moment():
        head = Head.objects.filter(name=JOURNAL).first()
        rows = Table.objects.order_by("slug").values_list("slug", "records", "head")
        tables = {slug: ChainHead(records, digest) for slug, records, digest in rows}
    return ChainHead(head.number, head.digest) if head else ChainHead(0, ""), tables


def _of_now(before: Anchor | None) -> Anchor:
    journal, tables = heads()
    return Anchor(
        number=before.number + 1 if before else 1,
        at=datetime.now(UTC).isoformat(),
        journal=journal,
        tables=tables,
        previous=before.fingerprint if before else "",
        key=signing.public_key(),
    )


def _copy(anchor: Anchor) -> None:
    """To the second place: a file, the standard input of a command, or both. A failure is logged."""
    try:
        if settings.ANCHORS_COPY:
            with file.opened(Path(settings.ANCHORS_COPY)) as copy:
                file.add(copy, anchor)
        if settings.ANCHORS_COMMAND:
            command = shlex.split(settings.ANCHORS_COMMAND)
            subprocess.run(command, input=line_of(anchor) + b"\n", timeout=PATIENCE, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        log.exception("anchor %s could not be copied to its second place", anchor.number)

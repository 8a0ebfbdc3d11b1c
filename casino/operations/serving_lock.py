"""Whether a server works on this machine's house: it holds a lock in VAR_DIR, shared with the other workers."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "serving.lock"


class IsServed(Exception):
    """A server is running."""


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Hold the lock together with other servers. Raises IsServed while somebody needs the house to stand still."""
    with _held(folder, fcntl.LOCK_SH):
        yield


@contextmanager
def standing_still(folder: Path) -> Iterator[None]:
    """Hold the lock alone: no server runs, and none starts. Raises IsServed."""
    with _held(folder, fcntl.LOCK_EX):
        yield


@contextmanager
def _held(folder: Path, how: int) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / NAME).open("a") as file:
        try:
            fcntl.flock(file, how | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise IsServed from error
        yield

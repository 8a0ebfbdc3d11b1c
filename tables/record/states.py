"""States kept in this process, so that one is decoded or folded only where this process has not met it yet.

A state is found again by the digest of the record that led to it. The digest stands for every event of the record up to
it, and so for the state that follows from them: what is kept under it is true whoever asks, and the digest of a record
that was rolled back is never asked for again.
"""

from threading import Lock

from tables.engine import State

MOST = 2000  # states; each shares most of its parts with the one before it

_kept: dict[str, State] = {}  # by digest, the least lately used first
_lock = Lock()


def kept(digest: str) -> State | None:
    """The state that the record with this digest led to; None if it is not kept."""
    with _lock:
        found = _kept.pop(digest, None)
        if found is not None:
            _kept[digest] = found
    return found


def keep(digest: str, state: State) -> None:
    """Keep the state that the record with this digest led to. A table without a record has no digest."""
    if not digest:
        return
    with _lock:
        _kept[digest] = state
        if len(_kept) > MOST:
            del _kept[next(iter(_kept))]

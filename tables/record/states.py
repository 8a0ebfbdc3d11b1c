"""States kept in this process, so that one is decoded or folded only where this process has not met it yet."""

from tables.engine import State
from tables.record.by_digest import ByDigest

MOST = 2000  # states; each shares most of its parts with the one before it

_kept = ByDigest[State](MOST)


def kept(digest: str) -> State | None:
    """The state that the record with this digest led to; None if it is not kept."""
    return _kept.get(digest)


def keep(digest: str, state: State) -> None:
    """Keep the state that the record with this digest led to."""
    _kept.keep(digest, state)

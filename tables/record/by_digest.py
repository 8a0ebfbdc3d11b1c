"""What this process keeps under the digests of records.

The digest of a record stands for every event of the record up to it, and so for all that follows from them: what is
kept under it is true whoever asks, and the digest of a record that was rolled back is never asked for again.
"""

from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class ByDigest(Generic[T]):
    """As many values as `most`; the least lately used goes first. For any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[str, T] = {}
        self._lock = Lock()

    def get(self, digest: str) -> T | None:
        """The value under this digest; None if it is not kept."""
        with self._lock:
            found = self._kept.pop(digest, None)
            if found is not None:
                self._kept[digest] = found
        return found

    def keep(self, digest: str, value: T) -> None:
        """Keep the value. A table without a record has no digest."""
        if not digest:
            return
        with self._lock:
            self._kept[digest] = value
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]

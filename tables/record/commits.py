"""What the commands that were given in this process have written, so that its own screens need not read it again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from tables.record.by_digest import ByDigest

MOST = 2000  # commits
MOST_NEW = 30  # that are followed at once; who is behind by more reads

Json = dict[str, Any]


class Made(NamedTuple):
    """An accepted command. `before`: the version to which an undo of it returns; `previous`, `digest`: its place in the
    chain."""

    number: int
    before: int
    version: int
    previous: str
    digest: str
    name: str
    actor: str
    at: datetime
    command: Json


class Commit(NamedTuple):
    """A command, and what it has changed in its table's row: columns by name, without the state."""

    made: Made
    row: Mapping[str, Any]


_kept = ByDigest[Commit](MOST)


def keep(commit: Commit) -> None:
    """Keep what is about to be committed."""
    _kept.keep(commit.made.digest, commit)


def between(known: str, head: str) -> list[Commit] | None:
    """What was committed after the record with the digest `known`, up to the one with the digest `head`, newest first.
    None where this process has not written all of it, or no longer knows."""
    found: list[Commit] = []
    while head != known:
        commit = _kept.get(head)
        if commit is None or len(found) == MOST_NEW:
            return None
        found.append(commit)
        head = commit.made.previous
    return found

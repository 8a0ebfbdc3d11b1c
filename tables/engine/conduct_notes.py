"""What has been noted about a player's conduct."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ConductNotes:
    """The notes about a player's conduct: how many. `sent_away`: he may not join, by `article`."""

    name: str
    count: int = 0
    sent_away: bool = False
    article: str | None = None

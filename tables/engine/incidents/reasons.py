"""What an incident rests on: its article, and what was reported."""

from collections.abc import Iterator

from tables.engine.game import Game
from tables.engine.incidents.events import IncidentNoted
from tables.engine.reason import Reason


def of_incident(game: Game, noted: IncidentNoted) -> Iterator[Reason]:
    """The article that states its consequence. What was reported stands in the record itself."""
    yield Reason(noted.kind, (), article=noted.article)

"""The reasons of an incident: its article, and what was reported."""

from collections.abc import Iterator

from tables.engine.game import Game, Reason
from tables.engine.incidents.events import IncidentNoted


def of_incident(game: Game, noted: IncidentNoted) -> Iterator[Reason]:
    """The article that states its consequence. What was reported stands in the record itself."""
    yield Reason(noted.kind, (), article=noted.article)

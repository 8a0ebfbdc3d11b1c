"""The handler of incidents. What follows each kind is registered beside it."""

from tables.engine.handlers import CommandContext, handles
from tables.engine.incidents import (  # noqa: F401 - importing them registers their kinds
    banker,
    card_holder,
    cards,
    conduct,
)
from tables.engine.incidents.commands import Incident
from tables.engine.incidents.events import IncidentNoted
from tables.engine.incidents.register import CONSEQUENCES
from tables.engine.state import OPEN


@handles("incident", *OPEN)
def incident(context: CommandContext, command: Incident) -> None:
    """Note the incident with its article, then apply its consequence."""
    consequence = CONSEQUENCES[command.kind]
    if context.state.phase not in consequence.phases:
        context.refuse_phase()
    article = getattr(command, "article", None) or context.rules.article(command.kind)
    context.emit(IncidentNoted(kind=command.kind, article=article, details=command.details()))
    consequence.follow(context, command)

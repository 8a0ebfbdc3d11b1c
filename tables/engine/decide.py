"""The entry point of the engine: a command applied to a state gives events, or a refusal and no change.

Checks run in a fixed order: form, names, role, version, phase, article, amount.
"""

from typing import NamedTuple, NoReturn

from casino.accounts.permissions import Right, may, may_command
from casino.common.errors import Refusal
from tables.engine import validation
from tables.engine.actor import Signature
from tables.engine.auction import handlers as _auction  # noqa: F401 - importing handlers registers them
from tables.engine.bank import handlers as _bank  # noqa: F401
from tables.engine.betting import handlers as _betting  # noqa: F401
from tables.engine.command import Command
from tables.engine.context import CommandContext
from tables.engine.cover import banco as _banco  # noqa: F401
from tables.engine.cover import handlers as _cover  # noqa: F401
from tables.engine.dealing import handlers as _dealing  # noqa: F401
from tables.engine.event import Event
from tables.engine.handlers import HANDLERS, Handler
from tables.engine.history import History
from tables.engine.incidents import handlers as _incidents  # noqa: F401
from tables.engine.incidents import voiding as _voiding  # noqa: F401
from tables.engine.incidents.consent import consent_given, decides_known_cards
from tables.engine.offer import handlers as _offer  # noqa: F401
from tables.engine.payment import handlers as _payment  # noqa: F401
from tables.engine.people import is_here
from tables.engine.phase import PASS_UNDER_WAY
from tables.engine.proof import prove
from tables.engine.seating import handlers as _seating  # noqa: F401
from tables.engine.shoe import handlers as _shoe  # noqa: F401
from tables.engine.shoe import sabot as _sabot  # noqa: F401
from tables.engine.state import State
from tables.engine.suite import handlers as _suite  # noqa: F401
from tables.engine.table import handlers as _table  # noqa: F401
from tables.engine.table.limits import apply_waiting
from tables.engine.undo import handlers as _undo  # noqa: F401
from tables.engine.undo.limits import UNDO, with_undo_limits
from tables.rules.reglamento import Reglamento

__all__ = ["HANDLERS", "Decision", "decide"]


class Decision(NamedTuple):
    """The result of an accepted command: its events (at least one) and the state after them."""

    events: tuple[Event, ...]
    state: State


def decide(
    state: State,
    command: Command,
    role: str,
    history: History,
    rules: Reglamento | None,
    signature: Signature | None = None,
) -> Decision:
    """Decide `command`, given by someone of `role`. Raises Refusal; then nothing has changed.

    `rules` is the reglamento of the open table or of the one that this command opens; None if there is neither.
    `signature` is the second person's, by whose role the command then stands. The money of the events is proved before
    they are returned.
    """
    context = CommandContext(state, rules, role, history, signature)
    name = command.name
    handler = HANDLERS[name]
    check(context, command, handler)
    if signature:
        context.emit(consent_given(signature))
    handler.decide(context, command)
    if name != UNDO:
        if context.state.limits.next and context.state.phase not in PASS_UNDER_WAY:
            apply_waiting(context)
        prove(state, context.events, context.state)
    after = with_undo_limits(context.state, state, name, context.authority)
    return Decision(tuple(context.events), after)


def check(context: CommandContext, command: Command, handler: Handler) -> None:
    """Check what does not depend on the handler: form, names, role, version and phase. Raises Refusal."""
    state = context.state
    validation.check(context, command)
    for player in command.people():
        if not is_here(state, player):
            raise Refusal("unknown_player", player=player)
    if not may_give(context, command):
        raise Refusal("not_allowed", role=context.role)
    expected = command.expected_version
    if expected is not None and expected != state.version:
        raise Refusal("stale", version=state.version)
    if state.suspended and not handler.while_suspended:
        raise Refusal("suspended")
    if state.phase not in handler.phases:
        _refuse_phase(context, command, handler)


def may_give(context: CommandContext, command: Command) -> bool:
    """Whether giver and signer together have the right to this command as the table stands."""
    if decides_known_cards(context.state, command) and not may(context.authority, Right.DECIDE_KNOWN_CARDS):
        return False
    name = command.name
    return may_command(context.role, name) or may_command(context.authority, name)


def _refuse_phase(context: CommandContext, command: Command, handler: Handler) -> NoReturn:
    if handler.otherwise and context.state.open:
        handler.otherwise(context, command)
    context.refuse_phase()

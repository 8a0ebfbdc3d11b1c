"""The entry point of the engine: a command applied to a state gives events, or a refusal and no change; and the fold,
which applies stored events to the state before them.

Checks run in a fixed order: form, names, role, version, phase, article, amount. Those of the form that need the table's
reglamento, and so cannot be in the schema, stand here. At the end the money of a decision is proved: what the events
move is what the state says lies on the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

from casino.common.refusals import Refusal
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.commands import PlaceBet, RemoveBet
from tables.engine.betting.stakes import chances_offered
from tables.engine.chapters import INCIDENTS
from tables.engine.command import Command
from tables.engine.event import Event
from tables.engine.game import Game, History, Standing
from tables.engine.handlers import HANDLERS, CommandContext, Handler
from tables.engine.incidents.commands import Conduct, Incident
from tables.engine.incidents.consent import authority, consent_given, decides_known_cards
from tables.engine.offer.commands import AcceptBank
from tables.engine.seating.commands import Sit
from tables.engine.shoe.commands import Cut
from tables.engine.state import PASS_UNDER_WAY, Bank, Bet, State, is_here
from tables.engine.table.commands import Note
from tables.engine.table.limits import apply_waiting
from tables.engine.transfers import BANK, CAGNOTTE, STAKES
from tables.engine.undo.commands import Undo
from tables.engine.undo.events import UNDO, Undone, restore, undo_limits_after
from tables.rules.reglamento import Reglamento
from tables.rules.roles import DECIDE_KNOWN_CARDS, GIVE_REASON_FOR_UNDO, Signature, may_command


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
    after = _counted(state, context.state, context.events, name, context.authority)
    return Decision(tuple(context.events), after)


def check(context: CommandContext, command: Command, handler: Handler) -> None:
    """Check what does not depend on the handler: form, names, role, version and phase. Raises Refusal."""
    state = context.state
    check_form(context, command)
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
    if decides_known_cards(context.state, command) and context.authority not in DECIDE_KNOWN_CARDS:
        return False
    name = command.name
    return may_command(context.role, name) or may_command(context.authority, name)


def _refuse_phase(context: CommandContext, command: Command, handler: Handler) -> NoReturn:
    if handler.otherwise and context.state.open:
        handler.otherwise(context, command)
    context.refuse_phase()


def check_form(game: Game, command: Command) -> None:
    """Refuse (`malformed`) a command that can never be right at this table or from this role."""
    rule = _CHECKS.get(type(command))
    if rule and (game.state.open or isinstance(command, Undo | Sit)):
        rule(game, command)


def _check_reason(game: Game, command: Undo) -> None:
    if command.reason is None and game.role in GIVE_REASON_FOR_UNDO:
        raise Refusal("malformed", fault="reason_needed")


def _check_chance(game: Game, command: PlaceBet | RemoveBet) -> None:
    if command.chance not in chances_offered(game):
        raise Refusal("malformed", fault="no_such_chance_here", chance=command.chance)


def _check_bank_amount(game: Game, command: AcceptBank) -> None:
    if kind_of(game).staked != (command.amount is not None):
        raise Refusal("malformed", fault="amount_or_none")


def _check_seat(game: Game, command: Sit) -> None:
    highest = max(game.state.seats)
    if command.seat > highest:
        raise Refusal("malformed", fault="less_than_equal", field="seat", most=highest)
    if command.seat not in game.state.seats:
        raise Refusal("malformed", fault="no_such_seat_here", seat=command.seat)


def _check_kind(game: Game, command: Incident) -> None:
    if command.kind not in game.rules.incidents:
        raise Refusal("malformed", fault="no_such_incident_here", kind=command.kind)


def _check_conduct(game: Game, command: Conduct) -> None:
    _check_kind(game, command)
    if command.article is None and game.rules.source.articles:
        raise Refusal("malformed", fault="article_needed")
    _check_article(game, command)


def _check_article(game: Game, command: Conduct | Note) -> None:
    if command.article is not None and command.article not in game.rules.source.articles:
        raise Refusal("malformed", fault="no_such_article")


def _check_cutter(game: Game, command: Cut) -> None:
    if game.rules.cutter == "any_player" and command.player is None and game.state.names:
        raise Refusal("malformed", fault="cutter_needed")


_CHECKS: dict[type[Command], Callable[[Game, Any], None]] = {
    **dict.fromkeys(INCIDENTS.values(), _check_kind),
    Conduct: _check_conduct,
    Note: _check_article,
    Cut: _check_cutter,
    PlaceBet: _check_chance,
    RemoveBet: _check_chance,
    AcceptBank: _check_bank_amount,
    Sit: _check_seat,
    Undo: _check_reason,
}


ON_THE_TABLE = frozenset((STAKES, BANK, CAGNOTTE))  # what the state knows; chips and tray are the ledger's


def prove(before: State, events: Sequence[Event], after: State) -> None:
    """Raise Refusal (`unbalanced`) if an amount is negative, or if stakes, bank or cagnotte would differ from what the
    events have moved there."""
    moved: dict[str, int] = {}
    for happened in events:
        for move in happened.transfers():
            if move.amount < 0:
                raise Refusal("unbalanced", account=move.source)
            if move.source in ON_THE_TABLE:
                moved[move.source] = moved.get(move.source, 0) - move.amount
            if move.target in ON_THE_TABLE:
                moved[move.target] = moved.get(move.target, 0) + move.amount
    lay, lie = before.current.bets, after.current.bets
    if lie is not lay or STAKES in moved:
        _compare(STAKES, _staked(lay), _staked(lie), moved)
    if after.bank is not before.bank or BANK in moved:
        _compare(BANK, _banked(before.bank), _banked(after.bank), moved)
    if after.cagnotte != before.cagnotte or CAGNOTTE in moved:
        _compare(CAGNOTTE, before.cagnotte, after.cagnotte, moved)


def _compare(account: str, lay: int, lies: int, moved: Mapping[str, int]) -> None:
    if lies < 0 or lies != lay + moved.get(account, 0):
        raise Refusal("unbalanced", account=account)


def _staked(bets: Sequence[Bet]) -> int:
    return sum([bet.amount for bet in bets])


def _banked(bank: Bank | None) -> int:
    return bank.stake if bank else 0


def fold(state: State, events: Sequence[Event], command: str, role: str, history: History) -> State:
    """Apply the events of one record to the state before it. The result equals the state that `decide` returned."""
    after = state
    for happened in events:
        if isinstance(happened, Undone):
            after = restore(after, history.state_at(happened.to))
        else:
            after = happened.evolve(after)
    return _counted(state, after, events, command, authority(events, role))


def _counted(before: State, after: State, events: Sequence[Event], command: str, role: str) -> State:
    """The state `after` the events of a command, with its version and what may be undone of it."""
    version = before.version + len(events)
    return replace(after, version=version, undo_limits=undo_limits_after(after, command, role))


def standing_after(standing: Sequence[Standing], made: Standing, events: Sequence[Event]) -> list[Standing]:
    """The commands that stand after one more. An undo removes some and is not itself in the list."""
    for happened in events:
        if isinstance(happened, Undone):
            return [earlier for earlier in standing if earlier.version <= happened.to]
    return [*standing, made]

"""The registry of command handlers, and the context in which one command is decided."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from casino.common.refusals import Refusal
from tables.engine.event import Event
from tables.engine.game import Bounds, Game, History
from tables.engine.state import Phase, State
from tables.engine.table.events import PhaseEntered
from tables.engine.undo.events import Undone, restore
from tables.rules.reglamento import Reglamento
from tables.rules.roles import Signature


class CommandContext(Game):
    """The state as the events emitted so far have left it.

    Handlers call `emit` for what happens and `refuse` for what is not allowed. Each handler sees the effect of earlier
    events; the version rises when the command is decided. `authority`: the role by whose authority the command is
    given; the signer's, where another signed it.
    """

    def __init__(
        self,
        state: State,
        rules: Reglamento | None,
        role: str,
        history: History,
        signature: Signature | None = None,
    ) -> None:
        Game.__init__(self, state, rules, role)
        self.history = history
        self.authority = signature.role if signature else role
        self.events: list[Event] = []

    def emit(self, happened: Event) -> None:
        """Record an event and apply it to the state at once."""
        self.state = happened.evolve(self.state)
        self.events.append(happened)

    def enter(self, phase: Phase) -> None:
        """Enter another phase; does nothing if the table is already in it."""
        if self.state.phase != phase:
            self.emit(PhaseEntered(phase=phase))

    def restore(self, undone: Undone) -> None:
        """Record an undo and restore the state of that version."""
        self.state = restore(self.state, self.history.state_at(undone.to))
        self.events.append(undone)

    def refuse(self, code: str, rule: str | None = None, **fields: Any) -> NoReturn:
        """Refuse the command. `rule` is the engine's name of a rule; the refusal cites this reglamento's article for
        it."""
        raise Refusal(code, self.rules.article(rule) if rule else None, **fields)

    def refuse_phase(self) -> NoReturn:
        """Refuse the command because it is not possible in this phase."""
        self.refuse("wrong_phase", phase=self.state.phase)

    def check_shoe_is_cut(self) -> None:
        """Refuse what happens to a shoe in play while it is still to be cut."""
        if self.state.shoe is None or not self.state.shoe.is_cut:
            self.refuse_phase()

    def check_listed(self, command: str) -> None:
        """Refuse a command that this reglamento does not have."""
        if command not in self.rules.commands:
            self.refuse_phase()

    def check_bank(self, amount: int, most: int | None = None) -> None:
        """Refuse a bank that is too small, too large or not a multiple of the chip (argentina art. 2). `most`: the
        largest, where it is not the table's."""
        minimum = self.state.limits.minimum
        if amount < minimum:
            self.refuse("below_minimum", "bank_limits", minimum=minimum)
        self.check_multiple(amount, "bank_limits")
        maximum = self.bank_maximum if most is None else most
        if amount > maximum:
            self.refuse("above_maximum", "bank_limits", maximum=maximum)

    def check_multiple(self, amount: int, rule: str) -> None:
        """Refuse an amount that is not a multiple of the chip."""
        chip = self.state.limits.chip
        if amount % chip:
            self.refuse("not_multiple", rule, unit=chip)


Decide = Callable[[CommandContext, Any], None]
May = Callable[[Game], bool]
BoundsOf = Callable[..., Bounds | None]


def always(game: Game) -> bool:
    """The default of `may`: some fields are acceptable whenever the phase is right."""
    return True


@dataclass(frozen=True)
class Handler:
    """The way in which a command is decided.

    `phases`: where it may be accepted. `may`: whether some fields would be accepted now. `bounds`: what its amount may
    be, given the fields on which it depends. `otherwise`: refuses with a specific code before `wrong_phase`.
    `while_suspended`: whether a suspended table accepts it.
    """

    decide: Decide
    phases: tuple[Phase, ...]
    may: May
    bounds: BoundsOf | None
    otherwise: Decide | None
    while_suspended: bool


HANDLERS: dict[str, Handler] = {}


def handles(
    command: str,
    *phases: Phase,
    may: May = always,
    bounds: BoundsOf | None = None,
    otherwise: Decide | None = None,
    while_suspended: bool = False,
) -> Callable[[Decide], Decide]:
    """Decorator: register the function that decides `command` in `phases`."""

    def register(decide: Decide) -> Decide:
        HANDLERS[command] = Handler(decide, phases, may, bounds, otherwise, while_suspended)
        return decide

    return register

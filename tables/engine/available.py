"""The commands that could be accepted now, their bounds, and what some of them would come to.

The answers come from the handlers' own checks. For a preview the command is decided on the present state and its events
are read, so what is foretold is what the same command then does: of the acts of a bank's holder, and of the refusal of
whoever is asked, because these cannot be taken back by the croupier or send the bank round the table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from casino.common.refusals import Refusal
from tables.engine.auction.commands import CloseAuction
from tables.engine.bank.commands import DesistBank, TakeHalf
from tables.engine.betting.commands import CloseBetting
from tables.engine.chapters import COMMANDS
from tables.engine.command import Command
from tables.engine.decide import Decision, decide
from tables.engine.event import Event
from tables.engine.game import Bounds, Game, NoHistory
from tables.engine.handlers import HANDLERS
from tables.engine.incidents.consent import all_cards_known
from tables.engine.incidents.register import CONSEQUENCES
from tables.engine.offer.commands import DeclineBank
from tables.engine.payment.commands import Settle
from tables.engine.seating.events import PlayerStood
from tables.engine.shoe.commands import PassShoe, Shuffle
from tables.engine.state import RESERVED, Offer, Phase, State, Suite
from tables.engine.suite.commands import DeclineSuite, GiveSuite
from tables.engine.suite.events import SuiteGiven
from tables.engine.transfers import BANK, CAGNOTTE, Purpose, Transfer, chips
from tables.rules.reglamento import COMMON_COMMANDS
from tables.rules.roles import REQUESTS, may_ask_for, may_command


def actions(game: Game) -> list[str]:
    """The names of the commands that the game's role could give now with suitable fields."""
    state = game.state
    listed = game.rules.commands if state.open else COMMON_COMMANDS
    admitted = _admitted(listed, state.phase, state.suspended, game.role)
    return [name for name in admitted if HANDLERS[name].may(game)]


def is_available(game: Game, name: str) -> bool:
    """Whether the game's role could give this command now with suitable fields."""
    state = game.state
    return _is_admitted(name, state.phase, state.suspended, game.role) and HANDLERS[name].may(game)


@lru_cache(maxsize=1024)
def _admitted(listed: tuple[str, ...], phase: Phase, suspended: bool, role: str) -> tuple[str, ...]:
    """The listed commands that a role may give in a phase, whatever else lies on the table."""
    return tuple(name for name in COMMANDS if name in listed and _is_admitted(name, phase, suspended, role))


def _is_admitted(name: str, phase: Phase, suspended: bool, role: str) -> bool:
    handler = HANDLERS[name]
    fits = phase in handler.phases and (handler.while_suspended or not suspended)
    return fits and may_command(role, name)


def on_request(game: Game) -> list[str]:
    """The acts that the game's role could ask another person to sign now, by their names in `REQUESTS`."""
    if not game.state.open:
        return []
    return [act for act in REQUESTS if may_ask_for(game.role, act) and _could_be_signed(game, act)]


def _could_be_signed(game: Game, act: str) -> bool:
    if act in CONSEQUENCES:
        listed = act in game.rules.incidents and is_available(game, "incident")
        return listed and all_cards_known(game.state) and CONSEQUENCES[act].expected(game.state)
    signers = REQUESTS[act][1]
    return any(is_available(Game(game.state, game.rules, role), act) for role in signers)


def bounds_of(game: Game, name: str, **fields: str) -> Bounds | None:
    """The bounds of a command's amount now; None if it has none.

    `fields` are the fields on which the bounds depend, such as the `player` of a bid.
    """
    bounds = HANDLERS[name].bounds
    return bounds(game, **fields) if bounds else None


# The commands that have a preview, each with the rule under which it stands.
PREVIEWED = {
    "suite": "suite",
    "take_half": "take_half",
    "desist_bank": "desist",
    "pass_shoe": "offer",
    "decline_bank": "offer",
    "decline_suite": "suite_offer",
}


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences of an act. `article`: of the act; `taken`: what the bank's holder takes from it, `share` his
    associate; `deduction`: what the house keeps, by `tax_article`.

    `remains`: the bank's stake afterwards, None if there is no bank; `offered`: the amount at which it is offered on;
    `bets_returned`: the sum of the bets that go back; `stands_up`: who loses his seat. `asked`: who is asked then, as
    in the state's offer or suite; `phase`: that of the table then.
    """

    article: str | None
    taken: int
    share: int
    deduction: int
    tax_article: str | None
    remains: int | None
    offered: int | None
    bets_returned: int
    stands_up: str | None
    asked: str | None
    phase: Phase


def previews(game: Game) -> Mapping[str, Preview]:
    """The preview of each of these acts that the game's role could give now, by the command's name."""
    if not game.state.open:
        return {}
    return {command.name: _preview(game, command) for command in _possible(game)}


def after_payment(game: Game) -> Phase | None:
    """The phase to which the payment would lead; None where nothing is to be paid now."""
    if not game.state.open or not _is_possible(game, Settle().name):
        return None
    return decide(game.state, Settle(), game.role, NoHistory(), game.rules).state.phase


def withheld(game: Game) -> Refusal | None:
    """The refusal of the command with which the table goes on from this phase; None where it can be given, and where
    the table goes on with what is touched: a card, an answer, a cut."""
    command = _goes_on(game)
    if command is None or game.state.suspended:
        return None
    try:
        decide(game.state, command, game.role, NoHistory(), game.rules)
    except Refusal as refusal:
        return refusal
    return None


def _goes_on(game: Game) -> Command | None:
    match game.state.phase:
        case "seating" | "shuffling":
            return Shuffle(riffles=game.setting("riffles_minimum"))
        case "betting":
            return CloseBetting()
        case "auction":
            return CloseAuction()
        case "resolved":
            return Settle()
    return None


def _possible(game: Game) -> Iterator[Command]:
    """The acts that have a preview, each by whom it would be now."""
    plain: tuple[Command, ...] = (GiveSuite(), TakeHalf(), DesistBank(), PassShoe())
    asked: tuple[Command, ...] = (
        DeclineBank(player=_player(game.state.offer)),
        DeclineSuite(player=_player(game.state.suite)),
    )
    return (command for command in (*plain, *asked) if _is_possible(game, command.name))


def _is_possible(game: Game, name: str) -> bool:
    return name in game.rules.commands and is_available(game, name)


def _player(walk: Offer | Suite | None) -> str | None:
    """The player who is asked; None for the standing, the house, and where nobody is."""
    return walk.asked if walk and walk.asked not in RESERVED else None


def _preview(game: Game, command: Command) -> Preview:
    decision = decide(game.state, command, game.role, NoHistory(), game.rules)
    moved = [transfer for event in decision.events for transfer in event.transfers()]
    after, held, kept = decision.state, game.state.bank, _sum(moved, CAGNOTTE)
    return Preview(
        article=game.rules.article(PREVIEWED[command.name]),
        taken=_sum(moved, chips(held.holder)) if held and held.holder else 0,
        share=_sum(moved, chips(held.associate)) if held and held.associate else 0,
        deduction=kept,
        tax_article=game.rules.article("suite_tax") if kept else None,
        remains=after.bank.stake if after.bank else None,
        offered=_offered(decision),
        bets_returned=sum(move.amount for move in moved if move.purpose == Purpose.BET_RETURNED),
        stands_up=_who_stands_up(decision.events),
        asked=_who_is_asked(after),
        phase=after.phase,
    )


def _sum(moved: list[Transfer], target: str) -> int:
    """The sum that leaves the bank for this account."""
    return sum(move.amount for move in moved if move.source == BANK and move.target == target)


def _offered(decision: Decision) -> int | None:
    """A hand that was never dealt is auctioned at once, and stays no suite (chemin-de-fer art. 12)."""
    given = next((event.amount for event in decision.events if isinstance(event, SuiteGiven)), None)
    suite = decision.state.suite
    return given or (suite.amount if suite else None)


def _who_stands_up(events: tuple[Event, ...]) -> str | None:
    return next((event.player for event in events if isinstance(event, PlayerStood)), None)


def _who_is_asked(state: State) -> str | None:
    """An offer may wait for a new shoe: then nobody is asked yet."""
    walk = {"offer": state.offer, "suite": state.suite}.get(state.phase)
    return walk.asked or None if walk else None

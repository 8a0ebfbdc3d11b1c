"""What an act would come to, before it is given: the command is decided on the present state, and its events are read.

So what is foretold is what the same command then does. Of the acts of a bank's holder, and of the refusal of whoever is
asked, because these cannot be taken back by the croupier or send the bank round the table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tables.engine.available import is_available
from tables.engine.bank.commands import DesistBank, TakeHalf
from tables.engine.command import Command
from tables.engine.decide import Decision, decide
from tables.engine.event import Event
from tables.engine.game import Game
from tables.engine.history import NoHistory
from tables.engine.offer.commands import DeclineBank
from tables.engine.payment.commands import Settle
from tables.engine.phase import Phase
from tables.engine.purposes import Purpose
from tables.engine.seating.events import PlayerStood
from tables.engine.shoe.commands import PassShoe
from tables.engine.state import RESERVED, Offer, State, Suite
from tables.engine.suite.commands import DeclineSuite, GiveSuite
from tables.engine.suite.events import SuiteGiven
from tables.engine.transfers import BANK, CAGNOTTE, Transfer, chips

# The rule under which each act stands.
RULES = {
    "suite": "suite",
    "take_half": "take_half",
    "desist_bank": "desist",
    "pass_shoe": "offer",
    "decline_bank": "offer",
    "decline_suite": "suite_offer",
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows from an act. `article`: of the act; `taken`: what the bank's holder takes from it, `share` his
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


def outlooks(game: Game) -> Mapping[str, Outlook]:
    """Of each of these acts that the game's role could give now, by the command's name."""
    if not game.state.open:
        return {}
    return {command.name: _outlook(game, command) for command in _possible(game)}


def after_payment(game: Game) -> Phase | None:
    """The phase to which the payment would lead; None where nothing is to be paid now."""
    if not game.state.open or not _is_possible(game, Settle().name):
        return None
    return decide(game.state, Settle(), game.role, NoHistory(), game.rules).state.phase


def _possible(game: Game) -> Iterator[Command]:
    """Those acts, each by whom it would be now."""
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


def _outlook(game: Game, command: Command) -> Outlook:
    decision = decide(game.state, command, game.role, NoHistory(), game.rules)
    moved = [transfer for event in decision.events for transfer in event.transfers()]
    after, held, kept = decision.state, game.state.bank, _sum(moved, CAGNOTTE)
    return Outlook(
        article=game.rules.article(RULES[command.name]),
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
    """What leaves the bank for this account."""
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

"""The second person of a command: what he signs, and by whose authority a command of the record stands."""

from collections.abc import Mapping, Sequence

from tables.engine.command import Command
from tables.engine.event import Event
from tables.engine.incidents.commands import (
    BasketedUnseen,
    BurnShoe,
    ConfusedDeal,
    Incident,
    Miscall,
    TooManyBankCards,
    TwoThirdCards,
    VoidPass,
)
from tables.engine.incidents.events import ConsentGiven
from tables.engine.state import State
from tables.rules.roles import REQUESTS, Signature, may_ask_for

# Errors that may turn a known result, where players play against each other (chemin-de-fer).
TURNS_THE_RESULT = (BasketedUnseen, Miscall, TooManyBankCards, TwoThirdCards)


def all_cards_known(state: State) -> bool:
    """Whether all cards of the pass are known and it is not yet paid."""
    return state.phase == "resolved"


def decides_known_cards(state: State, command: Command) -> bool:
    """Whether it reports an error that only a jefe decides, because all the cards are known: a confused deal (art. 50),
    or one that may turn the result. A hand that was thrown in unseen is not known, and nothing turns it."""
    if not all_cards_known(state):
        return False
    return isinstance(command, ConfusedDeal) or (
        isinstance(command, TURNS_THE_RESULT) and not state.current.forfeit
    )


def needs_reason(state: State, command: Command) -> bool:
    """Whether it must say why, where people give it and not a script: a pass dealt anew when its result is known."""
    return isinstance(command, ConfusedDeal) and all_cards_known(state) and command.reason is None


def act_of(state: State, command: Command) -> str | None:
    """The act that somebody else may sign by this command, as `REQUESTS` names it; None for any other command."""
    if isinstance(command, BurnShoe | VoidPass):
        return command.name
    if isinstance(command, Incident) and decides_known_cards(state, command):
        return command.kind if command.kind in REQUESTS else None
    return None


def signer_of(act: str, command: Command) -> str:
    """The role whose signature it waits for: the one that the command names, or else the only one that may sign."""
    if isinstance(command, BurnShoe):
        return command.consent
    [role] = REQUESTS[act][1]
    return role


def waits(command: object, role: str) -> bool:
    """Whether a command, as JSON, that somebody of `role` gives names the consent of another. His own he has given."""
    if not isinstance(command, Mapping) or command.get("command") != "burn_shoe":
        return False
    return may_ask_for(role, "burn_shoe") and command.get("consent") != role


def consent_given(signature: Signature) -> ConsentGiven:
    """The signature as the record keeps it."""
    return ConsentGiven(
        request=signature.request,
        signer=signature.name,
        role=signature.role,
        asked=signature.asked,
        asked_at=signature.asked_at,
    )


def authority(events: Sequence[Event], role: str) -> str:
    """The role by whose authority the command of these events stands: the signer's, where another signed it."""
    for happened in events:
        if isinstance(happened, ConsentGiven):
            return happened.role
    return role

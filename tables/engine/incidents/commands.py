"""Commands for incidents, void passes and burned shoes."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from tables.engine.command import Amount, Article, Card, Command, Flag, Hand, PlayerId, Text
from tables.rules.roles import CONSENT_TO_BURNED_SHOE


def _may_consent(role: str) -> str:
    if role not in CONSENT_TO_BURNED_SHOE:
        raise PydanticCustomError("no_consent", "nobody of this role consents")
    return role


Consent = Annotated[
    str,
    AfterValidator(_may_consent),
    Field(json_schema_extra={"enum": [*sorted(CONSENT_TO_BURNED_SHOE)]}),
]


class VoidPass(Command):
    """The jefe voids the pass."""

    command: Literal["void_pass"] = "void_pass"
    reason: Text


class BurnShoe(Command):
    """Take the whole shoe out of play (art. 49). `consent` is the role of the supervisor who agrees."""

    command: Literal["burn_shoe"] = "burn_shoe"
    reason: Text
    consent: Consent


class Incident(Command):
    """The base class of incidents, one subclass per kind. A reglamento lists the kinds that exist at its tables."""

    command: Literal["incident"] = "incident"
    kind: str

    def details(self) -> dict[str, Any]:
        """The fields of this kind, as the record stores them."""
        return self.model_dump(exclude={"command", "kind", "expected_version"}, exclude_none=True)


class ExposedCard(Incident):
    """A card was found face up."""

    kind: Literal["exposed_card"]
    card: Card


class ConfusedDeal(Incident):
    """The cards of the pass were mixed up. Once all are known the jefe decides it, over HTTP with a `reason`."""

    kind: Literal["confused_deal"]
    reason: Text | None = None


class CardsExhausted(Incident):
    """The shoe ran out of cards."""

    kind: Literal["cards_exhausted"]


class Conduct(Incident):
    """A breach of conduct, noted with the article it concerns, where the reglamento numbers its articles.

    `player`: who it was. `done`: what was done about him. `device_kept`: a device was taken from him.
    """

    kind: Literal["conduct"]
    article: Article | None = None
    text: Text
    player: PlayerId | None = None
    done: Literal["warned", "sent_away", "handed_over"] | None = None
    device_kept: Flag | None = None

    @model_validator(mode="after")
    def _names_whom(self) -> "Conduct":
        if self.player is None and (self.done or self.device_kept):
            raise PydanticCustomError("player_needed", "who it was")
        return self


class Readmit(Command):
    """The jefe lifts what sent a player away: he may join again."""

    command: Literal["readmit"] = "readmit"
    players_named = ()
    player: PlayerId
    reason: Text | None = None


class EarlyCards(Incident):
    """Cards were taken before the croupier asked for them: either their `count` or the `cards` themselves."""

    kind: Literal["early_cards"]
    count: Amount | None = None
    cards: Annotated[list[Card], Field(min_length=1, max_length=416)] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> "EarlyCards":
        if (self.count is None) == (self.cards is None):
            raise PydanticCustomError("count_or_cards", "one of them")
        return self


class WrongCardHolder(Incident):
    """Punto's cards went to `given_to`, who had no right to them. `stage` is how far the pass had gone."""

    players_named = ("given_to",)
    kind: Literal["wrong_card_holder"]
    given_to: PlayerId
    stage: Literal["immediate", "bank_unseen", "decided"]


class WillMisread(Incident):
    """The croupier announced the will wrongly. `choice` is what the player said."""

    kind: Literal["will_misread"]
    choice: Literal["draw", "stand"]
    stage: Literal["bank_unseen", "bank_seen"]


class UndueCard(Incident):
    """A card was turned by mistake. `request` is the hand that asked for it."""

    kind: Literal["undue_card"]
    card: Card
    request: Hand | None = None


class DrawError(Incident):
    """A card was drawn for `hand`, which had none to come."""

    kind: Literal["draw_error"]
    card: Card
    hand: Hand


class TooManyBankCards(Incident):
    """The banker dealt himself more than two cards."""

    kind: Literal["too_many_bank_cards"]
    reason: Text | None = None


class TwoThirdCards(Incident):
    """A hand received two third cards."""

    kind: Literal["two_third_cards"]
    reason: Text | None = None
    hand: Hand
    cards: Annotated[list[Card], Field(min_length=2, max_length=2)]


class BasketedUnseen(Incident):
    """The cards of `hand` were thrown into the basket unseen."""

    kind: Literal["basketed_unseen"]
    hand: Hand
    reason: Text | None = None


class StuckCards(Incident):
    """Cards stuck together."""

    kind: Literal["stuck_cards"]


class Miscall(Incident):
    """Punto miscalled. `given` is whether the banker gave the card."""

    kind: Literal["miscall"]
    given: Flag
    reason: Text | None = None

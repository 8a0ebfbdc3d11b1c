"""Commands of what went wrong."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from casino.accounts.permissions import Right, may
from tables.engine.command import Amount, Article, Card, Command, Hand, PlayerId, Text


def _may_consent(role: str) -> str:
    if not may(role, Right.CONSENT_TO_BURNED_SHOE):
        raise ValueError("nobody of this role consents")
    return role


Consent = Annotated[
    str,
    AfterValidator(_may_consent),
    Field(json_schema_extra={"enum": [*sorted(Right.CONSENT_TO_BURNED_SHOE.roles)]}),
]


class VoidPass(Command):
    command: Literal["void_pass"] = "void_pass"
    reason: Text


class BurnShoe(Command):
    command: Literal["burn_shoe"] = "burn_shoe"
    reason: Text
    consent: Consent


class Incident(Command):
    """One class a kind; which kinds exist at a table is its reglamento's."""

    command: Literal["incident"] = "incident"
    kind: str

    def details(self) -> dict[str, Any]:
        """The fields of this kind, for the record."""
        return self.model_dump(exclude={"command", "kind", "expected_version"}, exclude_none=True)


class ExposedCard(Incident):
    kind: Literal["exposed_card"]
    card: Card


class ConfusedDeal(Incident):
    kind: Literal["confused_deal"]


class CardsExhausted(Incident):
    kind: Literal["cards_exhausted"]


class Conduct(Incident):
    kind: Literal["conduct"]
    article: Article
    text: Text


class EarlyCards(Incident):
    kind: Literal["early_cards"]
    count: Amount | None = None
    cards: Annotated[list[Card], Field(min_length=1, max_length=416)] | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> "EarlyCards":
        if (self.count is None) == (self.cards is None):
            raise ValueError("count or cards, one of them")
        return self


class WrongCardHolder(Incident):
    players_named = ("given_to",)
    kind: Literal["wrong_card_holder"]
    given_to: PlayerId
    stage: Literal["immediate", "bank_unseen", "decided"]


class WillMisread(Incident):
    kind: Literal["will_misread"]
    choice: Literal["draw", "stand"]
    stage: Literal["bank_unseen", "bank_seen"]


class UndueCard(Incident):
    kind: Literal["undue_card"]
    card: Card
    request: Hand | None = None


class DrawError(Incident):
    kind: Literal["draw_error"]
    card: Card
    hand: Hand


class TooManyBankCards(Incident):
    kind: Literal["too_many_bank_cards"]


class TwoThirdCards(Incident):
    kind: Literal["two_third_cards"]
    hand: Hand
    cards: Annotated[list[Card], Field(min_length=2, max_length=2)]


class BasketedUnseen(Incident):
    kind: Literal["basketed_unseen"]
    hand: Hand


class StuckCards(Incident):
    kind: Literal["stuck_cards"]


class Miscall(Incident):
    kind: Literal["miscall"]
    given: Annotated[bool, Field(strict=True)]

"""The commands of the one door: their fields, and who may give them. Names are fixed by the protocol."""

from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from tables.engine.actor import ROLES
from tables.engine.errors import Refused
from tables.engine.state import RESERVED
from tables.rules.cards import read_card

LARGEST = 10**15  # keeps every sum of a table within the database's 64 bits


def _free_id(text: str) -> str:
    if text in RESERVED:
        raise ValueError(f"{text} is reserved")
    return text


def _no_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("a NUL character")
    return text


PlayerId = Annotated[str, StringConstraints(pattern=r"^\w[\w.-]{0,31}$"), AfterValidator(_free_id)]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(_no_nul)
]
Article = Annotated[str, StringConstraints(pattern=r"^[\w. ]{1,12}$")]
Amount = Annotated[int, Field(strict=True, ge=1)]
Count = Annotated[int, Field(strict=True, ge=0)]
Seat = Annotated[int, Field(strict=True, ge=1, le=14)]
Card = Annotated[str, AfterValidator(read_card)]
Hand = Literal["punto", "banca"]
Chance = Literal["punto", "banca", "tie"]

DEALERS = frozenset({"croupier", "jefe"})
WITH_DEVICE = DEALERS | {"device"}
JEFE = frozenset({"jefe"})


class Command(BaseModel):
    """`roles`: who may give it. `players_named`: the fields that name people who must be at the table."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    roles: ClassVar[frozenset[str]] = DEALERS
    players_named: ClassVar[tuple[str, ...]] = ("player",)

    expected_version: Count | None = None

    @property
    def name(self) -> str:
        """The command's name in the protocol."""
        return str(getattr(self, "command"))  # noqa: B009 - each subclass narrows it to one literal

    def people(self) -> list[str]:
        """The players whom the command names, in the order of its fields."""
        named: list[str] = []
        for field in self.players_named:
            value = getattr(self, field, None)
            named += [value] if isinstance(value, str) else list(value or ())
        return named


class OpenTable(Command):
    command: Literal["open_table"] = "open_table"
    roles = JEFE
    reglamento: str
    minimum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    maximum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    chip: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    settings: dict[str, Any] = {}  # an impossible value is `bad_setting`, not `malformed`


class SetLimits(Command):
    command: Literal["set_limits"] = "set_limits"
    roles = JEFE
    minimum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    maximum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    reason: Text | None = None


class CloseTable(Command):
    command: Literal["close_table"] = "close_table"
    roles = JEFE
    reason: Text | None = None


class Join(Command):
    command: Literal["join"] = "join"
    players_named = ()
    player: PlayerId
    display_name: Text | None = Field(default=None, alias="name")


class Leave(Command):
    command: Literal["leave"] = "leave"
    player: PlayerId


class Sit(Command):
    command: Literal["sit"] = "sit"
    player: PlayerId
    seat: Seat


class StandUp(Command):
    command: Literal["stand_up"] = "stand_up"
    player: PlayerId


class Queue(Command):
    command: Literal["queue"] = "queue"
    player: PlayerId


class Unqueue(Command):
    command: Literal["unqueue"] = "unqueue"
    player: PlayerId


class Shuffle(Command):
    command: Literal["shuffle"] = "shuffle"
    riffles: Count


class Cut(Command):
    command: Literal["cut"] = "cut"
    player: PlayerId | None = None
    depth: Count


class DeclineCut(Command):
    command: Literal["decline_cut"] = "decline_cut"
    player: PlayerId


class BidCommand(Command):
    command: Literal["bid"] = "bid"
    player: PlayerId
    amount: Amount


class CloseAuction(Command):
    command: Literal["close_auction"] = "close_auction"


class AcceptBank(Command):
    command: Literal["accept_bank"] = "accept_bank"
    player: PlayerId
    amount: Amount | None = None


class DeclineBank(Command):
    command: Literal["decline_bank"] = "decline_bank"
    player: PlayerId | None = None
    away: bool = False


class DesistBank(Command):
    command: Literal["desist_bank"] = "desist_bank"


class RaiseBank(Command):
    command: Literal["raise_bank"] = "raise_bank"
    amount: Amount


class TakeHalf(Command):
    command: Literal["take_half"] = "take_half"


class GiveSuite(Command):
    command: Literal["suite"] = "suite"


class TakeSuite(Command):
    command: Literal["take_suite"] = "take_suite"
    players_named = ("player", "associate")
    player: PlayerId
    amount: Amount | None = None
    associate: PlayerId | None = None


class DeclineSuite(Command):
    command: Literal["decline_suite"] = "decline_suite"
    player: PlayerId | None = None


class HouseTakesSuite(Command):
    command: Literal["house_takes_suite"] = "house_takes_suite"
    roles = JEFE
    reason: Text | None = None


class PlaceBet(Command):
    command: Literal["place_bet"] = "place_bet"
    player: PlayerId
    chance: Chance
    amount: Amount


class RemoveBet(Command):
    command: Literal["remove_bet"] = "remove_bet"
    player: PlayerId
    chance: Chance


class RepeatBets(Command):
    command: Literal["repeat_bets"] = "repeat_bets"
    players_named = ("players",)
    players: list[PlayerId] | None = None


class CloseBetting(Command):
    command: Literal["close_betting"] = "close_betting"


class DeclineCards(Command):
    command: Literal["decline_cards"] = "decline_cards"
    player: PlayerId


class SpeakWill(Command):
    command: Literal["will"] = "will"
    choice: Literal["draw", "stand"]


class DealCard(Command):
    command: Literal["card"] = "card"
    roles = WITH_DEVICE
    hand: Hand
    card: Card


class StopCard(Command):
    command: Literal["stop_card"] = "stop_card"
    roles = WITH_DEVICE


class Settle(Command):
    command: Literal["settle"] = "settle"


class BurnFirst(Command):
    command: Literal["burn_first"] = "burn_first"
    card: Card


class PassShoe(Command):
    command: Literal["pass_shoe"] = "pass_shoe"


class BancoCommand(Command):
    command: Literal["banco"] = "banco"
    players_named = ("player", "players")
    player: PlayerId
    kind: Literal["solo", "suivi", "association", "table"]
    players: Annotated[list[PlayerId], Field(min_length=1, max_length=20)] | None = None

    @model_validator(mode="after")
    def _partners(self) -> "BancoCommand":
        if (self.kind == "association") != (self.players is not None):
            raise ValueError("players: for an association, and only for it")
        if len({self.player, *(self.players or ())}) != 1 + len(self.players or ()):
            raise ValueError("players: each once, without the caller")
        return self


class AssociateCommand(Command):
    command: Literal["associate"] = "associate"
    player: PlayerId


class SetAsideCommand(Command):
    command: Literal["set_aside"] = "set_aside"
    amount: Amount


class BankChoice(Command):
    command: Literal["bank_choice"] = "bank_choice"
    choice: Literal["draw", "stand", "table"]


class VoidPass(Command):
    command: Literal["void_pass"] = "void_pass"
    roles = JEFE
    reason: Text


class BurnShoe(Command):
    command: Literal["burn_shoe"] = "burn_shoe"
    reason: Text
    consent: Literal["inspector", "jefe"]


class Suspend(Command):
    command: Literal["suspend"] = "suspend"
    roles = JEFE
    reason: Text


class Resume(Command):
    command: Literal["resume"] = "resume"
    roles = JEFE


class Note(Command):
    command: Literal["note"] = "note"
    text: Text
    article: Article | None = None


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


class Undo(Command):
    command: Literal["undo"] = "undo"
    to: Count | None = None
    reason: Text | None = None


def _by_name(base: type[Command]) -> dict[str, type[Command]]:
    return {get_args(kind.model_fields["command"].annotation)[0]: kind for kind in base.__subclasses__()}


COMMANDS: dict[str, type[Command]] = _by_name(Command)
INCIDENTS: dict[str, type[Incident]] = {
    get_args(kind.model_fields["kind"].annotation)[0]: kind for kind in Incident.__subclasses__()
}


def parse(payload: object) -> Command:
    """Turn a JSON value into a command. Raises Refused: `malformed`, or `unknown_command` for a name not here."""
    if not isinstance(payload, dict) or not isinstance(payload.get("command"), str):
        raise Refused("malformed", fault="a JSON object with a command is needed")
    kind = COMMANDS.get(payload["command"])
    if kind is None:
        raise Refused("unknown_command", command=_printable(payload["command"]))
    if kind is Incident:
        kind = _incident_kind(payload.get("kind"))
    try:
        return kind.model_validate(payload)
    except ValidationError as error:
        raise Refused("malformed", fault=_first_fault(error)) from error


def parse_role(value: object) -> str:
    """The role of a script's `by`. Raises Refused (`malformed`) for one that does not exist."""
    if not isinstance(value, str) or value not in ROLES:
        raise Refused("malformed", fault="by: no such role")
    return value


def _incident_kind(named: object) -> type[Command]:
    found = INCIDENTS.get(named) if isinstance(named, str) else None
    if found is None:
        raise Refused("malformed", fault="kind: no such incident")
    return found


def _first_fault(error: ValidationError) -> str:
    fault: Any = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(_printable, fault['loc']))}: {fault['msg']}"


def _printable(value: object) -> str:
    return str(value)[:60].encode("ascii", "backslashreplace").decode().replace("\x00", "\\x00")

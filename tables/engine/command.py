"""The base class of commands, and the types of their fields."""

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from tables.engine.state import RESERVED
from tables.rules.cards import read_card

LARGEST = 10**15  # the largest amount; every sum of a table stays within the database's 64 bits


def _free_id(text: str) -> str:
    if text in RESERVED:
        raise PydanticCustomError("reserved_id", "stands for no player")
    return text


def _no_nul(text: str) -> str:
    if "\x00" in text:
        raise PydanticCustomError("nul_character", "a NUL character")
    return text


def _card(text: str) -> str:
    try:
        return read_card(text)
    except ValueError as error:
        raise PydanticCustomError("no_card", "no card") from error


PlayerId = Annotated[str, StringConstraints(pattern=r"^\w[\w.-]{0,31}$"), AfterValidator(_free_id)]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(_no_nul)
]
Article = Annotated[str, StringConstraints(pattern=r"^[\w. ]{1,12}$")]
Amount = Annotated[int, Field(strict=True, ge=1)]
Count = Annotated[int, Field(strict=True, ge=0)]
Seat = Annotated[int, Field(strict=True, ge=1, le=14)]
Card = Annotated[str, AfterValidator(_card)]
Hand = Literal["punto", "banca"]
Chance = Literal["punto", "banca", "tie"]
CHANCES: tuple[Chance, ...] = get_args(Chance)


class Command(BaseModel):
    """A command as a client sends it. `players_named` lists the fields that name people who must be at the table."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    players_named: ClassVar[tuple[str, ...]] = ("player",)

    expected_version: Count | None = None

    @property
    def name(self) -> str:
        """The command's name in the protocol."""
        return str(getattr(self, "command"))  # noqa: B009 - each subclass narrows it to one literal

    def people(self) -> list[str]:
        """The players that the command names, in the order of its fields."""
        named: list[str] = []
        for field in self.players_named:
            value = getattr(self, field, None)
            named += [value] if isinstance(value, str) else list(value or ())
        return named

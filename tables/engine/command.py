"""The base class of commands, the types of their fields, and the first fault that a schema finds."""

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import PydanticCustomError

from casino.common.refusals import Refusal
from casino.common.refusals.catalogue import FAULTS
from tables.engine.state import RESERVED
from tables.rules.cards import read_card
from tables.rules.seats import HIGHEST_SEAT
from tables.rules.visible import is_seen

LARGEST = 10**15  # the largest amount; every sum of a table stays within the database's 64 bits


def _free_id(text: str) -> str:
    if text in RESERVED:
        raise PydanticCustomError("reserved_id", "stands for no player")
    return text


def _no_nul(text: str) -> str:
    if "\x00" in text:
        raise PydanticCustomError("nul_character", "a NUL character")
    return text


def _seen(text: str) -> str:
    if not is_seen(text):
        raise PydanticCustomError("unseen_character", "a character that nobody can see")
    return text


def _card(text: str) -> str:
    try:
        return read_card(text)
    except ValueError as error:
        raise PydanticCustomError("no_card", "no card") from error


PlayerId = Annotated[
    str, StringConstraints(pattern=r"^\w[\w.-]{0,31}$"), AfterValidator(_free_id), AfterValidator(_seen)
]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), AfterValidator(_no_nul)
]
Name = Annotated[Text, AfterValidator(_seen)]
Article = Annotated[str, StringConstraints(pattern=r"^[\w. ]{1,12}$")]
Amount = Annotated[int, Field(strict=True, ge=1)]
Count = Annotated[int, Field(strict=True, ge=0)]
# The table's own highest seat is its limit (`decide.check_form`).
Seat = Annotated[int, Field(strict=True, ge=1, json_schema_extra={"maximum": HIGHEST_SEAT})]
Card = Annotated[str, AfterValidator(_card)]
Flag = Annotated[bool, Field(strict=True)]
Hand = Literal["punto", "banca"]
ChanceSlug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{1,29}$")]


class Command(BaseModel):
    """A command as a client sends it.

    `name`: the command's name in the protocol. `players_named`: the fields that name people who must be at the table;
    a command need not have them all. `commutes`: it means the same whatever others do at the table meanwhile, so a
    screen sends it without the version that was seen; a bet, a name, a seat. Of others the meaning depends on what was
    seen: they pay, answer, deal or take back what lay there.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    name: ClassVar[str]
    players_named: ClassVar[tuple[str, ...]] = ("player",)
    commutes: ClassVar[bool] = False
    _naming: ClassVar[tuple[str, ...]]  # those that this command has

    expected_version: Count | None = None

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        """Read the name and the fields that name people from the finished class."""
        cls.name = str(cls.model_fields["command"].default)
        cls._naming = tuple(field for field in cls.players_named if field in cls.model_fields)

    def people(self) -> list[str]:
        """The players that the command names, in the order of its fields."""
        if not self._naming:
            return []
        named: list[str] = []
        for field in self._naming:
            value = getattr(self, field)
            if isinstance(value, str):
                named.append(value)
            elif value:
                named += value
        return named


LONGEST = 60  # characters of what somebody sent that are said back
# pydantic's name of a limit -> the field of the refusal
LIMITS = {"max_length": "most", "le": "most", "min_length": "least", "ge": "least"}
ALIKE = {
    "string_unicode": "string_type",
    "model_type": "dict_type",
}  # errors of pydantic that say the same as another one


def malformed(error: ValidationError) -> Refusal:
    """`malformed` with the field and what is wrong with it. Every other fault than those listed is `invalid`."""
    found: Any = error.errors(include_url=False, include_input=False)[0]
    kind = ALIKE.get(found["type"], found["type"])
    fields = {"field": ".".join(map(printable, found["loc"]))} | _limits(found.get("ctx", {}))
    return Refusal("malformed", fault=kind if kind in FAULTS else "invalid", **fields)


def _limits(context: dict[str, Any]) -> dict[str, Any]:
    said = {LIMITS[name]: limit for name, limit in context.items() if name in LIMITS}
    if "expected" in context:  # 'draw', 'stand' or 'table'
        said["expected"] = ", ".join(re.findall(r"'([^']*)'", str(context["expected"])))
    return said


def printable(value: object) -> str:
    """A text that somebody sent, short and in ASCII."""
    return str(value)[:LONGEST].encode("ascii", "backslashreplace").decode().replace("\x00", "\\x00")

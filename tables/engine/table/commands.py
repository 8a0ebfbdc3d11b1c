"""Commands of the table: opening, limits, closing, suspending, notes."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from tables.engine.command import LARGEST, Article, ChanceSlug, Command, Text

Money = Annotated[int, Field(strict=True, ge=1, le=LARGEST)]


class ChanceAmounts(BaseModel):
    """Amounts for one chance; null takes its share of the table's limits again, and what is left out stays as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    minimum: Money | None = None
    maximum: Money | None = None


class LimitsOfChances(BaseModel):
    """What both commands that set limits may say beyond minimum and maximum. `chances`: by slug; null takes all shares
    again. `differential`: null for none. What is left out stays as it is."""

    chances: dict[ChanceSlug, ChanceAmounts | None] = {}
    differential: Money | None = None


class OpenTable(LimitsOfChances, Command):
    """The jefe opens the table under a reglamento."""

    command: Literal["open_table"] = "open_table"
    reglamento: str
    minimum: Money
    maximum: Money
    chip: Money
    settings: dict[str, Any] = {}  # an impossible value is `bad_setting`, not `malformed`


class SetLimits(LimitsOfChances, Command):
    """The jefe sets a new minimum and maximum."""

    command: Literal["set_limits"] = "set_limits"
    commutes = True
    minimum: Money
    maximum: Money
    reason: Text | None = None


class CloseTable(Command):
    """The jefe closes the table."""

    command: Literal["close_table"] = "close_table"
    reason: Text | None = None


class Suspend(Command):
    """The jefe suspends the game."""

    command: Literal["suspend"] = "suspend"
    commutes = True
    reason: Text


class Resume(Command):
    """The jefe lets the game go on."""

    command: Literal["resume"] = "resume"


class Note(Command):
    """A remark for the record."""

    command: Literal["note"] = "note"
    commutes = True
    text: Text
    article: Article | None = None

"""Commands of the table: opening, limits, closing, suspending, notes."""

from typing import Annotated, Any, Literal

from pydantic import Field

from tables.engine.command import LARGEST, Article, Command, Text


class OpenTable(Command):
    """The jefe opens the table under a reglamento."""

    command: Literal["open_table"] = "open_table"
    reglamento: str
    minimum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    maximum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    chip: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    settings: dict[str, Any] = {}  # an impossible value is `bad_setting`, not `malformed`


class SetLimits(Command):
    """The jefe sets a new minimum and maximum."""

    command: Literal["set_limits"] = "set_limits"
    commutes = True
    minimum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    maximum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
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

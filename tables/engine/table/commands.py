"""Commands of opening, limits, closing, suspending, notes."""

from typing import Annotated, Any, Literal

from pydantic import Field

from tables.engine.command import LARGEST, Article, Command, Text


class OpenTable(Command):
    command: Literal["open_table"] = "open_table"
    reglamento: str
    minimum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    maximum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    chip: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    settings: dict[str, Any] = {}  # an impossible value is `bad_setting`, not `malformed`


class SetLimits(Command):
    command: Literal["set_limits"] = "set_limits"
    minimum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    maximum: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    reason: Text | None = None


class CloseTable(Command):
    command: Literal["close_table"] = "close_table"
    reason: Text | None = None


class Suspend(Command):
    command: Literal["suspend"] = "suspend"
    reason: Text


class Resume(Command):
    command: Literal["resume"] = "resume"


class Note(Command):
    command: Literal["note"] = "note"
    text: Text
    article: Article | None = None

"""What the API takes and answers about people on duty, see `tables.api.schemas`."""

from typing import Annotated, Any, Literal

from pydantic import Field

from casino.accounts.posts import POSTS
from tables.api.schemas import Body, Part

POST: Any = {"enum": [*POSTS]}


class DutyStart(Body):
    """As what somebody is on duty from now on. `person`: a login; empty for the caller."""

    post: Annotated[str, Field(json_schema_extra=POST)]
    person: Annotated[str, Field(max_length=150)] = ""


class DutyStep(Body):
    """How a spell ends. `person`: the login of who relieves, where it is `relieved`; and where no jefe says so, his
    `pin`, or his `passphrase` and, if it is asked of him, a `code` of his second factor."""

    step: Literal["ended", "relieved"]
    person: Annotated[str, Field(max_length=150)] = ""
    pin: Annotated[str, Field(max_length=12)] = ""
    passphrase: Annotated[str, Field(max_length=1000)] = ""
    code: Annotated[str, Field(max_length=64)] = ""


class Section(Body):
    """The tables that a jefe watches: their slugs, separated by spaces. `person`: his login; empty for the caller."""

    tables: Annotated[str, Field(max_length=10_000)]
    person: Annotated[str, Field(max_length=150)] = ""


class Duty(Part):
    """A person's spell of duty at a table. `actor`: who entered it; `until`: null while it lasts."""

    number: int
    table: str
    person: str
    post: Annotated[str, Field(json_schema_extra=POST)]
    since: str
    actor: str
    until: str | None


class DutyBegun(Part):
    """The spell as it is now."""

    ok: Literal[True]
    duty: Duty


class DutyList(Part):
    """Who is on duty, in the order in which they came."""

    duty: list[Duty]


class SectionTaken(Part):
    """The jefe's spells as they are now."""

    ok: Literal[True]
    duty: list[Duty]


class Done(Part):
    """It was done."""

    ok: Literal[True]

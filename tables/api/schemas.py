"""Schemas of what the API takes, and of what it answers besides a table's snapshot. `docs/openapi.json` is made from
these.

Amounts are integers in the smallest unit of the currency; times are ISO 8601 with their zone.
"""

from typing import Annotated, Any, Literal, Self

from ninja import Schema
from pydantic import BaseModel, ConfigDict, Field, StrictInt, create_model, model_validator

from casino.common.json_input import Json
from casino.common.refusals.catalogue import MESSAGES
from casino.people.permissions import POSTS
from ledger.cage.slips import KINDS, STEPS
from tables.engine.state import Phase
from tables.models.requests import OUTCOMES

SLIP_KIND: Any = {"enum": [*KINDS]}
LONG_TEXT = 10_000  # characters that are read at all; how many may be said is the service's to judge


class Body(Schema):
    """A request with a field that nobody knows is refused."""

    model_config = ConfigDict(extra="forbid")


class Part(BaseModel):
    """An answer, or a part of one: it has the fields that are listed and no other."""

    model_config = ConfigDict(extra="forbid")


# Refusals


class Fact(Part):
    """Something that a refusal rests on, in the caller's language."""

    label: str
    value: str


class Error(Part):
    """Why it was refused. `article`: of the table's reglamento, null where none speaks; `message`: in the caller's
    language; `fields`: what the message is filled with; `facts`: those that decided, for a reader; `field`: of the form
    in which it was said, null where it is about no single one; `asks`: it is a question, and with a yes it is done."""

    code: str
    article: str | None
    message: str
    fields: dict[str, Any]
    facts: list[Fact]
    field: str | None
    asks: bool


class Refusal(Part):
    """Nothing was changed."""

    ok: Literal[False]
    error: Error


def _refused_with(status: int) -> type[Refusal]:
    codes = sorted(code for code, (found, _) in MESSAGES.items() if found == status)
    code = (str, Field(json_schema_extra={"enum": [*codes]}))
    error = create_model(f"Error{status}", __base__=Error, __doc__=Error.__doc__, code=code)
    return create_model(f"Refusal{status}", __base__=Refusal, __doc__=Refusal.__doc__, error=(error, ...))


# HTTP status -> the refusals that have it
REFUSED = {status: _refused_with(status) for status in sorted({status for status, _ in MESSAGES.values()})}


def answers(status: int, kind: Any, *refusals: int) -> dict[int, Any]:
    """The `response` of an address: what it answers with `status`, and with which statuses it refuses. A stranger
    (401), a body that is too long (413) and who calls too often (429) are refused everywhere, and a
    house that is too busy (503) or has failed (500) says so."""
    everywhere = {401, 413, 429, 500, 503}
    return {status: kind} | {refusal: REFUSED[refusal] for refusal in sorted({*everywhere, *refusals})}


# Requests for a signature


class RequestStep(Body):
    """How a request is to end. `signer`, `passphrase`, `code` (of a second factor): of whoever answers on this caller's
    tablet."""

    step: Literal["signed", "declined", "withdrawn"]
    reason: Annotated[str, Field(max_length=LONG_TEXT)] = ""
    signer: Annotated[str, Field(max_length=150)] = ""
    passphrase: Annotated[str, Field(max_length=1000)] = ""
    code: Annotated[str, Field(max_length=64)] = ""


class RequestEnd(Part):
    """By whom a request ended and when. `record`: the table's record that carried it out, or ended its pass."""

    actor: str
    role: str
    at: str
    reason: str
    record: int | None


class SignatureRequest(Part):
    """A command that waits, or waited, for the signature of somebody of the role `signer`. `version`, `pass`: the
    table's when it was asked for; `actor`, `role`: who asked."""

    number: int
    table: str
    version: int
    pass_: Annotated[int, Field(alias="pass")]
    command: dict[str, Any]
    signer: str
    state: Annotated[str, Field(json_schema_extra={"enum": ["waiting", *OUTCOMES]})]
    actor: str
    role: str
    at: str
    ended: RequestEnd | None


class RequestAnswer(Part):
    """The request as it is now."""

    ok: Literal[True]
    request: SignatureRequest


class Requests(Part):
    """The requests of a table that wait, oldest first."""

    requests: list[SignatureRequest]


# Commands and tables


class Event(BaseModel):
    """An event, with the fields of its type. `seq`: its number in the table's record."""

    model_config = ConfigDict(extra="allow")

    seq: int
    type: str


class Accepted(Part):
    """The command was recorded. `version`: the table's after it, the `seq` of the last event."""

    ok: Literal[True]
    version: int
    events: Annotated[list[Event], Field(min_length=1)]


class CardCorrection(Body):
    """A card of the pass as it is. `place`: in its hand, from 1; `was`: the card that lies there now; `reason`: from
    whom an undo needs one."""

    hand: Literal["punto", "banca"]
    place: Annotated[StrictInt, Field(ge=1, le=3)]
    was: Annotated[str, Field(max_length=3)]
    card: Annotated[str, Field(max_length=3)]
    reason: Annotated[str, Field(max_length=LONG_TEXT)] | None = None
    expected_version: StrictInt | None = None


class Waiting(Part):
    """Nothing was recorded yet: the command waits for another person's signature. `version`: the table's now."""

    ok: Literal[True]
    version: int
    events: Annotated[list[Event], Field(max_length=0)]
    request: SignatureRequest


class FloorLine(Part):
    """A table in short: no player and no single bet. `since`: when its phase began; `results`: the newest of this
    shoe, oldest first."""

    table: str
    name: str
    version: int
    reglamento: str | None
    open: bool
    suspended: bool
    phase: Phase
    since: str | None
    minimum: int | None
    maximum: int | None
    seated: int
    bank: int | None
    pass_: Annotated[int, Field(alias="pass")]
    results: str


class Floor(Part):
    """A line for every table that the caller may see."""

    tables: list[FloorLine]


# Slips


class SlipRequest(Body):
    """A slip of the counter. `chips`: denomination -> how many; `number`: of a paper printed with one; `sure`: the
    codes of the questions (`error.asks`) that a person has answered with yes."""

    kind: str = Field(json_schema_extra=SLIP_KIND)
    amount: StrictInt | None = None
    chips: dict[str, StrictInt] | None = None
    player: Annotated[str, Field(max_length=32)] = ""
    reason: Annotated[str, Field(max_length=LONG_TEXT)] = ""
    number: StrictInt | None = None
    sure: Annotated[list[str], Field(max_length=10)] = []


class SlipStep(Body):
    """The step that a slip takes. `signer`, `passphrase`, `code` (of a second factor): of whoever signs on this
    caller's tablet."""

    step: str = Field(json_schema_extra={"enum": [*STEPS]})
    reason: Annotated[str, Field(max_length=LONG_TEXT)] = ""
    signer: Annotated[str, Field(max_length=150)] = ""
    passphrase: Annotated[str, Field(max_length=1000)] = ""
    code: Annotated[str, Field(max_length=64)] = ""


class Signature(Part):
    """A person who asked for a slip, or took a step of it, and the time."""

    step: str = Field(json_schema_extra={"enum": ["asked", *STEPS]})
    actor: str
    role: str
    at: str
    reason: str


class Slip(Part):
    """`table`: null for the cage's. `expected`: what a count should come to, null for who counts blind. `state`: the
    step that it waits for, or how it ended."""

    number: int
    kind: str = Field(json_schema_extra=SLIP_KIND)
    table: str | None
    amount: int
    expected: int | None
    chips: dict[str, int] | None
    player: str | None
    reason: str
    state: str = Field(json_schema_extra={"enum": [*STEPS, "done"]})
    by: Annotated[list[Signature], Field(min_length=1)]


class SlipAnswer(Part):
    """The slip as it is now."""

    ok: Literal[True]
    slip: Slip


class Shift(Part):
    """A table's day at the counter, from its opening count to its closing count."""

    number: int
    opened: str
    closed: str | None


class TableMoney(Part):
    """A table's newest shift. `balances`: kind of account -> what lies there; `pending`: the numbers of the slips that
    wait for a signature."""

    table: str
    shift: Shift | None
    balances: dict[str, int]
    slips: list[Slip]
    pending: list[int]


class CageMoney(Part):
    """The cage. `balances`: kind of account -> what lies there; `pending`: every slip of the house that waits."""

    balances: dict[str, int]
    pending: list[Slip]


# Disputes


class DisputeMark(Schema):
    """The object of a dispute, in a few words or none."""

    note: Annotated[str, Field(max_length=LONG_TEXT)] = ""


class DecidedAct(Body):
    """What a decision demands: an `undo` of all since the version `to`, a `void_pass`, or, as `replace`, another card
    in place of the one that `was` at its `place` in a `hand`."""

    command: Literal["undo", "void_pass", "replace"]
    to: StrictInt | None = None
    hand: Literal["punto", "banca"] | None = None
    place: Annotated[StrictInt, Field(ge=1, le=3)] | None = None
    was: Annotated[str, Field(max_length=3)] | None = None
    expected_version: StrictInt | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        needed = {"undo": ("to",), "replace": ("hand", "place", "was")}.get(self.command, ())
        if any(getattr(self, name) is None for name in needed):
            raise ValueError(f"{self.command} needs {', '.join(needed)}")
        return self


class DisputeDecision(Schema):
    """The decision of the jefe, its article, and what it demands. `card`: the card as it is, of one that is
    replaced."""

    decision: Annotated[str, Field(max_length=LONG_TEXT)]
    article: Annotated[str, Field(max_length=12)] = ""
    act: DecidedAct | None = None
    card: Annotated[str, Field(max_length=3)] = ""

    def demanded(self) -> Json | None:
        """The act as the door takes it: a command, or a correction."""
        if self.act is None:
            return None
        said: Json = self.act.model_dump(exclude_none=True)
        if self.act.command == "replace":
            del said["command"]
            said["card"] = self.card
        return said


class DisputeMarked(Part):
    """`dispute`: its number. `version`: the table's when it was marked."""

    ok: Literal[True]
    dispute: int
    version: int


class DisputeDecided(Part):
    """The decision was kept."""

    ok: Literal[True]


# People on duty


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
    """The people on duty, in the order in which they came."""

    duty: list[Duty]


class SectionTaken(Part):
    """The jefe's spells as they are now."""

    ok: Literal[True]
    duty: list[Duty]


class Done(Part):
    """It was done."""

    ok: Literal[True]

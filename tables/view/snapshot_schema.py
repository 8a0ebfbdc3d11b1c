"""The shape of a table's snapshot, as `docs/openapi.json` shows it, and which of its fields each role sees.

A field without a default is public: players can see a display. One with a default is left out for a display, which so
sees no player and no single bet.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from casino.people.permissions import AT_A_TABLE, NOT_IN_PUBLIC, READERS, Roles
from tables.engine.state import Phase
from tables.rules.seats import HIGHEST_SEAT

Slug = Annotated[str, Field(pattern="^[a-z][a-z0-9-]{1,29}$")]
Choice = Literal["draw", "stand"]
Result = Literal["punto", "banca", "tie", "void"]
Seat = Annotated[int, Field(ge=1, le=HIGHEST_SEAT)]


class Part(BaseModel):
    """A part of the snapshot: it has the fields that are listed and no other."""

    model_config = ConfigDict(extra="forbid")


class Range(Part):
    """The least and the most, both included."""

    minimum: int
    maximum: int


class Bounds(Range):
    """The range of an amount, or of a count of cards or riffles: the multiples of `step` in that range."""

    step: int


class Choices(Part):
    """The people who may be named, or the things that may be chosen. `suivi`: who has the right of it."""

    kind: list[str] | None = None
    player: list[str] | None = None
    suivi: str | None = None


class NextLimits(Range):
    """`differential`: the most by which all bets on one side may exceed those on the other, null for none. `chances`:
    the least and the most of each chance that has limits of its own."""

    differential: int | None
    chances: dict[Slug, Range]


class Limits(NextLimits):
    """`chip`: every stake is a multiple of it. `tie`: the largest tie bet, 0 where none is offered. `next`: limits that
    wait for the end of the pass."""

    chip: int
    tie: int
    next: NextLimits | None


PaytableLine = dict[str, int | str | bool | list[int] | list[str]]


class Chance(Range):
    """What can be bet on. `names`: by language; `sign`: for narrow places. `pays`: the
    lines of its paytable as the reglamento's file writes them; the first whose conditions all hold decides. `open`: it
    may still be bet on in this shoe. `needs_suits`: it is decided by the suits of the first two cards."""

    slug: Slug
    names: dict[str, str]
    sign: str
    pays: list[PaytableLine]
    open: bool
    needs_suits: bool


class Commission(Part):
    """What a player owes on the sum he `won`, collected when he leaves or the shoe ends. `due`: what it would be
    now."""

    player: str
    won: int
    due: int


class Shoe(Part):
    """`dealt`: every card that is out of the shoe; `burned`: those among them that never counted in a pass; `left`:
    those still in it. `last_pass`: this pass, or the one being bet, is the shoe's last."""

    number: int
    decks: int
    holder: str | None = None
    dealt: int
    burned: int
    left: int
    last_pass: bool


class Bank(Part):
    """`origin`: how it came about; the house's bank has no holder. `associate`, `garaje`: where the players cover the
    bank."""

    holder: str | None = None
    seat: int
    stake: int
    opening: int | None = None
    wins: int | None = None
    origin: Literal["auction", "offer", "suite", "house"]
    half_taken: bool | None = None
    associate: str | None = None
    garaje: int | None = None


class Asked(Part):
    """`asked`: a player, `standing`, `house` or `croupier`. `declined`: who has been asked already."""

    asked: str | None = None
    declined: list[str] | None = None


class Offer(Asked):
    """The bank goes round the table. `minimum`, `maximum`: with how much it may be opened."""

    seat: int
    takers: list[str] | None = None
    minimum: int | None = None
    maximum: int | None = None


class Cutting(Asked):
    """The cut of a new shoe. `cutters`: the players who may cut now."""

    cutters: list[str] | None = None


class Suite(Asked):
    """A bank that its holder withdrew, offered for `amount`. `deduction`: the house's; `returned`: what the giver
    leaves with; `takers`: who may take it now; `in_association`: two may take it together."""

    seat: int
    amount: int
    giver: str | None = None
    deduction: int | None = None
    returned: int | None = None
    takers: list[str] | None = None
    in_association: bool | None = None
    minimum: int | None = None
    maximum: int | None = None


class Bid(Part):
    """A player's highest."""

    player: str
    amount: int


class Bidder(Bounds):
    """A person who may bid now, and his bounds."""

    player: str


class Auction(Part):
    """`lead`: the highest bid; `leaders`: who bid it; `bidders`: who may bid now. `minimum`, `maximum`: of the next
    bid, whoever makes it."""

    lead: int | None
    bids: list[Bid] | None = None
    leaders: list[str] | None = None
    round: int | None = None
    bidders: list[Bidder] | None = None
    minimum: int | None = None
    maximum: int | None = None


class Bet(Bid):
    """A stake on the table."""

    chance: Slug


class Hand(Part):
    """`total`: null without cards, or while they are not known. `hidden`: how many of its cards lie face down for this
    viewer (art. 24); they are then not among `cards`."""

    cards: list[str]
    total: int | None
    hidden: int | None = None


class Banco(Part):
    """Somebody plays against the whole bank, or half of it (`table`)."""

    player: str
    kind: Literal["solo", "suivi", "association", "table"]
    players: list[str]


class Settlement(Part):
    """One line of a payment. `win`: before the deduction, negative for a loss. The house's own bank has no player.
    `line`: which line of the chance decided, from 1; null where it lost, and for the bank."""

    player: str | None
    chance: Slug
    stake: int
    win: int
    deduction: int
    article: str | None
    line: int | None


class DueLine(Settlement):
    """One line of a payment that is not yet confirmed. `net`: after the deduction; `stays`: the stake is a bet of the
    next pass, and `left`, how much of it: what a limit that waits for the payment leaves."""

    net: int
    stays: bool
    left: int


class Due(Part):
    """The payment that `settle` would make. `collected`, `paid`: from and to the bets; `deducted`: into the cagnotte;
    `bank`: the bank's stake after it, before it falls; `excess`: what its owner gets back above the maximum."""

    settlements: list[DueLine]
    collected: int
    paid: int
    deducted: int
    bank: int | None
    excess: int


class Pass(Part):
    """The hand being bet or dealt. `next`: the hand of the next card. `held`: a card that waits. `covered`, `banco`:
    where the players cover the bank. Once all cards are known: `result`, whether it was `natural`, the chances whose
    stakes stay, and what is `due`."""

    number: int
    bets: list[Bet] | None = None
    card_holder: str | None = None
    will: Choice | None = None
    held: str | None = None
    punto: Hand
    banca: Hand
    next: Literal["punto", "banca"] | None
    result: Literal["punto", "banca", "tie"] | None
    natural: bool
    stays: list[Slug]
    due: Due | None = None
    covered: int | None = None
    banco: Banco | None = None


class LastPass(Part):
    """The hand that was settled last. `corrected`: it was paid anew after an undo."""

    number: int
    result: Result
    corrected: bool
    punto: Hand
    banca: Hand
    settlements: list[Settlement] | None = None


class Departure(Part):
    """A setting that departs from the text of the reglamento. `article`: null where the text has no number."""

    setting: str
    article: str | None
    text: int | bool | str
    value: int | bool | str


class LimitsWarning(Part):
    """`never_bet`: the minimum is above what may be bet on this chance. `rounding_gain`: with stakes from `minimum` to
    `maximum` the player gains in the long run, by what is rounded to the chip."""

    code: Literal["never_bet", "rounding_gain"]
    chance: Slug
    minimum: int
    maximum: int


class ConductNotes(Part):
    """Notes about a player's conduct. `sent_away`: he may not join, by `article`."""

    name: str
    count: int
    sent_away: bool
    article: str | None


class Hint(Part):
    """`act`: the command that is the usual next one."""

    act: str | None


class Snapshot(Part):
    """All that there is to know of a table now. `version`: of the last event; `seats`: seat -> who sits there; `lent`:
    seat -> its owner; `results`: of this shoe's passes, by their first letters; `marks`: one for each of them, `p` and
    `b` for a pair of punto or banca, `n` for a natural; `actions`: the commands that could be accepted from this caller
    now; `on_request`: what he may ask another to sign; `bounds`: command -> field -> what it
    may be now; `chances`: what can be bet on; `commission`: what players owe."""

    version: int
    table: str
    name: str
    reglamento: str | None
    open: bool
    suspended: bool
    phase: Phase
    limits: Limits | None
    settings: dict[str, int | bool | str | list[int]] | None = None
    seats: dict[str, str | None] | None = None
    lent: dict[str, str | None] | None = None
    standing: list[str] | None = None
    waiting: list[str] | None = None
    names: dict[str, str] | None = None
    conduct: dict[str, ConductNotes] | None = None
    departures: list[Departure] | None = None
    warnings: list[LimitsWarning] | None = None
    shoe: Shoe | None
    lap: int
    bank: Bank | None
    offer: Offer | None
    auction: Auction | None
    suite: Suite | None
    cutting: Cutting | None = None
    pass_: Annotated[Pass | None, Field(alias="pass")]
    last_pass: LastPass | None
    cagnotte: int | None = None
    results: Annotated[str, Field(pattern="^[PBT]*$")]
    marks: list[Annotated[str, Field(pattern="^p?b?n?$")]]
    chances: list[Chance]
    commission: list[Commission] | None = None
    actions: list[str]
    on_request: list[str] | None = None
    bounds: dict[str, dict[str, Bounds] | Choices] | None = None
    bank_kind: Literal["rotating", "house", "cover"] | None = None
    hint: Hint | None = None


OTHER_FIELDS = NOT_IN_PUBLIC


def _public(shape: type[Part]) -> Iterator[tuple[str, FieldInfo]]:
    return ((info.alias or name, info) for name, info in shape.model_fields.items() if info.is_required())


def _parts(info: FieldInfo) -> Iterator[str]:
    """The public fields of a field that a display sees in part; none where it sees the whole."""
    for shape in get_args(info.annotation):
        if not isinstance(shape, type) or not issubclass(shape, Part):
            continue
        if len(public := [*_public(shape)]) < len(shape.model_fields):
            yield from (name for name, _ in public)


def _fields() -> Iterator[tuple[str, Roles]]:
    for name, info in _public(Snapshot):
        yield name, AT_A_TABLE
        yield from ((f"{name}.{part}", AT_A_TABLE) for part in _parts(info))
    yield "conduct", READERS


# Who sees a field; one within another is written `shoe.holder`. Fields that are not here are seen by OTHER_FIELDS.
FIELDS: Mapping[str, Roles] = dict(_fields())
_HAVE_PARTS = frozenset(field.partition(".")[0] for field in FIELDS if "." in field)


def sees(role: str, field: str) -> bool:
    """Whether `role` sees that field of the snapshot. A field within another is written `shoe.holder`."""
    return role in FIELDS.get(field, OTHER_FIELDS)


def visible(role: str, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """The snapshot without the fields that `role` may not see, at both levels."""
    seen = {name: snapshot[name] for name in _seen(role, "", tuple(snapshot))}
    for name in _HAVE_PARTS & seen.keys():
        whole = seen[name]
        if whole is not None:
            seen[name] = {part: whole[part] for part in _seen(role, f"{name}.", tuple(whole))}
    return seen


@lru_cache(maxsize=512)
def _seen(role: str, prefix: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that `role` sees, of those given."""
    return tuple(name for name in names if sees(role, prefix + name))

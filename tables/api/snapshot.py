"""A table's snapshot as the API answers it: its shape for `docs/openapi.json`.

A field with a default is left out where the caller may not see it: a display sees no player and no single bet.
"""

from typing import Annotated, Literal

from pydantic import Field

from tables.api.schemas import Part
from tables.engine.phase import Phase

Chance = Literal["punto", "banca", "tie"]
Choice = Literal["draw", "stand"]
Result = Literal["punto", "banca", "tie", "void"]
Seat = Annotated[int, Field(ge=1, le=14)]


class Range(Part):
    """The least and the most, both included."""

    minimum: int
    maximum: int


class Bounds(Range):
    """What an amount, or a count of cards or riffles, may be now: the multiples of `step` in that range."""

    step: int


class Choices(Part):
    """Who may be named, or what may be chosen. `suivi`: who has the right of it."""

    kind: list[str] | None = None
    player: list[str] | None = None
    suivi: str | None = None


class Limits(Range):
    """`chip`: every stake is a multiple of it. `tie`: the largest tie bet, 0 where none is offered. `next`: limits that
    wait for the end of the pass."""

    chip: int
    tie: int
    next: Range | None


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
    """A bank that its holder withdrew. `deduction`: the house's; `returned`: what the giver leaves with; `takers`: who
    may take it now; `in_association`: two may take it together."""

    seat: int
    giver: str | None = None
    amount: int | None = None
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
    """Who may bid now, and what."""

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

    chance: Chance


class Hand(Part):
    """`total`: null without cards, or while they are not known. `hidden`: how many of banca's cards lie face down for
    this viewer (art. 24); they are then not among `cards`."""

    cards: list[str]
    total: int | None
    hidden: int | None = None


class Banco(Part):
    """Somebody plays against the whole bank, or half of it (`table`)."""

    player: str
    kind: Literal["solo", "suivi", "association", "table"]
    players: list[str]


class Settlement(Part):
    """One line of a payment. `win`: before the deduction, negative for a loss. The house's own bank has no player."""

    player: str | None
    chance: Literal["punto", "banca", "tie", "bank"]
    stake: int
    win: int
    deduction: int
    article: str | None


class DueLine(Settlement):
    """One line of a payment that is not yet confirmed. `net`: after the deduction; `stays`: the stake is a bet of the
    next pass."""

    net: int
    stays: bool


class Due(Part):
    """What `settle` would pay. `collected`, `paid`: from and to the bets; `deducted`: into the cagnotte; `bank`: the
    bank's stake after it, before it falls; `excess`: what its owner gets back above the maximum."""

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
    stays: list[Chance]
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
    """`never_bet`: the minimum is above what may be bet on this chance."""

    code: Literal["never_bet"]
    chance: Chance
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
    seat -> its owner; `results`: of this shoe's passes, by their first letters; `actions`: the commands that could be
    accepted from this caller now; `on_request`: what he may ask another to sign; `bounds`: command -> field -> what it
    may be now; `chances`: what can be bet on."""

    version: int
    table: str
    name: str
    reglamento: str | None
    open: bool
    suspended: bool
    phase: Phase
    limits: Limits | None
    settings: dict[str, int | bool | str] | None = None
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
    actions: list[str]
    on_request: list[str] | None = None
    bounds: dict[str, dict[str, Bounds] | Choices] | None = None
    chances: list[Chance] | None = None
    bank_kind: Literal["rotating", "house", "cover"] | None = None
    hint: Hint | None = None

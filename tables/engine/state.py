"""The whole state of a table, as frozen dataclasses. Mappings are never changed in place; amounts are integers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tables.engine.conduct_notes import ConductNotes
from tables.engine.last_pass import LastPass
from tables.engine.making import made_at_once
from tables.engine.phase import Phase
from tables.rules.reglamento import SettingValue
from tables.rules.seats import SEATS

STANDING = "standing"
HOUSE = "house"
CROUPIER = "croupier"
RESERVED = (STANDING, HOUSE, CROUPIER)


@dataclass(frozen=True)
class Limits:
    """`next` is the (minimum, maximum) that takes effect after the pass; None if no change is waiting."""

    minimum: int
    maximum: int
    chip: int
    next: tuple[int, int] | None = None


@made_at_once
@dataclass(frozen=True)
class Bet:
    """A player's stake on a chance, or a bid for the bank."""

    player: str
    chance: str
    amount: int


@dataclass(frozen=True)
class Shoe:
    """`seen` counts each keyed card in this shoe. `holder` and `seat` are who holds the sabot and where. `is_cut`: it
    may be played."""

    number: int
    decks: int
    holder: str | None = None
    seat: int | None = None
    dealt: int = 0
    burned: int = 0
    seen: Mapping[str, int] = field(default_factory=dict)
    last_pass: bool = False
    is_cut: bool = False

    @property
    def left(self) -> int:
        """Cards still in the shoe."""
        return 52 * self.decks - self.dealt


@made_at_once
@dataclass(frozen=True)
class Bank:
    """A bank on the table.

    `opening_maximum`: the maximum in force at the opening (art. 29). `passes`: how many it has played. `last_win`: the
    last win before its deduction; `last_win_taxed`: whether art. 29 applied to it. `first_giver`: for a suite, the seat
    of the giver of the original one (arts. 41, 42).
    Chemin de fer: `passer`: who passed the hand to the holder. `garaje`: the sum set aside. `winnings`: net wins not
    set aside. `halved_in`: the pass in which half was set aside. `bound`: the holder must play the pass."""

    holder: str | None
    seat: int
    stake: int
    opening: int
    opening_maximum: int
    origin: str
    wins: int = 0
    passes: int = 0
    last_win: int = 0
    last_win_taxed: bool = False
    half_taken: bool = False
    first_giver: int | None = None
    passer: str | None = None
    associate: str | None = None
    garaje: int = 0
    winnings: int = 0
    halved_in: int | None = None
    bound: bool = False


@dataclass(frozen=True)
class Lap:
    """A round of the sabot. `openers` have opened in it; `last_opener` has opened `running` times in a row (arts. 31,
    33)."""

    number: int = 0
    start: int | None = None
    openers: tuple[str, ...] = ()
    last_opener: str | None = None
    running: int = 0


@dataclass(frozen=True)
class Auction:
    """`bids` holds each bidder's highest, in order of bidding. In round 2 only `tied` may bid, each above `floor`.
    `barred` may not bid, by the rule `barred_by`. `passer` passed the hand."""

    bids: tuple[Bet, ...] = ()
    round: int = 1
    floor: int = 0
    tied: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    barred_by: str | None = None
    least: int = 0
    origin: int = 14
    passer: str | None = None

    @property
    def lead(self) -> int | None:
        """The highest bid."""
        return max((bid.amount for bid in self.bids), default=None)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The players whose bid equals the lead."""
        return tuple(bid.player for bid in self.bids if bid.amount == self.lead)


@made_at_once
@dataclass(frozen=True)
class Offer:
    """The bank is offered to the right of seat `origin`, where the offer ends; `walked` is how many seats it has gone.
    `desister`: who gave the bank back (art. 6); the standing are then asked once. `leaver`: whose bank it was, if he
    went. `again`: the last holder is asked after everybody else (art. 33)."""

    origin: int
    seat: int
    walked: int = 0
    asked: str = ""
    again: bool = False
    declined: tuple[str, ...] = ()
    desister: str | None = None
    leaver: str | None = None
    forced: bool = False


@dataclass(frozen=True)
class Suite:
    """A bank withdrawn by `giver` and offered at `amount`. `deduction`: art. 38. `returned`: what the giver gets.
    `came_from`: the phase to return to. `first_giver`: the original giver's seat."""

    giver: str
    seat: int
    amount: int
    deduction: int
    returned: int
    came_from: Phase
    first_giver: int
    asked: str = ""
    declined: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    reserved: "Association | None" = None


@dataclass(frozen=True)
class Association:
    """Two players who would take a passed hand together, for `amount` in all."""

    player: str
    associate: str
    amount: int


@dataclass(frozen=True)
class Banco:
    """A bet against the whole bank, or half of it (kind `table`). `players` are the partners of an association."""

    player: str
    kind: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cutting:
    """`asked` is the player asked to cut, or empty if any player may. `declined` have refused."""

    asked: str
    declined: tuple[str, ...] = ()


@made_at_once
@dataclass(frozen=True)
class Pass:
    """One hand. `card_holder` is set at no va más. `held`: a card waiting under art. 51 c. `redealt`: its first cards
    were burned (art. 50). `banca_at_will`: banca's cards keyed when the will was spoken; later ones were turned (art.
    20)."""

    number: int
    bets: tuple[Bet, ...] = ()
    card_holder: str | None = None
    cards_declined: tuple[str, ...] = ()
    will: str | None = None
    held: str | None = None
    banca_at_will: int = 0
    punto: tuple[str, ...] = ()
    banca: tuple[str, ...] = ()
    banco: Banco | None = None
    card_right: str | None = None
    bank_choice: str | None = None
    punto_told: str | None = None
    banca_counts_nothing: bool = False
    redealt: bool = False
    forfeit: str | None = None


@dataclass(frozen=True)
class Resume:
    """What follows the next shuffle (art. 44): the `first` bank, the `bank` going on, or an `offer` to the right of
    `seat`."""

    how: Literal["first", "bank", "offer"] = "first"
    seat: int = 14


@dataclass(frozen=True)
class UndoLimits:
    """How many of the last commands the croupier and the jefe may still undo."""

    croupier: int = 0
    jefe: int = 0


EMPTY_SEATS: Mapping[int, str | None] = dict.fromkeys(SEATS)


@dataclass(frozen=True)
class State:
    """The state of a table.

    `seats`: who sits there, including a borrower. `lent`: seat to owner, None if the owner has left. `voided`: the void
    passes since the opening. `undone`: passes whose payment an undo has taken back; paid again, they count as
    corrected. `conduct`: the notes about each player's conduct; they outlast his stay and the table's closing.
    Chemin de fer: `last_banco`: who called banco and lost the last pass. `refusals`: refused offers in a row. `sat_in`:
    the pass in which a player sat down in mid-shoe. `passed`: the amount at which each player passed the hand (art. 9).
    `made_banco`: who had called banco before the hand was passed (art. 8)."""

    # Defaults of our own classes come from factories: as attributes of the class they would slow every reading down.
    version: int = 0
    reglamento: str = ""
    open: bool = False
    suspended: bool = False
    phase: Phase = "closed"
    limits: Limits = field(default_factory=lambda: Limits(0, 0, 1))
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    seats: Mapping[int, str | None] = field(default_factory=lambda: EMPTY_SEATS)
    lent: Mapping[int, str | None] = field(default_factory=dict)
    standing: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    shoe: Shoe | None = None
    shoes: int = 0
    resume: Resume = field(default_factory=Resume)
    lap: Lap = field(default_factory=Lap)
    bank: Bank | None = None
    offer: Offer | None = None
    auction: Auction | None = None
    suite: Suite | None = None
    cutting: Cutting | None = None
    current: Pass = field(default_factory=lambda: Pass(number=1))
    last_pass: LastPass | None = None
    last_stakes: tuple[Bet, ...] = ()
    cagnotte: int = 0
    results: str = ""
    voided: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    undo_limits: UndoLimits = field(default_factory=UndoLimits)
    conduct: Mapping[str, ConductNotes] = field(default_factory=dict)
    last_banco: str | None = None
    refusals: Mapping[str, int] = field(default_factory=dict)
    sat_in: Mapping[str, int] = field(default_factory=dict)
    passed: Mapping[str, int] = field(default_factory=dict)
    made_banco: str | None = None


def new_state() -> State:
    """A closed table at version 0."""
    return State()

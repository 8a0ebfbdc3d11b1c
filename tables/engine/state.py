"""The whole state of a table, as frozen dataclasses; with questions about it, and changes that several events share.

Mappings are never changed in place; amounts are integers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from tables.rules.reglamento import SettingValue, whole
from tables.rules.seats import SEATS, leftward, numbered, rightward

Phase = Literal[
    "closed",
    "seating",
    "shuffling",
    "cutting",
    "burning",
    "auction",
    "offer",
    "betting",
    "dealing",
    "will",
    "bank_choice",
    "resolved",
    "suite",
]

PHASES: tuple[Phase, ...] = get_args(Phase)
OPEN: tuple[Phase, ...] = tuple(phase for phase in PHASES if phase != "closed")
CARDS_OUT: tuple[Phase, ...] = ("dealing", "will", "bank_choice", "resolved")
# in which a shoe that is cut may lie on the table
BETWEEN_PASSES: tuple[Phase, ...] = ("betting", "offer", "suite", "auction")
PASS_UNDER_WAY: tuple[Phase, ...] = ("betting", *CARDS_OUT, "suite")


@dataclass(frozen=True)
class ConductNotes:
    """The notes about a player's conduct: how many. `sent_away`: he may not join, by `article`."""

    name: str
    count: int = 0
    sent_away: bool = False
    article: str | None = None


@dataclass(frozen=True)
class Settlement:
    """One line of a payment. `win` is before the deduction: negative for a loss, 0 for a stake that stays. `line`: the
    number of the line of the chance that decided, from 1; None for a lost bet, and for the bank."""

    player: str | None
    chance: str
    stake: int
    win: int
    deduction: int
    article: str | None
    line: int | None = None


@dataclass(frozen=True)
class Owed:
    """Commission on wins of a player that is collected at the end of the shoe: `rate`, a share as text, of `won`."""

    player: str
    rate: str
    won: int


@dataclass(frozen=True)
class LastPass:
    """The last pass that was paid or voided. `corrected`: it was undone and paid again.
    `banca_counts_nothing`: of banca's cards only the third counted (chemin de fer)."""

    number: int
    result: str
    punto: tuple[str, ...]
    banca: tuple[str, ...]
    settlements: tuple[Settlement, ...]
    corrected: bool = False
    banca_counts_nothing: bool = False


STANDING = "standing"
HOUSE = "house"
CROUPIER = "croupier"
RESERVED = (STANDING, HOUSE, CROUPIER)


@dataclass(frozen=True)
class ChanceLimits:
    """Amounts that the jefe has given for one chance, instead of its shares of the table's limits."""

    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True)
class NextLimits:
    """Limits that take effect after the pass, with the fields of `Limits`."""

    minimum: int
    maximum: int
    chances: Mapping[str, ChanceLimits] = field(default_factory=dict)
    differential: int | None = None


@dataclass(frozen=True)
class Limits:
    """`next`: None if no change is waiting. `chances`: by slug, where the jefe gave amounts. `differential`: the most
    by which the bets on one side may exceed those on the other; None for no such limit."""

    minimum: int
    maximum: int
    chip: int
    next: NextLimits | None = None
    chances: Mapping[str, ChanceLimits] = field(default_factory=dict)
    differential: int | None = None


@dataclass(frozen=True)
class Bet:
    """A player's stake on a chance, or a bid for the bank."""

    player: str
    chance: str
    amount: int


@dataclass(frozen=True)
class Shoe:
    """`seen` counts each keyed card in this shoe. `holder` and `seat` are who holds the sabot and where. `is_cut`: it
    may be played. `first_pass`: the number of its first pass. `free_passes`: how many of its passes were closed
    without a bet, where the house counts them."""

    number: int
    decks: int
    holder: str | None = None
    seat: int | None = None
    dealt: int = 0
    burned: int = 0
    seen: Mapping[str, int] = field(default_factory=dict)
    last_pass: bool = False
    is_cut: bool = False
    first_pass: int = 0
    free_passes: int = 0

    @property
    def left(self) -> int:
        """Cards still in the shoe."""
        return 52 * self.decks - self.dealt


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
    origin: int = 0
    passer: str | None = None

    @property
    def lead(self) -> int | None:
        """The highest bid."""
        return max((bid.amount for bid in self.bids), default=None)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The players whose bid equals the lead."""
        return tuple(bid.player for bid in self.bids if bid.amount == self.lead)


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
    """The way on from the next shuffle (art. 44): the `first` bank, the `bank` going on, or an `offer` to the right of
    `seat`."""

    how: Literal["first", "bank", "offer"]
    seat: int


@dataclass(frozen=True)
class UndoLimits:
    """The numbers of last commands that the croupier and the jefe may still undo."""

    croupier: int = 0
    jefe: int = 0


EMPTY_SEATS: Mapping[int, str | None] = dict.fromkeys(SEATS)
AT_FIRST = Resume("first", SEATS[-1])


def empty_seats(settings: Mapping[str, SettingValue]) -> Mapping[int, str | None]:
    """The seats of a table that was opened with these settings; where they say nothing of seats, the usual ones."""
    left_out = settings.get("seats_left_out", ())
    number = whole(settings.get("seats", len(SEATS)))
    return dict.fromkeys(numbered(number, left_out if isinstance(left_out, tuple) else ()))


@dataclass(frozen=True)
class State:
    """The state of a table.

    `seats`: who sits there, including a borrower. `lent`: seat to owner, None if the owner has left. `voided`: the void
    passes since the opening. `undone`: passes whose payment an undo has taken back; paid again, they count as
    corrected. `marks`: one for each of `results`, what else roads show of the pass. `owed`: commission that is not yet
    collected. `conduct`: the notes about each player's conduct; they outlast his stay and the table's closing.
    Chemin de fer: `last_banco`: who called banco and lost the last pass. `refusals`: refused offers in a row. `sat_in`:
    the pass in which a player sat down in mid-shoe. `passed`: the amount at which each player passed the hand (art. 9).
    `made_banco`: who had called banco before the hand was passed (art. 8)."""

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
    resume: Resume = AT_FIRST
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
    marks: tuple[str, ...] = ()
    owed: tuple[Owed, ...] = ()
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


def seat_of(state: State, player: str) -> int | None:
    """The seat where the player sits now, including a borrowed one; None if he stands."""
    for seat, sitter in state.seats.items():
        if sitter == player:
            return seat
    return None


def is_here(state: State, player: str) -> bool:
    """Whether the player has joined and not left."""
    return player in state.names


def seated(state: State) -> list[str]:
    """The seated players, from seat 1 on."""
    return [player for player in state.seats.values() if player]


def seated_to_the_right(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """(seat, player) pairs from the right of `seat` round the table; `seat` itself comes last."""
    return ((at, player) for at in rightward(state.seats, seat) if (player := state.seats[at]))


def seated_to_the_left(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """(seat, player) pairs from the left of `seat` round the table; `seat` itself comes last."""
    return ((at, player) for at in leftward(state.seats, seat) if (player := state.seats[at]))


def last_seat(state: State) -> int:
    """The seat from whose right a walk begins at the first one."""
    return max(state.seats)


def resumed_at_the_first_seat(state: State, how: Literal["first", "bank"]) -> Resume:
    """A way on that knows no seat: if a bank has to be offered, it is offered from the first seat on."""
    return Resume(how, last_seat(state))


EMPTY = Pass(number=1)


def cards_out_of_the_shoe(state: State, cards: tuple[str, ...], count: int, last_pass: bool) -> State:
    """`count` cards leave the shoe; `cards` are those of them that were seen. `last_pass`: this pass is the shoe's
    last."""
    if state.shoe is None:
        return state
    return replace(state, shoe=less_cards(state.shoe, cards, count, last_pass))


def less_cards(shoe: Shoe, cards: tuple[str, ...], count: int, last_pass: bool) -> Shoe:
    """The shoe after `count` cards have left it, as in `cards_out_of_the_shoe`."""
    seen = dict(shoe.seen)
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
    return replace(shoe, dealt=shoe.dealt + count, seen=seen, last_pass=last_pass)


def cards_burned(state: State, count: int) -> State:
    """Count `count` of the cards that have left the shoe as burned."""
    if state.shoe is None:
        return state
    return replace(state, shoe=replace(state.shoe, burned=state.shoe.burned + count))


def pass_over(state: State, number: int, bets: tuple[Bet, ...] = (), banco: Banco | None = None) -> State:
    """End the pass on the table, whatever ends it: its payment, a void, a burned shoe, the closing of the table.

    `number` is that of the pass that follows. Only `bets`, with the call of banco that they belong to, live on. The
    holder of the bank is no longer bound to play.
    """
    bank = replace(state.bank, bound=False) if state.bank and state.bank.bound else state.bank
    return replace(state, current=next_pass(number, bets, banco), bank=bank)


def next_pass(number: int, bets: tuple[Bet, ...], banco: Banco | None) -> Pass:
    """A pass of which nothing is known but its number, the bets and the call of banco that lie there already."""
    return replace(EMPTY, number=number, bets=bets, banco=banco)


def without_bank(state: State) -> State:
    """End the bank. Nobody holds the sabot; its seat stays known. A right to punto's cards against this bank ends with
    it (chemin-de-fer art. 8)."""
    shoe = replace(state.shoe, holder=None) if state.shoe else None
    current = replace(state.current, card_right=None) if state.current.card_right else state.current
    return replace(state, bank=None, shoe=shoe, current=current)


def with_stake(state: State, stake: int) -> State:
    """The state with the bank at another stake."""
    return replace(state, bank=replace(state.bank, stake=stake)) if state.bank else state

"""A reglamento: a value made of policies. A sixth is a new file that builds one; nothing else names it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from tables.rules.drawing import DrawingTable

SettingValue = int | bool | str
Bank = Literal["rotating", "house", "cover"]
Sabot = Literal["bank", "rotating", "croupier"]


# Commands and incidents that exist under every reglamento.
COMMON_COMMANDS = (
    *("open_table", "set_limits", "close_table", "suspend", "resume", "note"),
    *("join", "leave", "sit", "stand_up", "queue", "unqueue"),
    *("shuffle", "cut", "stop_card"),
    *("place_bet", "remove_bet", "repeat_bets", "close_betting"),
    *("card", "settle", "incident", "void_pass", "burn_shoe", "undo"),
)
COMMON_INCIDENTS = ("exposed_card", "confused_deal", "cards_exhausted", "conduct", "early_cards")


@dataclass(frozen=True)
class BankTax:
    """What the holder's bank pays of its wins.

    `by_parity` (argentina art. 29): only every second win pays, the even ones, or the odd ones when the opening
    exceeded half the maximum then in force. Otherwise every win pays (chemin-de-fer art. 16).
    """

    rate: Fraction
    by_parity: bool

    def falls_on(self, win_number: int, opening: int, maximum: int) -> bool:
        """Whether the bank's `win_number`-th win (from 1) is taxed."""
        if not self.by_parity:
            return True
        large_opening = 2 * opening > maximum
        return (win_number % 2 == 1) == large_opening


@dataclass(frozen=True)
class SuitePolicy:
    """A bank withdrawn between passes and offered on (argentina arts. 36–43, chemin-de-fer arts. 3–12).

    `rate`: of the last win, when the bank's own tax left it untaxed (argentina art. 38). `needs_a_win`, and
    `until_first_card`: after no va más too. `root`: to whose right the sabot goes when the suite falls.
    `in_association`: two may take it together. `last_resort`: who takes it when nobody wants it.

    Chemin de fer: `must_deal_once`: who takes the hand and will not deal it has it auctioned (art. 12).
    `retaken_unraised`: the passer may retake it, but for no more than he passed it (art. 4).
    `larger_bank_owes_cards`: above the passed amount, who had made banco takes punto's cards once (art. 8).
    """

    rate: Fraction
    needs_a_win: bool
    until_first_card: bool
    bets_stay: bool
    root: Literal["original_giver", "passer"]
    ends_with_the_shoe: bool
    in_association: bool
    last_resort: Literal["house", "auction"]
    must_deal_once: bool = False
    retaken_unraised: bool = False
    larger_bank_owes_cards: bool = False


@dataclass(frozen=True)
class AuctionPolicy:
    """`seated_only`: the standing may not bid. `second_round`: tied bidders are asked to better (argentina art. 5);
    otherwise seated come before standing, then who is nearest right of the passer (chemin-de-fer art. 5).
    `without_bids`: the bank is offered by the right from seat 1, or must be taken at the minimum or the seat left.
    `passer_bids_as_passed`: who passed a hand bids for a later one only the amount at which he passed (art. 9)."""

    seated_only: bool
    second_round: bool
    without_bids: Literal["offer", "forced_offer"]
    passer_bids_as_passed: bool = False


@dataclass(frozen=True)
class OfferPolicy:
    """How the bank or the sabot walks round the table.

    `standing`: whether each seated refusal asks the standing for that seat, they are asked once at the end, or never.
    `laps`: whether no person opens twice in a lap (argentina art. 31). `refused_by_all`: what follows.
    `refusing_twice_loses_the_seat`: twice running, or being away on one's turn (chemin-de-fer).
    """

    standing: Literal["each_seat", "at_the_end", "never"]
    laps: bool
    refused_by_all: Literal["burn_shoe", "croupier_draws", "auction"]
    refusing_twice_loses_the_seat: bool = False


@dataclass(frozen=True)
class CardsPolicy:
    """Who receives punto's cards: the largest seated punto bet.

    `nearest`: who wins among equal bets: to the right of the sabot's holder, or from the croupier's left (seat 14
    and down). `punto_alone`: who bet on both chances loses the right (argentina art. 47).
    """

    nearest: Literal["right_of_sabot", "croupier_left"]
    punto_alone: bool


@dataclass(frozen=True)
class Reglamento:
    """One house's game as data. `articles` maps the engine's rule names to this reglamento's articles; a rule that
    is not there is one on which the text is silent, and its refusals cite null. `maximum_per_minimum`: what the
    maximum must be, unless the bank is unlimited. `bets_against_the_house`: it pays and takes the bets; otherwise the
    banker's stake covers them. `commands`: those that can ever be accepted under it. `version`: of a
    house's own reglamento; 0 for the product's."""

    slug: str
    title: str
    drawing: DrawingTable
    bank: Bank
    sabot: Sabot
    chances: tuple[str, ...]
    settings: Mapping[str, SettingValue]
    articles: Mapping[str, str]
    bank_before_cut: bool
    cutter: Literal["left_of_banker", "any_player", "croupier"]
    banca_rate: Fraction
    cards: CardsPolicy | None
    offer: OfferPolicy | None = None
    bank_tax: BankTax | None = None
    suite: SuitePolicy | None = None
    auction: AuctionPolicy | None = None
    maximum_per_minimum: int | None = None
    standing_banker_sits: bool = True
    half: bool = False
    desist: bool = False
    face_down: bool = False
    burn_by_first_card: bool = False
    winning_stakes_stay: bool = False
    bets_against_the_house: bool = True
    tie_payout: int = 8
    commands: tuple[str, ...] = COMMON_COMMANDS
    incidents: tuple[str, ...] = COMMON_INCIDENTS
    words: Mapping[str, str] = field(default_factory=dict)
    version: int = 0

    @property
    def name(self) -> str:
        """How the record names it: the slug, with the version where a house has written it (`casa@2`)."""
        return f"{self.slug}@{self.version}" if self.version else self.slug

    @property
    def choosable_settings(self) -> Mapping[str, SettingValue]:
        """The settings that a house may choose, with their defaults: no limit of tie bets where there are none."""
        no_choice = () if "tie" in self.chances else ("tie_bet",)
        return {name: value for name, value in self.settings.items() if name not in no_choice}

    def article(self, rule: str) -> str | None:
        """The article that states `rule`, or None where the text is silent."""
        return self.articles.get(rule)

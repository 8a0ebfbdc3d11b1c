"""A reglamento as a value made of policies. To add one, write a new file that builds such a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

from tables.rules.chances import Chance
from tables.rules.drawing import DrawingTable
from tables.rules.source import DECIDING_SETTINGS, LIMITED, Article, Source

SettingValue = int | bool | str | tuple[int, ...]


def whole(value: SettingValue) -> int:
    """A setting as the whole number that it is. Raises ValueError for another word, TypeError for a list."""
    if isinstance(value, tuple):
        raise TypeError(f"{value} is no number")
    return int(value)


Bank = Literal["rotating", "house", "cover"]
Sabot = Literal["bank", "rotating", "croupier"]


# Commands and incidents that exist under every reglamento.
COMMON_COMMANDS = (
    *("open_table", "set_limits", "close_table", "suspend", "resume", "note"),
    *("join", "leave", "sit", "stand_up", "queue", "unqueue", "readmit"),
    *("shuffle", "cut", "stop_card"),
    *("place_bet", "remove_bet", "repeat_bets", "close_betting"),
    *("card", "settle", "incident", "void_pass", "burn_shoe", "undo"),
)
# Settings of every reglamento whose bets the house pays, as they are where neither house nor text says otherwise.
# `burn`: unseen cards after the cut, or `first_card`; `burn_each_pass`: unseen cards at no va más; `free_passes`: how
# many passes of a shoe may be closed without a bet; `cards`: who takes punto's; `seats_left_out`: numbers that no seat
# has; `commission`: when that on banca is collected.
HOUSE_PAID: Mapping[str, SettingValue] = {
    "burn": 0,
    "burn_each_pass": 0,
    "free_passes": "any",
    "cards": "largest",
    "seats": 14,
    "seats_left_out": (),
    "commission": "each_win",
}
COMMON_INCIDENTS = ("exposed_card", "confused_deal", "cards_exhausted", "conduct", "early_cards")


@dataclass(frozen=True)
class BankTax:
    """The deduction that the holder's bank pays on its wins.

    `by_parity` (argentina art. 29): only the even wins pay, or only the odd ones if the opening exceeded half the
    maximum then in force. Otherwise every win pays (chemin-de-fer art. 16).
    """

    rate: Fraction
    by_parity: bool

    def taxed_wins(self, opening: int, maximum: int) -> Literal["every", "even", "odd"]:
        """The wins of a bank that pay, by what it was opened with."""
        if not self.by_parity:
            return "every"
        return "odd" if 2 * opening > maximum else "even"

    def falls_on(self, win_number: int, opening: int, maximum: int) -> bool:
        """Whether the bank's `win_number`-th win (from 1) is taxed."""
        which = self.taxed_wins(opening, maximum)
        return which == "every" or (win_number % 2 == 1) == (which == "odd")


@dataclass(frozen=True)
class SuitePolicy:
    """A bank withdrawn between passes and offered on (argentina arts. 36–43, chemin-de-fer arts. 3–12).

    `rate`: deduction on the last win if the bank's own tax left it untaxed (argentina art. 38). `needs_a_win`: the bank
    must have won. `until_first_card`: it may also be given after no va más. `root`: from whose right the sabot goes on
    when the suite falls. `in_association`: two players may take it together. `last_resort`: what happens if nobody
    takes it.
    Chemin de fer: `must_deal_once`: if the taker will not deal the hand, it is auctioned (art. 12). `retaken_unraised`:
    the passer may retake it, but not for more than he passed it (art. 4). `larger_bank_owes_cards`: if the new bank is
    larger than the passed amount, the player who had called banco takes punto's cards once (art. 8).
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
    """The rules of an auction.

    `seated_only`: the standing may not bid. `second_round`: tied bidders may bid again (argentina art. 5); otherwise
    the seated come before the standing, then the nearest to the right of the passer (chemin-de-fer art. 5).
    `without_bids`: the bank is offered to the right from seat 1, or the player asked must take it at the minimum or
    lose his seat. `passer_bids_as_passed`: a player who passed a hand may bid for a later one only at the amount at
    which he passed (art. 9).
    """

    seated_only: bool
    second_round: bool
    without_bids: Literal["offer", "forced_offer"]
    passer_bids_as_passed: bool = False


@dataclass(frozen=True)
class OfferPolicy:
    """The rules of the offer of the bank or the sabot round the table.

    `standing`: whether the standing are asked after each seated player's refusal, once at the end, or never. `laps`:
    nobody opens twice in a lap (argentina art. 31). `refused_by_all`: what follows if everybody declines.
    `refusing_twice_loses_the_seat`: also for being away when asked (chemin-de-fer).
    """

    standing: Literal["each_seat", "at_the_end", "never"]
    laps: bool
    refused_by_all: Literal["burn_shoe", "croupier_draws", "auction"]
    refusing_twice_loses_the_seat: bool = False


@dataclass(frozen=True)
class CardsPolicy:
    """The rule of who receives punto's cards: the player with the largest punto bet.

    `nearest`: among equal bets, the nearest to the right of the sabot's holder, or from the croupier's left (the
    highest seat and down). `punto_alone`: a player who bet on both chances has no right to them (argentina art. 47).
    `standing`: the standing take them too, after the seated among equal bets (slovenia 5).
    """

    nearest: Literal["right_of_sabot", "croupier_left"]
    punto_alone: bool
    standing: bool = False


LARGEST = "Largest {} bet, as a share of the maximum"


def called(**hands: str) -> dict[str, str]:
    """The words for what this reglamento calls `punto`, `banca` or `tie`: as a name, within a sentence, and in what is
    said of it."""
    words = {hand.capitalize(): own for hand, own in hands.items()}
    words |= {hand: own[:1].lower() + own[1:] for hand, own in hands.items()}
    for hand, own in hands.items():
        phrases = ("{} won", "{} lost") if hand == "tie" else ("{} won", "{} lost", "{} wins", "{}'s cards")
        words |= {one.format(hand.capitalize()): one.format(own) for one in phrases}
    if "tie" in words:
        words[LARGEST.format("tie")] = LARGEST.format(words["tie"])
    return words


@dataclass(frozen=True)
class TextSetting:
    """The text's own word on a setting that a house may choose otherwise.

    `allows`: the text asks for exactly this value, or for it at least or at most. `of_the_cards`: the value is a share
    of the cards in the shoe, written `1/4`. `article`: None where the text has no number.
    """

    setting: str
    value: SettingValue
    article: str | None = None
    allows: Literal["exactly", "at_least", "at_most"] = "exactly"
    of_the_cards: bool = False


@dataclass(frozen=True)
class Reglamento:
    """The rules of one game as data.

    `articles` maps the engine's rule names to this reglamento's articles. If a rule is missing there, the text is
    silent on it and refusals cite no article. `source`: the words of its text. `maximum_per_minimum`: the maximum must
    be this multiple of the minimum, unless the bank is unlimited. `bets_against_the_house`: the house pays and collects
    the bets; otherwise the banker's stake covers them. `commands`: those that can ever be accepted under it.
    `text_settings`: the settings that the text fixes; a table that departs from them says so. `words`: English texts of
    the product → this reglamento's own English words for them, which the catalogues translate under its name.
    `version`: of a house's own; 0 for those of the product. `base`: the product's reglamento that a house's own was
    made from. `staffing`: how many people of each post the table needs, who deals first: the number that the text
    states, and one of whoever it names as dealing where it states none.
    """

    slug: str
    title: str
    drawing: DrawingTable
    bank: Bank
    sabot: Sabot
    chances: tuple[Chance, ...]
    settings: Mapping[str, SettingValue]
    articles: Mapping[str, str]
    source: Source
    bank_before_cut: bool
    cutter: Literal["left_of_banker", "any_player", "croupier"]
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
    winning_stakes_stay: bool = False
    bets_against_the_house: bool = True
    commands: tuple[str, ...] = COMMON_COMMANDS
    incidents: tuple[str, ...] = COMMON_INCIDENTS
    text_settings: tuple[TextSetting, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    version: int = 0
    base: str = ""
    staffing: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name that the record stores: the slug, with the version for a house's own reglamento (`casa@2`)."""
        return f"{self.slug}@{self.version}" if self.version else self.slug

    @property
    def choosable_settings(self) -> Mapping[str, SettingValue]:
        """The settings that a house may choose, with their defaults; `tie_bet` only if there is such a chance."""
        chosen = {chance.maximum_setting for chance in self.chances}
        return {name: value for name, value in self.settings.items() if name != "tie_bet" or name in chosen}

    def chance(self, slug: str) -> Chance:
        """The chance of that slug. Raises KeyError if there is none."""
        return self._by_slug[slug]

    @cached_property
    def _by_slug(self) -> Mapping[str, Chance]:
        return {chance.slug: chance for chance in self.chances}

    def article(self, rule: str) -> str | None:
        """The article that states `rule`, or None where the text is silent."""
        return self.articles.get(rule)

    @property
    def waiting_list(self) -> Article | None:
        """The words that ask for a list of the players who want a seat; None where the text has no such list."""
        return self.source.words("waiting_list", self.article("waiting_list"))

    def deciding_settings(self, rule: str) -> tuple[str, ...]:
        """The settings of this reglamento that decide under `rule`."""
        return tuple(name for name in DECIDING_SETTINGS.get(rule, ()) if name in self.choosable_settings)

    def settings_under(self, article: str) -> tuple[str, ...]:
        """The settings that decide under an article, each once."""
        rules = (rule for rule, number in self.articles.items() if number == article)
        return tuple(dict.fromkeys(name for rule in rules for name in self.deciding_settings(rule)))

    def is_limited(self, article: str) -> bool:
        """Whether the table's limits decide under an article."""
        return any(number == article and rule in LIMITED for rule, number in self.articles.items())

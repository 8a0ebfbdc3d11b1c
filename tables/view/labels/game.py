"""The labels of phases, chances, results, reglamentos, and of a table's settings with their values."""

from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise

from casino.common import wording
from casino.common.wording import Wording
from casino.common.wording import lazy_text as _
from tables.engine.state import CROUPIER
from tables.engine.table.settings import CHECKS, LABELS
from tables.record.reglamentos.catalogue import resolve
from tables.record.reglamentos.words import speaking
from tables.rules.cards import rank_of, suit_of
from tables.rules.chances import Chance
from tables.rules.reglamento import Reglamento, SettingValue

PHASE_LABELS: dict[str, Promise] = {
    "closed": _("Closed"),
    "seating": _("Seating"),
    "shuffling": _("Shuffle"),
    "cutting": _("Cut"),
    "burning": _("First card"),
    "auction": _("Auction"),
    "offer": _("Offer"),
    "betting": _("Place your bets"),
    "dealing": _("No more bets"),
    "will": _("Will of five"),
    "bank_choice": _("The banker chooses"),
    "resolved": _("Payment"),
    "suite": _("Suite"),
}

CHANCE_LABELS: dict[str, Promise] = {
    "punto": _("Punto"),
    "banca": _("Banca"),
    "tie": _("Tie"),
    "bank": _("Bank"),
    "large_bank": _("A bank opened with more than half the maximum"),
    "house_bank": _("The house's bank"),
}
SIDE_BET = "side-bet"  # the class of what a house offers beside the game's own chances
VOID_LABEL = _("Void")
RESULT_LABELS: dict[str, Promise] = {"punto": _("Punto wins"), "banca": _("Banca wins")}

# By the kind of bank: what goes round the table.
BANK_LABELS: dict[str, Promise] = {"rotating": _("Bank"), "cover": _("Bank"), "house": _("Sabot")}
BANK_OFFER_LABELS: dict[str, Promise] = {
    "rotating": _("The bank is offered"),
    "cover": _("The bank is offered"),
    "house": _("The sabot is offered"),
}


SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@lru_cache(maxsize=128)
def card_said(card: str) -> str:
    """A card as it is shown: `K`, or `K♠` where its suit was keyed."""
    return rank_of(card) + SUIT_SIGNS.get(suit_of(card), "")


def phase_label(phase: str) -> str:
    """The label of a phase."""
    return str(PHASE_LABELS[phase])


def chance_class(chance: str) -> str:
    """The class of an element for a chance's colour: that of a result, or that of all other chances, whose slugs a
    house chooses."""
    return chance if chance in CHANCE_LABELS else SIDE_BET


def label_of(chance: str) -> Promise:
    """The label of a chance in the active words, those of a house for what it offers itself. Without words in which
    the chance has a name: its slug."""
    return CHANCE_LABELS.get(chance) or _(chance)


def chance_label(reglamento: str | None, chance: str) -> str:
    """The label of a chance or result: this reglamento's own word where it has one (encarte, égalité, igualdad), and
    the house's name for what it offers itself."""
    if chance == "void":
        return str(VOID_LABEL)
    with speaking(reglamento):
        return str(label_of(chance))


def result_label(reglamento: str | None, result: str) -> str:
    """How a result is announced: who wins, or the reglamento's word for a tie."""
    with speaking(reglamento):
        return str(RESULT_LABELS.get(result) or CHANCE_LABELS[result])


def chance_sign(reglamento: str | None, chance: str) -> str:
    """What stands for a chance in narrow places: the sign that the house gave it; else its initial: P, B, and the tie's
    own (E, I, T)."""
    found = [one.sign for one in resolve(reglamento).chances if one.slug == chance] if reglamento else []
    return "".join(found) or chance_label(reglamento, chance)[:1].upper()


def chance_names(rules: Reglamento, chance: Chance) -> Mapping[str, str]:
    """What a chance is called in each language that its house has given, or in every language of the product."""
    if chance.names and chance.slug not in CHANCE_LABELS:
        return chance.names
    return _in_every_language(rules.base or rules.slug, tuple(rules.words.items()), chance.slug)


def chance_sign_at_home(rules: Reglamento, chance: Chance) -> str:
    """The sign of a chance for readers of any language: an initial is that of the text's own language."""
    names = chance_names(rules, chance)
    return chance.sign or names.get(rules.source.language, next(iter(names.values())))[:1].upper()


@lru_cache(maxsize=256)
def _in_every_language(context: str, words: tuple[tuple[str, str], ...], chance: str) -> Mapping[str, str]:
    found = {}
    with wording.speaking(Wording(context, dict(words))):
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                found[language] = str(label_of(chance))
    return found


def reglamento_title(reglamento: str | None) -> str:
    """A reglamento's own title, untranslated; empty for a closed table."""
    return resolve(reglamento).title if reglamento else ""


Choice = tuple[str, Promise | str]

SETTING_LABELS: dict[str, Promise] = {name: _(label) for name, label in LABELS.items() if name in CHECKS}
CHOICES: dict[str, tuple[tuple[SettingValue, Promise | str], ...]] = {
    "decks": ((6, "6"), (8, "8")),
    "tie_bet": (
        *((0, _("not offered")), ("1/8", "1/8"), ("1/4", "1/4"), ("1/2", "1/2")),
        (1, _("the whole maximum")),
    ),
    "rounding": (
        ("player", _("in the player's favour")),
        ("house", _("in the house's favour")),
        ("nearest", _("to the nearest")),
    ),
    "suite_order": (
        ("43", _("Art. 43: the giver before the standing")),
        ("37", _("Art. 37: the standing before the giver")),
    ),
    "unlimited_bank": ((False, _("no")), (True, _("yes"))),
    "burn": (
        ("first_card", _("as many as the first card says")),
        *((number, str(number)) for number in range(21)),
    ),
    "burn_each_pass": ((0, _("none")), (1, "1")),
    "free_passes": (
        ("any", _("as many as there are")),
        *((number, str(number)) for number in (0, 1, 2, 3, 5, 10)),
    ),
    "cards": (
        ("largest", _("to the largest bet")),
        (CROUPIER, _("the croupier turns them all")),
    ),
    "commission": (("each_win", _("with each win")), ("end_of_shoe", _("at the end of the shoe"))),
}


def setting_value(name: str, value: SettingValue) -> str:
    """A value of a setting in words, or as the number or numbers that it is."""
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or str(_("none"))
    return str(next((label for own, label in CHOICES.get(name, ()) if own == value), value))

"""The game's words as a reader sees them: phases, chances, results."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.house_reglamentos.shelf import resolve

PHASES: dict[str, Promise] = {
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

CHANCES: dict[str, Promise] = {"punto": _("Punto"), "banca": _("Banca"), "tie": _("Tie"), "bank": _("Bank")}
VOID = _("Void")


def phase_word(phase: str) -> str:
    """A phase for a reader."""
    return str(PHASES[phase])


def chance_word(reglamento: str | None, chance: str) -> str:
    """A chance or result for a reader: this house's own word where it has one (encarte, égalité, igualdad)."""
    if chance == "void":
        return str(VOID)
    own = resolve(reglamento).words.get(chance) if reglamento else None
    return gettext(own) if own else str(CHANCES[chance])


def chance_letter(reglamento: str | None, chance: str) -> str:
    """The letter that doubles a side's colour: P, B, and the tie's own initial (E, I, T)."""
    return chance_word(reglamento, chance)[:1].upper()


def title_word(reglamento: str | None) -> str:
    """A reglamento's own title, untranslated; empty for a closed table."""
    return resolve(reglamento).title if reglamento else ""

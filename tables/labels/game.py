"""The labels of phases, chances, results and reglamentos."""

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from tables.house_reglamentos.shelf import resolve
from tables.house_reglamentos.words import speaking

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
VOID_LABEL = _("Void")
RESULT_LABELS: dict[str, Promise] = {"punto": _("Punto wins"), "banca": _("Banca wins")}

# By the kind of bank: what goes round the table.
BANK_LABELS: dict[str, Promise] = {"rotating": _("Bank"), "cover": _("Bank"), "house": _("Sabot")}
BANK_OFFER_LABELS: dict[str, Promise] = {
    "rotating": _("The bank is offered"),
    "cover": _("The bank is offered"),
    "house": _("The sabot is offered"),
}


def phase_label(phase: str) -> str:
    """The label of a phase."""
    return str(PHASE_LABELS[phase])


def chance_label(reglamento: str | None, chance: str) -> str:
    """The label of a chance or result: this reglamento's own word where it has one (encarte, égalité, igualdad)."""
    if chance == "void":
        return str(VOID_LABEL)
    with speaking(reglamento):
        return str(CHANCE_LABELS[chance])


def result_label(reglamento: str | None, result: str) -> str:
    """How a result is announced: who wins, or the reglamento's word for a tie."""
    with speaking(reglamento):
        return str(RESULT_LABELS.get(result) or CHANCE_LABELS[result])


def chance_letter(reglamento: str | None, chance: str) -> str:
    """The letter shown with the colour of a side: P, B, and the tie's own initial (E, I, T)."""
    return chance_label(reglamento, chance)[:1].upper()


def reglamento_title(reglamento: str | None) -> str:
    """A reglamento's own title, untranslated; empty for a closed table."""
    return resolve(reglamento).title if reglamento else ""

"""What a refusal rests on, for whoever asks why: its fields, each with its label."""

from django.utils.functional import Promise

from casino.common.errors import Reader, Refusal
from casino.common.wording import lazy_text as _

# The fields of refusals that are facts. Others only fill the sentence.
FIELD_LABELS: dict[str, Promise] = {
    "player": _("Player"),
    "asked": _("Asked now"),
    "minimum": _("At least"),
    "maximum": _("At most"),
    "unit": _("A multiple of"),
    "seated": _("Seated"),
    "phase": _("Phase"),
    "role": _("Role"),
    "setting": _("Setting"),
    "value": _("Value"),
    "seat": _("Seat"),
    "chance": _("Chance"),
    "card": _("Card"),
    "amount": _("Amount"),
    "half": _("Half"),
    "least": _("At least"),
    "most": _("At most"),
    "total": _("Total"),
    "number": _("Number"),
    "version": _("Version"),
}


def facts_of(refusal: Refusal, reader: Reader) -> list[dict[str, str]]:
    """`{"label", "value"}` of each fact, for this reader."""
    said = refusal.said(reader)
    return [
        {"label": str(label), "value": str(said[name])}
        for name, label in FIELD_LABELS.items()
        if said.get(name) not in (None, "")
    ]

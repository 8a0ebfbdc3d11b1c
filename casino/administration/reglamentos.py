"""A house's own reglamentos: checked, and added as the newest version."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from casino.administration.csv_list import Source, text_of
from casino.common.errors import Refusal
from casino.house import acts
from casino.house.acts import By, tried
from tables.house_reglamentos import shelf
from tables.house_reglamentos.file import Fault, read_reglamento
from tables.labels.commands import CHOICE_LABELS
from tables.labels.game import CHANCE_LABELS
from tables.rules.odds import gains
from tables.rules.reglamento import Reglamento


def check(source: Source) -> Reglamento:
    """What the file describes. Raises Refusal with the line and the reason."""
    text = text_of(source)
    try:
        return read_reglamento(text)
    except Fault as fault:
        reason = str(fault).partition(": ")[2]
        raise Refusal("bad_reglamento", file=source.name, line=fault.line, reason=reason) from fault


def warning(rules: Reglamento) -> str:
    """On what the house would lose in the long run, by how punto plays where it is free; empty if on nothing."""
    free = "W" in rules.drawing.punto
    found = [
        f"{CHANCE_LABELS[line.chance]} +{number_format(float(100 * line.expected), 2)} %"
        + (f" ({CHANCE_LABELS['punto']}: {CHOICE_LABELS[play.punto]})" if free else "")
        for play, line in gains(rules, int(rules.settings["decks"]))
    ]
    said = _("Warning: in the long run a player gains, and the house loses: %(gains)s")
    return said % {"gains": " · ".join(found)} if found else ""


def add(by: By, source: Source) -> tuple[Reglamento, bool]:
    """Keep the file as the newest version of its slug. Returns the reglamento, and whether it is new: a file that is
    kept already is not kept again. Raises Refusal."""
    with tried(by, acts.REGLAMENTO_ADDED, source.name) as entered:
        check(source)
        rules, is_new = shelf.add(text_of(source))
        if is_new:
            entered.about, entered.after = rules.name, {"title": rules.title, "base": rules.base}
            acts.enter(by, acts.REGLAMENTO_ADDED, entered)
    return rules, is_new

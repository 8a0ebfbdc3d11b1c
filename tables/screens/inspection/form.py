"""The timeline's form and the columns of its list."""

from collections.abc import Mapping
from dataclasses import replace

from casino.common.listing import Column, Filter
from casino.common.wording import lazy_text as _
from tables.engine.commands import COMMANDS, INCIDENTS
from tables.labels.commands import COMMAND_LABELS
from tables.labels.incident_guide import INCIDENT_GUIDES
from tables.labels.money import SLIP_LABELS
from tables.models import Table
from tables.screens.inspection.asked import HAND, LONGEST
from tables.screens.inspection.timeline import DISPUTES, EVERY_SLIP

COLUMNS = (
    Column(_("Time")),
    Column(_("Table")),
    Column("№", "number"),
    Column(_("What")),
    Column(_("Amount"), "number"),
    Column(_("Who")),
    Column(_("Art.")),
    Column(_("Digest")),
)


def filters_of(said: Mapping[str, str]) -> list[Filter]:
    """The fields, with what was said in them."""
    tables = [(table.slug, table.name) for table in sorted(Table.objects.all(), key=lambda one: one.place)]
    commands = [(name, COMMAND_LABELS[name]) for name in COMMANDS]
    slips = [(f"{EVERY_SLIP}:{kind}", label) for kind, label in SLIP_LABELS.items()]
    incidents = [(kind, INCIDENT_GUIDES[kind].title) for kind in INCIDENTS]
    every_slip = ((EVERY_SLIP, _("Every slip")), *slips)
    fields = (
        Filter("text", _('Names, remarks, amounts; "Ana" for the whole word'), kind="search", most=LONGEST),
        Filter("table", _("Table"), kind="choice", groups=(("", tables),)),
        Filter(HAND, _("Pass"), kind="number"),
        Filter("since", _("From"), kind="moment"),
        Filter("until", _("Until"), kind="moment"),
        Filter("actor", _("Who"), most=60),
        Filter(
            "command",
            _("What"),
            kind="choice",
            groups=(
                (_("At the table"), commands),
                (_("Slips"), every_slip),
                (_("Disputes"), ((DISPUTES, _("Every dispute")),)),
            ),
        ),
        Filter("article", _("Article"), most=12),
        Filter("incident", _("Incident"), kind="choice", groups=(("", incidents),)),
    )
    return [replace(one, said=said.get(one.name, "")) for one in fields]

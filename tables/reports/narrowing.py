"""What a report was narrowed to beside its period, said at its head: of a paper nobody sees the fields any more."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from django.http import HttpRequest

from casino.common.wording import lazy_text as _
from tables.models import Table
from tables.reports.catalogue import ReportPage
from tables.reports.report import KeyFigure, Report, Text
from tables.view.labels.money import SLIP_LABELS


def _table(slug: str) -> Text:
    return Table.objects.filter(slug=slug).values_list("name", flat=True).first() or slug


# By the field of the page: its name in the address, what it is called, and what was chosen in words. A player and a
# weekday stand in the title.
FIELDS: dict[str, tuple[str, Text, Callable[[str], Text]]] = {
    "any_table": ("table", _("Table"), _table),
    "kind": ("kind", _("Slip"), lambda kind: SLIP_LABELS.get(kind, kind)),
    "above": ("above", _("Exchanges of a person and day above"), str),
    "person": ("person", _("Who"), str),
}


def narrowed(request: HttpRequest, page: ReportPage, report: Report) -> Report:
    """The report with what was chosen in the fields of its page before its other figures."""
    return replace(report, key_figures=(*_chosen(request, page), *report.key_figures))


def _chosen(request: HttpRequest, page: ReportPage) -> Iterator[KeyFigure]:
    for field in () if "player" in page.fields else page.fields:
        name, label, in_words = FIELDS.get(field, ("", "", str))
        if said := request.GET.get(name, "").strip():
            yield KeyFigure(label, in_words(said))

"""What a search of the record finds, as a file and on paper, with the columns of the page of the record."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import number_format

from casino.common import clock
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.people.labels import ROLES
from casino.people.names import NameOf, names_of_staff, naming
from tables.reports.report import Column, KeyFigure, Kind, Report, Section, Text
from tables.view.timeline import asked as page
from tables.view.timeline.asked import Asked, asked
from tables.view.timeline.put_away import sentences
from tables.view.timeline.rows import Row, rows_of
from tables.view.timeline.search import MOST_COUNTED, Before, look

SHOWN, AT_ONCE = 5_000, 500  # acts: in the list, and read together


def of_request(request: HttpRequest) -> Report:
    """The acts that fit the search in the address, newest first; none where it cannot be read."""
    wanted = asked(request.GET)
    hits = 0 if wanted.faults else look(wanted.filters).hits
    name_of = naming(names_of_staff())
    rows = tuple(ActRow(row, name_of) for row in _rows(wanted)) if hits else ()
    return Report(
        name=f"record-{clock.local(clock.now()):%Y%m%d-%H%M}",
        title=_("The record"),
        key_figures=(*_asked_for(wanted), KeyFigure(_("Acts"), min(hits, MOST_COUNTED), Kind.COUNT)),
        sections=(Section(page.ACTS, COLUMNS, rows, empty=_("Nothing matches.")),),
        notes=(
            *wanted.faults.values(),
            *_only_the_newest(hits, len(rows)),
            *(() if wanted.faults else sentences(wanted.filters)),
        ),
        back_url=f"{reverse('timeline')}?{wanted.query}",
    )


def _asked_for(wanted: Asked) -> Iterator[KeyFigure]:
    """What was looked for, without which nobody who holds the paper knows what is not on it."""
    if text := wanted.said.get("text"):
        yield KeyFigure(_("Searched for"), text)
    for chip in page.chips_of(wanted):
        if chip.said:
            yield KeyFigure(chip.label, chip.said)


def _only_the_newest(hits: int, listed: int) -> Iterator[Text]:
    if hits > listed:
        said = gettext("Only the newest %(number)s acts are listed: search for fewer.")
        yield said % {"number": number_format(listed, use_l10n=True, force_grouping=True)}


def _rows(wanted: Asked) -> Iterator[Row]:
    """At most SHOWN of them."""
    before: Before | None = wanted.before
    listed = 0
    while before is not None and listed < SHOWN:
        found = look(wanted.filters, before, AT_ONCE)
        yield from rows_of(found.shown)
        listed, before = listed + len(found.shown), found.onward


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act, with the names of the staff."""

    row: Row
    name_of: NameOf

    @property
    def place(self) -> Text:
        """The table, and the pass where it belongs to one."""
        row = self.row
        return f"{row.place} · {gettext('Pass')} {row.hand}" if row.hand else row.place

    @property
    def what(self) -> str:
        """The act, what tells it from others, and what was said."""
        row = self.row
        return " · ".join(filter(None, (row.what, row.about, row.said)))

    @property
    def who(self) -> str:
        """Who gave it, and who signed it beside him, each with the role."""
        row = self.row
        return ", ".join(self._person(*one) for one in ((row.who, row.role), row.second) if one)

    def _person(self, login: str, role: str) -> str:
        return " · ".join(filter(None, (self.name_of(login), str(ROLES.get(role, role)))))


COLUMNS: tuple[Column[ActRow], ...] = (
    Column(page.TIME, Kind.INSTANT, lambda act: act.row.at),
    Column(page.PLACE, Kind.TEXT, lambda act: act.place),
    Column(page.NUMBER, Kind.COUNT, lambda act: act.row.number, lambda act: act.row.link),
    Column(page.WHAT, Kind.TEXT, lambda act: act.what),
    Column(page.AMOUNT, Kind.MONEY, lambda act: act.row.amount),
    Column(page.WHO, Kind.TEXT, lambda act: act.who),
    Column(page.ARTICLE, Kind.TEXT, lambda act: ", ".join(act.row.cited)),
    Column(page.DIGEST, Kind.TEXT, lambda act: act.row.digest[:16]),
)

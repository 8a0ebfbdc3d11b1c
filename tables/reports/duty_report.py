"""The spells of duty: at which table, from when to when, after which break, and who took over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse

from casino.common import clock
from casino.common.house import house
from casino.common.wording import lazy_text as _
from casino.people.access import role_of
from casino.people.names import names_of_staff, naming
from casino.people.permissions import DEALING, may_read
from tables.models import Duty, DutyEnd
from tables.reports import requested
from tables.reports.report import Column, KeyFigure, Kind, Report, Section
from tables.view.labels.rights import POST_LABELS

SHOWN = 500


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell of duty. `until`: None while it lasts; `minutes`: how long it was, or is; `rested`: the minutes since the
    person's spell before, None without one, and for who does not deal; `person`, `successor`, `actor`: names."""

    duty: Duty
    until: datetime | None
    minutes: int
    rested: int | None
    person: str
    successor: str
    actor: str

    @property
    def is_long(self) -> bool:
        """Whether he dealt for longer than the house lets anybody deal."""
        most = house().relief_minutes
        return bool(most) and self.duty.post in DEALING and self.minutes > most


COLUMNS: tuple[Column[Spell], ...] = (
    Column(_("Who"), Kind.TEXT, lambda row: row.person),
    Column(_("Table"), Kind.TEXT, lambda row: row.duty.table.name),
    Column(_("Post"), Kind.TEXT, lambda row: POST_LABELS[row.duty.post]),
    Column(_("From"), Kind.TIME, lambda row: row.duty.at),
    Column(_("Until"), Kind.TIME, lambda row: row.until),
    Column(_("Minutes"), Kind.COUNT, lambda row: row.minutes),
    Column(_("Minutes of break before"), Kind.COUNT, lambda row: row.rested),
    Column(_("Relieved by"), Kind.TEXT, lambda row: row.successor),
    Column(_("Entered by"), Kind.TEXT, lambda row: row.actor),
)


def of_request(request: HttpRequest) -> Report:
    """The spells that lasted into the period. An administrator comes from the people, not from the reports."""
    period = requested.period(request)
    found = Duty.objects.filter(Q(end=None) | Q(end__at__gte=period.since), at__lt=period.until)
    if slug := request.GET.get("table", ""):
        found = found.filter(table=requested.table(slug))
    if person := requested.text(request, "person", 150).strip():
        found = found.filter(person=person)
    back = "reports" if may_read(role_of(request), "reports") else "people"
    return replace(duty_report(found), back_url=reverse(back))


def duty_report(spells: QuerySet[Duty]) -> Report:
    """The newest spells first, no more than SHOWN; those of dealers that were too long are marked."""
    before = DutyEnd.objects.filter(duty__person=OuterRef("person"), duty__pk__lt=OuterRef("pk"))
    found = spells.annotate(ended_before=Subquery(before.order_by("-pk").values("at")[:1]))
    kept = list(found.select_related("table", "end").order_by("-pk")[: SHOWN + 1])
    rows = tuple(_rows(kept[:SHOWN]))
    long = sum(row.is_long for row in rows)
    return Report(
        name="duty",
        title=_("On duty"),
        key_figures=(
            KeyFigure(_("Spells"), len(rows), Kind.COUNT),
            KeyFigure(_("Longer than allowed"), long, Kind.COUNT, abnormal=long > 0),
        ),
        sections=(
            Section(
                _("On duty"), COLUMNS, rows, empty=_("Nobody was on duty."), abnormal=lambda row: row.is_long
            ),
        ),
        notes=(_("Only the newest are listed: choose a shorter time."),) if len(kept) > SHOWN else (),
    )


def _rows(spells: Sequence[Duty]) -> Iterator[Spell]:
    now, name_of = clock.now(), naming(names_of_staff())
    for one in spells:
        end = getattr(one, "end", None)
        until, before = end.at if end else None, getattr(one, "ended_before", None)
        rested = _minutes(one.at - before) if before and one.post in DEALING else None
        people = (name_of(login) for login in (one.person, end.successor if end else "", one.actor))
        yield Spell(one, until, _minutes((until or now) - one.at), rested, *people)


def _minutes(lasted: timedelta) -> int:
    return max(0, int(lasted.total_seconds() // 60))

"""What a jefe should look at on a table: what waits for a signature, a suspension, disputes, its money, incidents that
no jefe has noted yet, and a phase that takes unusually long."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.functional import Promise

from casino.accounts import access_log
from casino.accounts.labels import ACCESS_EVENTS
from casino.accounts.permissions import Right, Roles
from casino.common.currency import written
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from ledger.cage.accounts import CAGE
from ledger.cage.models import Slip
from ledger.cage.selectors import next_step
from ledger.cage.selectors import pending as pending_in
from ledger.cage.slips import CONFIRMED, SIGNED
from tables.beside import REPORTED
from tables.engine.state import HOUSE
from tables.house_reglamentos.shelf import resolve
from tables.labels.game import phase_label
from tables.labels.money import SLIP_LABELS, SLIP_STATE_LABELS
from tables.models import Record, Table
from tables.screen import TableView
from tables.screens.facts import disputes, pending, shift, tray
from tables.screens.incident_guide import INCIDENT_GUIDES
from tables.screens.requests import ShownRequest, waiting_at
from tables.signature_requests import consent_in

SHOWN = 6
HOUSES_ANSWER = "house_takes_suite"
NOTING = Right.NOTE_ALERTS.roles

# Seconds after which a phase is unusually long. Seating and a closed table may last as long as they like.
USUAL_SECONDS = {
    **dict.fromkeys(("cutting", "burning", "auction", "offer", "suite", "betting"), 300),
    **dict.fromkeys(("dealing", "resolved"), 180),
    **dict.fromkeys(("will", "bank_choice"), 120),
    "shuffling": 1200,
}


@dataclass(frozen=True, slots=True)
class Alert:
    """`what` happened, by whom and when. `after`: it counts only this many seconds after `at` (in the browser).
    `to_note`: it stays until a jefe has noted it. `slip`: the number of the slip that it is about. `command`: what
    answers it, with its label `answer`."""

    key: str
    icon: str
    what: Promise | str
    at: datetime | None
    actor: str = ""
    detail: str = ""
    article: str | None = None
    after: int | None = None
    to_note: bool = False
    slip: int | None = None
    command: str = ""
    answer: Promise | str = ""


def alerts(view: TableView) -> list[Alert]:
    """The most serious first."""
    return [
        *_suspension(view),
        *_house_is_asked(view),
        *_disputes(view),
        *_money(view),
        *_incidents(view),
        *_overdue(view),
    ]


def request_alerts(view: TableView) -> list[Alert]:
    """What waits for a second person's signature. It goes when it has been answered, or with its pass."""
    return [_request(one) for one in waiting_at(view)]


def _request(one: ShownRequest) -> Alert:
    detail = f"{one.reason} · {SLIP_STATE_LABELS[SIGNED.name]}: {one.signer}"
    return Alert(f"request-{one.number}", "✎", one.label, one.at, one.actor, detail)


def alerts_of_cage() -> list[Alert]:
    """The cage's slips that wait for a jefe: a count that does not match."""
    return [alert for slip in pending_in(CAGE) for alert in _slip(slip)]


def alarms() -> list[Alert]:
    """The alarms of the sign-ins and of the audit that nobody has looked into."""
    return [
        Alert(f"alarm-{event.pk}", "⚑", ACCESS_EVENTS[event.what], event.at, event.person, event.detail)
        for event in access_log.open_alarms()[:SHOWN]
    ]


def _money(view: TableView) -> Iterator[Alert]:
    """A tray that has paid out more than it held, play without an opening count, and slips that wait for a jefe."""
    newest = shift(view)
    if newest is None:
        return  # this casino keeps no counts
    held = tray(view)
    if held < 0:
        yield Alert("tray", "▽", _("The tray is short: a fill is needed"), None, detail=written(held))
    if view.snapshot["open"] and newest.end:
        yield Alert("uncounted", "▪", _("Play without an opening count"), newest.end.at)
    for slip in pending(view):
        yield from _slip(slip)


def _slip(slip: Slip) -> Iterator[Alert]:
    step = next_step(slip) or ""
    difference = slip.amount - slip.expected if slip.expected is not None else 0
    if difference or step == CONFIRMED.name:
        what = _("The count does not match") if difference else SLIP_LABELS[slip.kind]
        amount = written(difference or slip.amount)
        named = f"{SLIP_LABELS[slip.kind]} {slip.number}" if difference else slip.number
        detail = titled(named, amount)
        detail = f"{detail} · {SLIP_STATE_LABELS[step]}"
        yield Alert(f"slip-{slip.number}", "⇄", what, slip.at, slip.actor, detail, slip=slip.number)


def _house_is_asked(view: TableView) -> Iterator[Alert]:
    """Nobody wants the suite, and the game waits for the jefe (argentina art. 37 d)."""
    suite = view.snapshot["suite"]
    if suite and suite["asked"] == HOUSE:
        article = resolve(view.snapshot["reglamento"]).article("suite_offer")
        what, answer = _("The table waits for the jefe"), _("The house takes it")
        detail = titled(gettext("Suite"), written(suite["amount"]))
        yield Alert(
            "house", "☎", what, None, detail=detail, article=article, command=HOUSES_ANSWER, answer=answer
        )


def _disputes(view: TableView) -> Iterator[Alert]:
    """Disputes without a decision. Only a decision removes them."""
    for dispute in disputes(view):
        what = _("Dispute")
        detail = f"{gettext('Pass')} {dispute.hand}. {dispute.note}".strip()
        yield Alert(f"dispute-{dispute.number}", "⚖", what, dispute.at, dispute.actor, detail)


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what the alerts tell of each from its record."""
    suspensions = _last_suspensions([view for view in views if view.snapshot["suspended"]])
    fresh = _fresh([view.table.pk for view in views if view.table])
    for view in views:
        of_this = [record for record in fresh if view.table and record.table_id == view.table.pk]
        view.beside.learn("incidents", view.noted, _newest_unsigned(of_this))
        view.beside.learn("suspended", view.noted, suspensions.get(view.slug))


def _last_suspensions(views: Sequence[TableView]) -> dict[str, Record]:
    """Slug → the record that suspended the table."""
    tables = Table.objects.filter(slug__in=[view.slug for view in views])
    newest = Record.objects.filter(table=OuterRef("pk"), name="suspend").order_by("-number").values("pk")
    found = Record.objects.filter(pk__in=tables.values(newest=Subquery(newest[:1])))
    return {record.table.slug: record for record in found.select_related("table")}


def _fresh(tables: Sequence[int]) -> list[Record]:
    """The incidents at the tables with these primary keys since a jefe's last note at each."""
    notes = Record.objects.filter(table=OuterRef("pk"), name="note", role__in=NOTING).order_by("-number")
    noted = Table.objects.filter(pk__in=tables).annotate(noted=Subquery(notes.values("number")[:1]))
    since = Q(pk__in=[])
    for pk, number in noted.values_list("pk", "noted"):
        since |= Q(table=pk, number__gt=number or 0)
    return list(Record.objects.filter(since, name__in=REPORTED).exclude(role__in=NOTING))


def _suspension(view: TableView) -> Iterator[Alert]:
    if not view.snapshot["suspended"]:
        return
    record = view.beside.kept("suspended", view.noted, lambda: _records(view, "suspend").last())
    if record is None:
        yield Alert("suspended", "‖", _("Suspended"), None)
    else:
        reason = record.command.get("reason", "")
        yield Alert("suspended", "‖", _("Suspended"), record.at, record.actor, detail=reason)


def _incidents(view: TableView) -> Iterator[Alert]:
    """Incidents since a jefe's last note. The note stands in the record: who has seen them, and when. What a jefe has
    signed he has seen."""
    newest = view.beside.kept("incidents", view.noted, lambda: _unseen(view))
    yield from (_incident(record) for record in newest)


def _unseen(view: TableView) -> list[Record]:
    noted = _records(view, "note").filter(role__in=NOTING).values_list("number", flat=True).last() or 0
    # Sorted later: with ORDER BY, SQLite walks through every record since instead of using the index on the name.
    fresh = _records(view, *REPORTED).filter(number__gt=noted).exclude(role__in=NOTING).order_by()
    return _newest_unsigned(fresh)


def _newest_unsigned(records: Iterable[Record]) -> list[Record]:
    unseen = [record for record in records if not _is_signed_by(record, NOTING)]
    return sorted(unseen, key=lambda record: record.number, reverse=True)[:SHOWN]


def _is_signed_by(record: Record, roles: Roles) -> bool:
    consent = consent_in(record)
    return consent is not None and consent["role"] in roles


def _incident(record: Record) -> Alert:
    said = record.command
    guide = INCIDENT_GUIDES.get(said.get("kind", ""))
    what = guide.title if guide else _("The shoe was burned")
    article = next((event["article"] for event in record.events if event.get("article")), None)
    detail = said.get("text") or said.get("reason") or said.get("card") or ""
    return Alert(f"record-{record.number}", "⚠", what, record.at, record.actor, detail, article, to_note=True)


def _overdue(view: TableView) -> Iterator[Alert]:
    phase = view.snapshot["phase"]
    usual = USUAL_SECONDS.get(phase)
    if usual and view.since and not view.snapshot["suspended"]:
        yield Alert("dragging", "◷", _("Unusually long"), view.since, detail=phase_label(phase), after=usual)


def _records(view: TableView, *names: str) -> QuerySet[Record]:
    return Record.objects.filter(table__slug=view.slug, name__in=names).order_by("number")

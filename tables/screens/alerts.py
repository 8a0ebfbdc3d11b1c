"""What a jefe should look at on a table: what waits for a signature, a suspension, disputes, its money, incidents that
no jefe has noted yet, and a phase that takes unusually long."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.accounts.permissions import Right, Roles
from casino.common.currency import written
from ledger.cage.accounts import CAGE
from ledger.cage.models import Slip
from ledger.cage.selectors import last_shift, next_step, pending
from ledger.cage.slips import CONFIRMED, SIGNED
from ledger.postings import account_of
from ledger.selectors import balance
from tables.disputes import of_table
from tables.labels.game import phase_label
from tables.labels.money import SLIP_LABELS, SLIP_STATE_LABELS
from tables.models import Record
from tables.postings import book_of
from tables.screen import TableView
from tables.screens.incident_guide import INCIDENT_GUIDES
from tables.screens.requests import ShownRequest, waiting_at
from tables.signature_requests import consent_in

REPORTED = ("incident", "burn_shoe")
SHOWN = 6

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
    `to_note`: it stays until a jefe has noted it. `slip`: the number of the slip that it is about."""

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


def alerts(view: TableView) -> list[Alert]:
    """The most serious first. A few indexed queries."""
    return [
        *_suspension(view),
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
    return Alert(f"request-{one.request.pk}", "✎", one.label, one.request.at, one.request.actor, detail)


def alerts_of_cage() -> list[Alert]:
    """The cage's slips that wait for a jefe: a count that does not match."""
    return [alert for slip in pending(CAGE) for alert in _slip(slip)]


def _money(view: TableView) -> Iterator[Alert]:
    """A tray that has paid out more than it held, play without an opening count, and slips that wait for a jefe."""
    book = book_of(view.slug)
    shift = last_shift(book)
    if shift is None:
        return  # this casino keeps no counts
    tray = balance(account_of(book, "tray"))
    if tray < 0:
        yield Alert("tray", "▽", _("The tray is short: a fill is needed"), None, detail=written(tray))
    if view.snapshot["open"] and shift.end:
        yield Alert("uncounted", "▪", _("Play without an opening count"), shift.end.at)
    for slip in pending(book):
        yield from _slip(slip)


def _slip(slip: Slip) -> Iterator[Alert]:
    step = next_step(slip) or ""
    difference = slip.amount - slip.expected if slip.expected is not None else 0
    if difference or step == CONFIRMED.name:
        what = _("The count does not match") if difference else SLIP_LABELS[slip.kind]
        amount = written(difference or slip.amount)
        detail = (
            f"{SLIP_LABELS[slip.kind]} {slip.number}: {amount}" if difference else f"{slip.number}: {amount}"
        )
        detail = f"{detail} · {SLIP_STATE_LABELS[step]}"
        yield Alert(f"slip-{slip.number}", "⇄", what, slip.at, slip.actor, detail, slip=slip.number)


def _disputes(view: TableView) -> Iterator[Alert]:
    """Disputes without a decision. Only a decision removes them."""
    for dispute in of_table(view.slug):
        what = _("Dispute")
        detail = f"{gettext('Pass')} {dispute.hand}. {dispute.note}".strip()
        yield Alert(f"dispute-{dispute.pk}", "⚖", what, dispute.at, dispute.actor, detail)


def _suspension(view: TableView) -> Iterator[Alert]:
    if not view.snapshot["suspended"]:
        return
    record = _records(view, "suspend").last()
    if record is None:
        yield Alert("suspended", "‖", _("Suspended"), None)
    else:
        reason = record.command.get("reason", "")
        yield Alert("suspended", "‖", _("Suspended"), record.at, record.actor, detail=reason)


def _incidents(view: TableView) -> Iterator[Alert]:
    """Incidents since a jefe's last note. The note stands in the record: who has seen them, and when. What a jefe has
    signed he has seen."""
    noting = Right.NOTE_ALERTS.roles
    noted = _records(view, "note").filter(role__in=noting).values_list("number", flat=True).last() or 0
    fresh = _records(view, *REPORTED).filter(number__gt=noted).exclude(role__in=noting)
    # Sorted here: with ORDER BY, SQLite walks through every record since instead of using the index on the name.
    unseen = [record for record in fresh.order_by() if not _is_signed_by(record, noting)]
    newest = sorted(unseen, key=lambda record: record.number, reverse=True)
    yield from (_incident(record) for record in newest[:SHOWN])


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

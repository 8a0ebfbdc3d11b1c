"""What a jefe should look at on a table: what waits for a signature, a suspension, disputes, its money, incidents that
no jefe has seen yet, and a phase that takes unusually long."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery

from casino.accounts import access_log
from casino.accounts.labels import ACCESS_EVENTS
from casino.accounts.models import AccessEvent
from casino.accounts.permissions import Right, Roles
from casino.common.currency import written
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from casino.house.values import LONG_PHASES
from ledger.cage.accounts import CAGE
from ledger.cage.models import Shift, Slip
from ledger.cage.selectors import next_step
from ledger.cage.selectors import pending as pending_in
from ledger.cage.slips import CONFIRMED, SIGNED
from tables import alerts_seen
from tables.beside import REPORTED
from tables.engine.state import HOUSE
from tables.house_reglamentos.shelf import resolve
from tables.labels.game import phase_label
from tables.labels.money import SLIP_LABELS, SLIP_STATE_LABELS
from tables.models import Record, Table
from tables.screen import TableView
from tables.screens.alert import Alert, Gravity
from tables.screens.facts import disputes, pending, shift, tray
from tables.screens.incident_guide import INCIDENT_GUIDES
from tables.screens.requests import ShownRequest, waiting_at
from tables.signature_requests import consent_in

SHOWN = 6
RECENT = 50_000  # records of a table: an older incident is no alert any more
HOUSES_ANSWER = "house_takes_suite"
NOTING = Right.NOTE_ALERTS.roles


def usual_seconds(phase: str) -> int | None:
    """Seconds after which the phase is unusually long; None where it may last as long as it likes."""
    return getattr(settings, LONG_PHASES[phase]) or None if phase in LONG_PHASES else None


def alerts(view: TableView) -> list[Alert]:
    """In no order. A phase that takes unusually long is told apart (`overdue`)."""
    return [
        *_suspension(view),
        *_house_is_asked(view),
        *_disputes(view),
        *_money(view),
        *_incidents(view),
    ]


def overdue(view: TableView) -> list[Alert]:
    """That the phase takes unusually long, from the moment when it does; empty where it may last."""
    phase = view.snapshot["phase"]
    usual = usual_seconds(phase)
    if not usual or not view.since or view.snapshot["suspended"]:
        return []
    key = f"long-{int(view.since.timestamp())}"
    what, detail = _("Unusually long"), phase_label(phase)
    return [Alert(key, Gravity.LIGHT, "◷", what, view.since, detail=detail, after=usual)]


def request_alerts(view: TableView) -> list[Alert]:
    """What waits for a second person's signature. It goes when it has been answered, or with its pass."""
    return [_request(one) for one in waiting_at(view)]


def _request(one: ShownRequest) -> Alert:
    detail = f"{one.reason} · {SLIP_STATE_LABELS[SIGNED.name]}: {one.signer}"
    return Alert(
        f"request-{one.number}",
        Gravity.SERIOUS,
        "✎",
        one.label,
        one.at,
        one.actor,
        detail,
        act=_("Answer"),
        place="table-requests",
    )


def alerts_of_cage() -> list[Alert]:
    """The cage's slips that wait for a jefe: a count that does not match."""
    return [replace(alert, to_see=False) for slip in pending_in(CAGE) for alert in _slip(slip)]


def alarms() -> list[Alert]:
    """The alarms of the sign-ins and of the audit that nobody has looked into."""
    return [_alarm(event) for event in access_log.open_alarms()[:SHOWN]]


def _alarm(event: AccessEvent) -> Alert:
    what, act = ACCESS_EVENTS[event.what], _("Look into it")
    found = Alert(
        f"alarm-{event.pk}", Gravity.GRAVE, "⚑", what, event.at, event.person, event.detail, act=act
    )
    return replace(found, to_see=False)


def _money(view: TableView) -> Iterator[Alert]:
    """A tray that has paid out more than it held, play without an opening count, and slips that wait for a jefe."""
    newest = shift(view)
    if newest is None:
        return  # this casino keeps no counts
    held = tray(view)
    if held < 0:
        yield _short_tray(newest, held)
    if view.snapshot["open"] and newest.end:
        what, act = _("Play without an opening count"), _("Count the tray")
        key, at = f"uncounted-{newest.pk}", newest.end.at
        yield Alert(key, Gravity.GRAVE, "▪", what, at, act=act, in_money=True)
    for slip in pending(view):
        yield from _slip(slip)


def _short_tray(shift: Shift, held: int) -> Alert:
    """Who has seen it is told again when the gap has doubled, and in the next shift."""
    key, what = f"tray-{shift.pk}-{(-held).bit_length()}", _("The tray is short: a fill is needed")
    return Alert(
        key, Gravity.GRAVE, "▽", what, None, detail=written(held), act=_("Order a fill"), in_money=True
    )


def _slip(slip: Slip) -> Iterator[Alert]:
    step = next_step(slip) or ""
    difference = slip.amount - slip.expected if slip.expected is not None else 0
    if difference or step == CONFIRMED.name:
        what = _("The count does not match") if difference else SLIP_LABELS[slip.kind]
        amount = written(difference or slip.amount)
        named = f"{SLIP_LABELS[slip.kind]} {slip.number}" if difference else slip.number
        detail = titled(named, amount)
        detail = f"{detail} · {SLIP_STATE_LABELS[step]}"
        yield Alert(
            f"slip-{slip.number}",
            Gravity.GRAVE if difference else Gravity.SERIOUS,
            "⇄",
            what,
            slip.at,
            slip.actor,
            detail,
            act=_("Sign"),
            place=f"waiting-{slip.number}",
            in_money=True,
        )


def _house_is_asked(view: TableView) -> Iterator[Alert]:
    """Nobody wants the suite, and the game waits for the jefe (argentina art. 37 d)."""
    suite = view.snapshot["suite"]
    if suite and suite["asked"] == HOUSE:
        article = resolve(view.snapshot["reglamento"]).article("suite_offer")
        what, answer = _("The table waits for the jefe"), _("The house takes it")
        yield Alert(
            f"house-{view.snapshot['pass']['number']}",
            Gravity.GRAVE,
            "☎",
            what,
            None,
            detail=titled(gettext("Suite"), written(suite["amount"])),
            article=article,
            command=HOUSES_ANSWER,
            answer=answer,
        )


def _disputes(view: TableView) -> Iterator[Alert]:
    """Disputes without a decision. Only a decision removes them."""
    for dispute in disputes(view):
        key, what = f"dispute-{dispute.number}", _("Dispute")
        detail = f"{gettext('Pass')} {dispute.hand}. {dispute.note}".strip()
        yield Alert(
            key,
            Gravity.SERIOUS,
            "⚖",
            what,
            dispute.at,
            dispute.actor,
            detail,
            act=_("Decide"),
            place=key,
        )


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what the alerts tell of each from its record."""
    suspensions = _last_suspensions([view for view in views if view.snapshot["suspended"]])
    fresh = _fresh([view.table for view in views if view.table])
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


def _fresh(tables: Sequence[Table]) -> list[Record]:
    """The newer incidents at these tables that no jefe entered, and no jefe has seen."""
    # Not sorted: with ORDER BY, SQLite walks through every record since instead of using the index on the name.
    recent = Q(pk__in=[])
    for table in tables:
        recent |= Q(table=table.pk, number__gt=table.records - RECENT)
    found = (
        Record.objects.filter(recent, name__in=REPORTED).exclude(role__in=NOTING).defer("state").order_by()
    )
    records = {(record.table_id, _key(record)): record for record in found}
    seen = alerts_seen.of_tables(records.keys())
    return [record for key, record in records.items() if key not in seen]


def _key(record: Record) -> str:
    return f"record-{record.number}"


def _suspension(view: TableView) -> Iterator[Alert]:
    if not view.snapshot["suspended"]:
        return
    record = view.beside.kept("suspended", view.noted, lambda: _records(view, "suspend").last())
    yield Alert(
        f"suspended-{record.number if record else 0}",
        Gravity.GRAVE,
        "‖",
        _("Suspended"),
        record.at if record else None,
        record.actor if record else "",
        record.command.get("reason", "") if record else "",
        command="resume",
        answer=_("Resume"),
    )


def _incidents(view: TableView) -> Iterator[Alert]:
    """Incidents that no jefe has seen. What a jefe has signed he has seen."""
    newest = view.beside.kept("incidents", view.noted, lambda: _unseen(view))
    yield from (_incident(record) for record in newest)


def _unseen(view: TableView) -> list[Record]:
    return _newest_unsigned(_fresh([view.table])) if view.table else []


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
    return Alert(
        _key(record),
        Gravity.SERIOUS,
        "⚠",
        what,
        record.at,
        record.actor,
        detail,
        article,
        act=_("Open the table"),
        once=True,
    )


def _records(view: TableView, *names: str) -> QuerySet[Record]:
    return Record.objects.filter(table__slug=view.slug, name__in=names).order_by("number")

"""Alerts of the game: a suspension, the suite that waits for him, disputes, incidents that no jefe
has seen yet, a phase that takes unusually long."""

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import OuterRef, Q, Subquery

from casino.common.currency import written
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from casino.people.permissions import Right, Roles
from tables.door import alert_log
from tables.door.signatures import consent_in
from tables.engine.state import HOUSE
from tables.models import Record, Table
from tables.record.history import not_undone
from tables.record.reglamentos.catalogue import resolve
from tables.view.alerts.alert import Alert, Gravity
from tables.view.facts.phase_pace import usual_seconds
from tables.view.facts.table import disputes
from tables.view.labels.game import phase_label
from tables.view.labels.incident_guide import INCIDENT_GUIDES
from tables.view.screen import Fact, TableView

REPORTED = ("incident", "burn_shoe")
SHOWN = 6
RECENT = 50_000  # records of a table: an older incident is no alert any more
HOUSES_ANSWER = "house_takes_suite"
NOTING = Right.NOTE_ALERTS.roles


def _house_is_asked(view: TableView) -> Iterator[Alert]:
    """Nobody wants the suite, and the game waits for the jefe (argentina art. 37 d)."""
    suite = view.snapshot["suite"]
    if suite and suite["asked"] == HOUSE:
        article = resolve(view.snapshot["reglamento"]).article("suite_offer")
        what, answer = _("The table waits for the jefe"), _("The house takes it")
        yield Alert(
            f"house-{view.snapshot['pass']['number']}",
            Gravity.GRAVE,
            what,
            view.since,
            detail=titled(gettext("Suite"), written(suite["amount"])),
            article=article,
            command=HOUSES_ANSWER,
            answer=answer,
            is_waited_for=True,
        )


def _disputes(view: TableView) -> Iterator[Alert]:
    """Disputes without a decision. Only a decision removes them."""
    for dispute in disputes(view):
        key, what = f"dispute-{dispute.number}", _("Dispute")
        detail = " · ".join(filter(None, (f"{gettext('Pass')} {dispute.hand}", dispute.note)))
        yield Alert(
            key,
            Gravity.GRAVE,
            what,
            dispute.at,
            dispute.actor,
            detail,
            act=_("Decide"),
            right=Right.DECIDE_DISPUTE.name,
            place=key,
            is_waited_for=True,
        )


def game_alerts(view: TableView) -> Iterator[Alert]:
    """In no order."""
    yield from _suspension(view)
    yield from _house_is_asked(view)
    yield from _disputes(view)
    yield from _incidents(view)


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what the alerts tell of each from its record."""
    suspensions = _last_suspensions([view for view in views if view.snapshot["suspended"]])
    fresh = _fresh([view.table for view in views if view.table])
    for view in views:
        of_this = [record for record in fresh if view.table and record.table_id == view.table.pk]
        _unseen.learn(view, _newest_unsigned(of_this))
        _last_suspension.learn(view, suspensions.get(view.slug))


def _last_suspensions(views: Sequence[TableView]) -> dict[str, Record]:
    """Slug → the record that suspended the table."""
    tables = Table.objects.filter(slug__in=[view.slug for view in views])
    newest = Record.objects.filter(table=OuterRef("pk"), name="suspend").order_by("-number").values("pk")
    found = Record.objects.filter(pk__in=tables.values(newest=Subquery(newest[:1])))
    return {record.table.slug: record for record in found.select_related("table")}


def _fresh(tables: Sequence[Table]) -> list[Record]:
    """The newer incidents at these tables that stand, that no jefe entered, and no jefe has seen."""
    # Not sorted: with ORDER BY, SQLite walks through every record since instead of using the index on the name.
    recent = Q(pk__in=[])
    for table in tables:
        recent |= Q(table=table.pk, number__gt=table.records - RECENT)
    # With the undos, which are always newer than what they take back.
    found = Record.objects.filter(recent, name__in=(*REPORTED, "undo")).defer("state").order_by()
    undos = [record for record in found if record.name == "undo"]
    told = [record for record in found if record.name in REPORTED and record.role not in NOTING]
    records = {(record.table_id, _key(record)): record for record in not_undone(undos, told)}
    seen = alert_log.of_tables(records.keys())
    return [record for key, record in records.items() if key not in seen]


def _key(record: Record) -> str:
    return f"record-{record.number}"


def _suspension(view: TableView) -> Iterator[Alert]:
    if not view.snapshot["suspended"]:
        return
    record = _last_suspension(view)
    yield Alert(
        f"suspended-{record.number if record else 0}",
        Gravity.LIGHT,
        _("Suspended"),
        record.at if record else None,
        record.actor if record else "",
        record.command.get("reason", "") if record else "",
        command="resume",
        answer=_("Resume"),
    )


def _incidents(view: TableView) -> Iterator[Alert]:
    """Incidents that no jefe has seen. What a jefe has signed he has seen."""
    yield from (_incident(record) for record in _unseen(view))


@Fact
def _last_suspension(view: TableView) -> Record | None:
    return Record.objects.filter(table__slug=view.slug, name="suspend").order_by("number").last()


@Fact
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
        what,
        record.at,
        record.actor,
        detail,
        article,
        act=_("See"),
        once=True,
    )


LONG = "long"  # how the keys of these alerts begin


def overdue(view: TableView) -> list[Alert]:
    """That the phase takes unusually long, from the moment when it does; empty where it may last. Another threshold is
    another occasion: who has seen it by the old one is told by the new one."""
    phase = view.snapshot["phase"]
    usual = usual_seconds(phase)
    if not usual or not view.since or view.snapshot["suspended"]:
        return []
    key = f"{LONG}-{int(view.since.timestamp())}-{usual}"
    what, detail = _("Slower than usual"), phase_label(phase)
    return [Alert(key, Gravity.SERIOUS, what, view.since, detail=detail, after=usual)]

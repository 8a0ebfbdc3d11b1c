"""Alerts of the people: a call of the jefe, who is missing at a table, who is due to be relieved, who waits for a
second person's signature, and a console that is gone."""

from collections.abc import Iterator, Sequence

from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from ledger.cage.slips import SIGNED
from tables.door.calls import alert_key
from tables.door.duty import tablets
from tables.models import ConsoleSeen
from tables.view.alerts.alert import Alert, Gravity
from tables.view.facts import calls
from tables.view.facts.requests import ShownRequest, waiting_at
from tables.view.facts.staff import Missing, OnDuty, staff
from tables.view.labels.money import SLIP_STATE_LABELS
from tables.view.screen import Fact, TableView


def request_alerts(view: TableView) -> list[Alert]:
    """Alerts of what waits for a second person's signature. Each goes when it has been answered, or with its pass."""
    return [_request(one) for one in waiting_at(view)]


def _request(one: ShownRequest) -> Alert:
    detail = f"{one.reason} · {SLIP_STATE_LABELS[SIGNED.name]}: {one.signer}"
    return Alert(
        f"request-{one.number}",
        Gravity.GRAVE,
        one.label,
        one.at,
        one.actor,
        detail,
        act=_("Sign"),
        place="table-requests",
        is_waited_for=True,
    )


def call_alerts(view: TableView) -> Iterator[Alert]:
    """It stands until the croupier says that the jefe was there. Who has seen it has said that he comes."""
    found = calls.call_of(view)
    if found is None or not view.snapshot["open"]:
        return
    yield Alert(
        alert_key(found),
        Gravity.GRAVE,
        _("Calls the jefe"),
        found.at,
        found.actor,
        act=_("See"),
        place="table-acts",
        calls=True,
        is_waited_for=True,
    )


def staff_alerts(view: TableView) -> Iterator[Alert]:
    """Alerts of who is missing at an open table, and of who is due to be relieved: that one appears when its time
    comes."""
    found = staff(view)
    if found["missing"]:
        yield _short_of_staff(found["on_duty"], found["missing"])
    for one in found["on_duty"]:
        if one.due:
            yield _relief(one)


def _short_of_staff(here: Sequence[OnDuty], missing: Sequence[Missing]) -> Alert:
    """An alert of missing people: who has seen it is told again when somebody has come or gone."""
    said = ", ".join(f"{one.label} {one.there}/{one.needed}" for one in missing)
    key = f"staff-{max((one.number for one in here), default=0)}-{len(here)}"
    what, act = _("Short of staff"), _("Staff")
    return Alert(key, Gravity.SERIOUS, what, None, detail=said, act=act, place="table-staff")


def _relief(one: OnDuty) -> Alert:
    """Another time after which he is relieved is another occasion."""
    return Alert(
        f"relief-{one.number}-{one.due}",
        Gravity.LIGHT,
        _("Relief is due"),
        one.since,
        one.person,
        str(one.label),
        after=one.due,
        act=_("Relieve"),
        place=f"duty-{one.number}",
    )


def tablet_alerts(view: TableView) -> Iterator[Alert]:
    """It goes when a console of the table is back. Who worked there, and whether a tablet only waits for its PIN."""
    if view.snapshot["suspended"] or not tablets.is_missed(view.snapshot["phase"]):
        return
    gone = _lost(view)
    if gone is None:
        return
    yield Alert(
        f"tablet-{int(gone.at.timestamp())}",
        Gravity.GRAVE,
        _("Tablet offline"),
        gone.at,
        gone.person,
        gettext("One waits for its PIN") if tablets.waits_for_pin(view.slug) else "",
        act=_("See"),
        place="table-staff",
    )


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together which have lost their tablet."""
    gone = tablets.lost()
    calls.read_ahead(views)
    for view in views:
        _lost.learn(view, gone.get(view.slug))


@Fact
def _lost(view: TableView) -> ConsoleSeen | None:
    return tablets.lost().get(view.slug)

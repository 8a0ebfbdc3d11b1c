"""Who is missing at a table, who is due to be relieved, and who waits for a second person's signature."""

from collections.abc import Iterator, Sequence

from casino.common.wording import lazy_text as _
from ledger.cage.slips import SIGNED
from tables.alerts.alert import Alert, Gravity
from tables.facts.requests import ShownRequest, waiting_at
from tables.facts.staff import Missing, OnDuty, staff
from tables.labels.money import SLIP_STATE_LABELS
from tables.screen import TableView


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


def staff_alerts(view: TableView) -> Iterator[Alert]:
    """Who is missing at an open table, and who is due to be relieved: that one appears when its time comes."""
    found = staff(view)
    if found["missing"]:
        yield _short_of_staff(found["on_duty"], found["missing"])
    for one in found["on_duty"]:
        if one.due:
            yield _relief(one)


def _short_of_staff(here: Sequence[OnDuty], missing: Sequence[Missing]) -> Alert:
    """Who has seen it is told again when somebody has come or gone."""
    said = ", ".join(f"{one.label} {one.there}/{one.needed}" for one in missing)
    key = f"staff-{max((one.number for one in here), default=0)}-{len(here)}"
    what, act = _("Short of staff"), _("Staff the table")
    return Alert(key, Gravity.LIGHT, "◌", what, None, detail=said, act=act, place="table-staff")


def _relief(one: OnDuty) -> Alert:
    """Another time after which he is relieved is another occasion."""
    return Alert(
        f"relief-{one.number}-{one.due}",
        Gravity.LIGHT,
        "↻",
        _("Relief is due"),
        one.since,
        one.person,
        str(one.label),
        after=one.due,
        act=_("Relieve"),
        place=f"duty-{one.number}",
    )

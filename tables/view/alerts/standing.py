"""All that a jefe should look at on a table and in the house, as it stands now; and that he has seen one of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from casino.common import clock, pair
from casino.common.refusals import Refusal
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.people import access_log
from casino.people.labels import ACCESS_EVENTS
from casino.people.models import AccessEvent
from ledger.cage.accounts import CAGE
from ledger.cage.selectors import pending
from tables.door import alert_log
from tables.door.service import read
from tables.models import AlertSeen
from tables.rules.roles import Actor
from tables.view.alerts import alert, cards, game, people
from tables.view.alerts.alert import Alert, Gravity
from tables.view.alerts.cards import card_alerts
from tables.view.alerts.game import game_alerts, overdue
from tables.view.alerts.money import money_alerts, slip_alerts
from tables.view.alerts.people import call_alerts, request_alerts, staff_alerts, tablet_alerts
from tables.view.facts import requests, staff, table
from tables.view.screen import TableView, view_of


def alerts(view: TableView) -> list[Alert]:
    """In no order, without those of the people and of a phase that takes unusually long."""
    return [
        *call_alerts(view),
        *tablet_alerts(view),
        *game_alerts(view),
        *card_alerts(view),
        *money_alerts(view),
    ]


def all_alerts(view: TableView) -> list[Alert]:
    """In no order, those among them whose time has not come."""
    return [*request_alerts(view), *staff_alerts(view), *alerts(view), *overdue(view)]


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what `all_alerts` and `alert.with_seen` read of each."""
    table.read_ahead(views)
    requests.read_ahead(views)
    game.read_ahead(views)
    cards.read_ahead(views)
    people.read_ahead(views)
    staff.read_ahead(views)
    alert.read_ahead([(view, all_alerts(view)) for view in views])


def see(slug: str, key: str, actor: Actor) -> AlertSeen:
    """He has seen this alert, which stands now. Who says so of one that another has seen gets that one's row. Raises
    Refusal: nobody sees beforehand what has not happened."""
    alert_log.check_may_see(actor)
    row, _state = read(slug)
    if row.retired:
        raise Refusal("no_such_table")
    known = alert_log.earlier(slug, key)
    if known:
        return known
    return alert_log.enter(slug, key, actor, lambda: _stands(slug, key, actor))


def _stands(slug: str, key: str, actor: Actor) -> bool:
    view = view_of(*read(slug), actor.role)
    return any(one.key == key and one.due <= clock.now() for one in all_alerts(view))


SHOWN = 6


def alerts_of_cage() -> list[Alert]:
    """The cage's slips that wait for a jefe: a count that does not match."""
    return [replace(alert, to_see=False) for slip in pending(CAGE) for alert in slip_alerts(slip)]


def alarms() -> list[Alert]:
    """That a house on two machines has one copy only, and the alarms of the sign-ins and of the audit that nobody has
    looked into."""
    return [*_one_copy(), *(_alarm(event) for event in access_log.open_alarms()[:SHOWN])]


def _one_copy() -> Iterator[Alert]:
    """It goes when the other machine has everything again."""
    if since := pair.alone_since():
        what, detail = _("One copy only"), gettext("What is accepted now would be lost with its machine")
        yield Alert(
            f"one_copy-{int(since.timestamp())}", Gravity.GRAVE, what, since, detail=detail, to_see=False
        )


def _alarm(event: AccessEvent) -> Alert:
    what, act = ACCESS_EVENTS[event.what], _("See")
    found = Alert(f"alarm-{event.pk}", Gravity.GRAVE, what, event.at, event.person, event.detail, act=act)
    return replace(found, to_see=False)

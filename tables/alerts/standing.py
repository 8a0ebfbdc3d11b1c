"""All that a jefe should look at on a table, as it stands now; and that he has seen one of it."""

from collections.abc import Sequence

from casino.common import clock
from casino.common.errors import Refusal
from tables import alerts_seen
from tables.alerts import alert, cards, game, tablet
from tables.alerts.alert import Alert
from tables.alerts.cards import card_alerts
from tables.alerts.game import game_alerts
from tables.alerts.money import money_alerts
from tables.alerts.pace import overdue
from tables.alerts.people import request_alerts, staff_alerts
from tables.alerts.tablet import tablet_alerts
from tables.engine.actor import Actor
from tables.facts import requests, staff, table
from tables.models import AlertSeen
from tables.screen import TableView, view_of
from tables.service import read


def alerts(view: TableView) -> list[Alert]:
    """In no order, without those of the people and of a phase that takes unusually long."""
    return [*tablet_alerts(view), *game_alerts(view), *card_alerts(view), *money_alerts(view)]


def all_alerts(view: TableView) -> list[Alert]:
    """In no order, those among them whose time has not come."""
    return [*request_alerts(view), *staff_alerts(view), *alerts(view), *overdue(view)]


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what `all_alerts` and `alert.with_seen` read of each."""
    table.read_ahead(views)
    requests.read_ahead(views)
    game.read_ahead(views)
    cards.read_ahead(views)
    tablet.read_ahead(views)
    staff.read_ahead(views)
    alert.read_ahead([(view, all_alerts(view)) for view in views])


def see(slug: str, key: str, actor: Actor) -> AlertSeen:
    """He has seen this alert, which stands now. Who says so of one that another has seen gets that one's row. Raises
    Refusal: nobody sees beforehand what has not happened."""
    alerts_seen.check_may_see(actor)
    row, state = read(slug)
    if row.retired:
        raise Refusal("no_such_table")
    known = alerts_seen.earlier(slug, key)
    if known:
        return known
    view = view_of(row, state, actor.role)
    if not any(one.key == key and one.due <= clock.now() for one in all_alerts(view)):
        raise Refusal("no_such_alert")
    return alerts_seen.enter(slug, key, actor)

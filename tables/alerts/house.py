"""What a jefe should look at that is no table's: the cage's slips, the alarms of the sign-ins and of the audit."""

from dataclasses import replace

from casino.accounts import access_log
from casino.accounts.labels import ACCESS_EVENTS
from casino.accounts.models import AccessEvent
from casino.common.wording import lazy_text as _
from ledger.cage.accounts import CAGE
from ledger.cage.selectors import pending
from tables.alerts.alert import Alert, Gravity
from tables.alerts.money import slip_alerts

SHOWN = 6


def alerts_of_cage() -> list[Alert]:
    """The cage's slips that wait for a jefe: a count that does not match."""
    return [replace(alert, to_see=False) for slip in pending(CAGE) for alert in slip_alerts(slip)]


def alarms() -> list[Alert]:
    """The alarms of the sign-ins and of the audit that nobody has looked into."""
    return [_alarm(event) for event in access_log.open_alarms()[:SHOWN]]


def _alarm(event: AccessEvent) -> Alert:
    what, act = ACCESS_EVENTS[event.what], _("Look into it")
    found = Alert(
        f"alarm-{event.pk}", Gravity.GRAVE, "⚑", what, event.at, event.person, event.detail, act=act
    )
    return replace(found, to_see=False)

"""An alert on the jefe's floor: how grave it is, what he does about it, and whether somebody has seen it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from django.utils.functional import Promise

from casino.common import clock
from tables import alerts_seen
from tables.beside import Fact
from tables.models import AlertSeen
from tables.notify import Subject
from tables.screen import TableView

SEEN = Fact(Subject.ALERTS)

LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Gravity(IntEnum):
    """How soon a jefe is needed. The gravest come first."""

    GRAVE = 1  # the game stands still, people at the table wait for him, or money is wrong
    SERIOUS = 2
    LIGHT = 3


@dataclass(frozen=True, slots=True)
class Alert:
    """`key`: names it and the occasion, so that who has seen it is not told again, and is told of the next one.
    `what` happened, by whom and when. `after`: it counts only this many seconds after `at` (in the browser).

    What a jefe does about it: `command` answers it, with its label `answer`; `act` is the label of a link to `place`,
    an element of the table's page or, `in_money`, of its money page. `once`: it is gone when somebody has seen it; the
    others stand as long as what they tell of, with `seen`, who has seen it. `to_see`: somebody says that he has.
    `is_waited_for`: people at the table wait for what he says; of the equally grave these come first."""

    key: str
    gravity: Gravity
    icon: str
    what: Promise | str
    at: datetime | None
    actor: str = ""
    detail: str = ""
    article: str | None = None
    after: int | None = None
    command: str = ""
    answer: Promise | str = ""
    act: Promise | str = ""
    place: str = ""
    in_money: bool = False
    once: bool = False
    to_see: bool = True
    is_waited_for: bool = False
    seen: AlertSeen | None = None

    @property
    def due(self) -> datetime:
        """From when on it stands."""
        return (self.at or LONG_AGO) + timedelta(seconds=self.after or 0)


def with_seen(view: TableView, alerts: Sequence[Alert]) -> list[Alert]:
    """The gravest first, of these what is waited for, then the oldest; behind them those that somebody has seen."""
    keys = _keys(alerts)
    found: dict[str, AlertSeen] = view.beside.kept(SEEN, keys, lambda: _seen_at(view, keys))
    known = [replace(alert, seen=found.get(alert.key)) for alert in alerts]
    return sorted((one for one in known if not (one.once and one.seen)), key=_place)


def unseen(alerts: Iterable[Alert]) -> list[Alert]:
    """Those that nobody has seen yet."""
    return [alert for alert in alerts if not alert.seen]


def read_ahead(told: Sequence[tuple[TableView, Sequence[Alert]]]) -> None:
    """Read for all these tables together who has seen what they are told."""
    asked = [(view, view.table.pk, _keys(alerts)) for view, alerts in told if view.table]
    found = alerts_seen.of_tables({(table, key) for _, table, keys in asked for key in keys})
    for view, table, keys in asked:
        seen = {key: found[table, key] for key in keys if (table, key) in found}
        view.beside.learn(SEEN, keys, seen)


def _keys(alerts: Iterable[Alert]) -> tuple[str, ...]:
    """Of those that somebody can have seen by now: a phase that has just begun asks the database nothing."""
    now = clock.now()
    return tuple(alert.key for alert in alerts if not alert.after or alert.due <= now)


def _seen_at(view: TableView, keys: tuple[str, ...]) -> dict[str, AlertSeen]:
    return alerts_seen.of_table(view.table.pk, keys) if view.table else {}


def _place(alert: Alert) -> tuple[bool, int, bool, datetime]:
    return alert.seen is not None, alert.gravity, not alert.is_waited_for, alert.at or LONG_AGO

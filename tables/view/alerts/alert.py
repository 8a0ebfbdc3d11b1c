"""An alert on the jefe's floor: how grave it is, what he does about it, and whether somebody has seen it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from django.utils.functional import Promise

from casino.common import clock
from tables.door import alert_log
from tables.models import AlertSeen
from tables.view.labels.alerts import WORDS
from tables.view.screen import KeptFact, TableView

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
    an element of the table's page or, `in_money`, of its money page, and `right` what one needs for that act, without
    which one only looks there. `once`: it is gone when somebody has seen it; the
    others stand as long as what they tell of, with `seen`, who has seen it. `to_see`: somebody says that he has;
    of a call (`calls`) he says with it that he comes.
    `is_waited_for`: people at the table wait for what he says; of the equally grave these come first."""

    key: str
    gravity: Gravity
    what: Promise | str
    at: datetime | None
    actor: str = ""
    detail: str = ""
    article: str | None = None
    after: int | None = None
    command: str = ""
    answer: Promise | str = ""
    act: Promise | str = ""
    right: str = ""
    place: str = ""
    in_money: bool = False
    once: bool = False
    to_see: bool = True
    calls: bool = False
    is_waited_for: bool = False
    seen: AlertSeen | None = None

    @property
    def kind(self) -> str:
        """The first word of its key: alerts of one kind at several tables are one line."""
        return self.key.split("-")[0]

    @property
    def icon(self) -> str:
        """An icon of the sprite."""
        return WORDS[self.kind].icon

    @property
    def tag(self) -> Promise | str:
        """The word on the tile of its table."""
        return WORDS[self.kind].tag or self.what

    @property
    def at_table(self) -> str:
        """The sentence of the rail, with the table's name to come in."""
        return str(WORDS[self.kind].at_table)

    @property
    def due(self) -> datetime:
        """From when on it stands."""
        return (self.at or LONG_AGO) + timedelta(seconds=self.after or 0)


def with_seen(view: TableView, alerts: Sequence[Alert]) -> list[Alert]:
    """The gravest first, of these what is waited for, then the oldest; behind them those that somebody has seen."""
    found = _seen(view)
    asked = [key for key in _keys(alerts) if key not in found]
    if asked and view.table:
        found |= dict.fromkeys(asked) | alert_log.of_table(view.table.pk, asked)
    known = [replace(alert, seen=found.get(alert.key)) for alert in alerts]
    return sorted((one for one in known if not (one.once and one.seen)), key=_place)


@KeptFact
def _seen(_view: TableView) -> dict[str, AlertSeen | None]:
    """Key of an alert that was asked about → who has seen it, if somebody has."""
    return {}


def unseen(alerts: Iterable[Alert]) -> list[Alert]:
    """The alerts that nobody has seen yet."""
    return [alert for alert in alerts if not alert.seen]


def read_ahead(told: Sequence[tuple[TableView, Sequence[Alert]]]) -> None:
    """Read for all these tables together who has seen what they are told."""
    asked = [(view, view.table.pk, _keys(alerts)) for view, alerts in told if view.table]
    found = alert_log.of_tables({(table, key) for _, table, keys in asked for key in keys})
    for view, table, keys in asked:
        _seen(view).update({key: found.get((table, key)) for key in keys})


def _keys(alerts: Iterable[Alert]) -> tuple[str, ...]:
    """Of those that somebody can have seen by now: a phase that has just begun asks the database nothing."""
    now = clock.now()
    return tuple(alert.key for alert in alerts if not alert.after or alert.due <= now)


def _place(alert: Alert) -> tuple[bool, int, bool, datetime]:
    return alert.seen is not None, alert.gravity, not alert.is_waited_for, alert.at or LONG_AGO

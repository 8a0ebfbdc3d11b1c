"""The house's settings that an administrator changes on a page. A Django setting of the same name is the default.

What the database holds takes the setting's place in every process (`django.conf.settings`), so that whoever reads a
setting need not know where it comes from. The process that changes one takes it with the commit, the others with their
next heartbeat, and a new process with its first connection.
"""

import threading
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from casino.common import sql
from casino.house.models import HouseSetting

# In the order of the game; seating and a closed table may last as long as they like.
PHASES = (
    *("shuffling", "cutting", "burning", "auction", "offer", "betting", "dealing", "will", "bank_choice"),
    *("resolved", "suite"),
)
LONG_PHASES = {phase: f"LONG_{phase.upper()}" for phase in PHASES}  # phase -> its setting
NAMES = (
    *("HOUSE_NAME", "LANGUAGE_CODE", "TIME_ZONE", "CURRENCY", "DECIMALS", "DENOMINATIONS"),
    *("DAY_BEGINS", "COUNTER_LIMIT", "IDLE_MINUTES", "SESSIONS_PER_PERSON", "HOUSE_LANGUAGES", "LOGO"),
    *("ASSIGNED_ONLY", "RELIEF_MINUTES", "BREAK_MINUTES", "CHIP_COLOURS"),
    *("PASSES_PER_HOUR", "TABLET_SECONDS", *LONG_PHASES.values()),
)

_lock = threading.Lock()
_defaults: dict[str, Any] = {}  # what the environment says of the settings that the house has changed
_taken = False


def take_once(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Take the settings when this process has its first connection (`connection_created`) to the house's database: one
    that makes or drops databases beside it has nothing to say."""
    global _taken
    if _taken or connection.alias != DEFAULT_DB_ALIAS:
        return
    if HouseSetting._meta.db_table not in connection.introspection.table_names():
        return  # a database that is only being made, or one in memory
    _taken = True
    take()


def take() -> None:
    """Let this process have the settings that the database holds now."""
    held: dict[str, Any] = dict(sql.select(HouseSetting, ("name", "value"), name=list(NAMES)))
    with _lock:
        for name in held.keys() | _defaults.keys():
            default = _defaults.setdefault(name, getattr(settings, name))
            _set(name, _read(held[name]) if name in held else default)


def change(name: str, value: Any) -> None:
    """Let the house have this value from now on; the caller has checked it."""
    row = HouseSetting.objects.filter(name=name).first() or HouseSetting(name=name)
    row.value = written(value)
    row.save()
    transaction.on_commit(take)


def written(value: Any) -> Any:
    """The value of a setting as JSON."""
    return list(value) if isinstance(value, tuple) else value


def _read(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _set(name: str, value: Any) -> None:
    if getattr(settings, name) != value:
        setattr(settings, name, value)
        timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined] # of lru_cache

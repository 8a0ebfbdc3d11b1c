"""The values of a house that an administrator has set in place of the environment's (`casino.common.house`).

The process that changes one has it with the commit, the others with their next heartbeat, and a new process with its
first connection.
"""

from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from casino.common.house import NAMES, hold
from casino.house.models import HouseSetting

_taken = False


def take_once(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Take the values when this process has its first connection (`connection_created`) to the house's database: one
    that makes or drops databases beside it has nothing to say."""
    global _taken
    if _taken or connection.alias != DEFAULT_DB_ALIAS:
        return
    if HouseSetting._meta.db_table not in connection.introspection.table_names():
        return  # a database that is only being made, or one in memory
    _taken = True
    take()


def take() -> None:
    """Let this process have the values that the database holds now."""
    rows = HouseSetting.objects.filter(name__in=NAMES).values_list("name", "value")
    hold({name: tuple(value) if isinstance(value, list) else value for name, value in rows})


def change(name: str, value: Any) -> None:
    """Let the house have this value from now on; the caller has checked it."""
    row = HouseSetting.objects.filter(name=name).first() or HouseSetting(name=name)
    row.value = written(value)
    row.save()
    transaction.on_commit(take)


def written(value: Any) -> Any:
    """The value of a setting as JSON."""
    return list(value) if isinstance(value, tuple) else value

"""A house with other values than those of its settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from django.test import override_settings

from casino.common.house import hold


class HouseHas(Protocol):
    """The fixture `house_has`: lets the house have these values until the test ends."""

    def __call__(self, **values: Any) -> None: ...


@contextmanager
def having(**values: Any) -> Iterator[None]:
    """Within this context, or the decorated test, the house has these values by its environment, which hold also when
    a heartbeat has read the database: `having(decimals=2)`."""
    try:
        with override_settings(**{name.upper(): value for name, value in values.items()}):
            hold({})
            yield
    finally:
        hold({})

"""Tells every process that a table has changed. A notification carries no state: its receivers read the database."""

from collections.abc import Iterator
from contextlib import contextmanager

CAGE = "@cage"  # stands for the cage, which is not a table; no table can have this slug
_silent = False


def announce(slug: str, version: int, *, beside: bool = False) -> None:
    """Send `table.changed` to the group `notifications`. If it is lost, the hub's heartbeat makes up for it.

    `beside`: something other than the game changed, such as a dispute, and the table's version did not.
    """
    if _silent:
        return
    # Imported here: a script has no listeners and should not wait for channels to load.
    from asgiref.sync import async_to_sync
    from channels.layers import get_channel_layer

    layer = get_channel_layer()
    if layer is not None:
        async_to_sync(layer.group_send)(
            "notifications", {"type": "table.changed", "table": slug, "version": version, "beside": beside}
        )


@contextmanager
def silence() -> Iterator[None]:
    """Within this context this process sends no notifications, for tables that nobody else can see."""
    global _silent
    before, _silent = _silent, True
    try:
        yield
    finally:
        _silent = before

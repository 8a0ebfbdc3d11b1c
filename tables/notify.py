"""Telling every process that a table has changed. A notification carries no state: who hears it reads the database."""

from collections.abc import Iterator
from contextlib import contextmanager

CAGE = "@cage"  # what is nobody's slug: the cage changed, at which nothing is played
_silent = False


def announce(slug: str, version: int, *, beside: bool = False) -> None:
    """Send `table.changed` to the group `notifications`. One that is lost is healed by the hub's heartbeat.

    `beside`: something beside the table changed, such as a dispute, and its version did not.
    """
    if _silent:
        return
    # Imported here: a script's run has no listeners and should not wait for channels to load.
    from asgiref.sync import async_to_sync
    from channels.layers import get_channel_layer

    layer = get_channel_layer()
    if layer is not None:
        async_to_sync(layer.group_send)(
            "notifications", {"type": "table.changed", "table": slug, "version": version, "beside": beside}
        )


@contextmanager
def silence() -> Iterator[None]:
    """No notification leaves this process meanwhile: for tables that nobody else can see."""
    global _silent
    before, _silent = _silent, True
    try:
        yield
    finally:
        _silent = before

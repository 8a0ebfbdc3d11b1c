"""Listening to the channel layer for `table.changed` (see `tables.notify`)."""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog
from channels.layers import BaseChannelLayer, get_channel_layer
from redis.exceptions import RedisError

GROUP = "notifications"
RENEWED_AFTER = 3600.0  # seconds of silence; a membership in a group expires after a day
RETRY_DELAY = 1.0  # seconds

Message = dict[str, Any]
log = structlog.get_logger("live")


async def listen(on_message: Callable[[Message], None]) -> None:
    """Call `on_message` for every notification, until cancelled. A lost channel layer is tried again."""
    layer = get_channel_layer()
    while True:
        try:
            await _listen_on_new_channel(layer, on_message)
        except TimeoutError:
            continue  # join the group anew before the membership expires
        except (OSError, RedisError) as error:
            log.warning("channel layer lost, heartbeats go on", error=str(error))
            await asyncio.sleep(RETRY_DELAY)


async def _listen_on_new_channel(layer: BaseChannelLayer, on_message: Callable[[Message], None]) -> None:
    # The default prefix: channels-redis then reads all channels of this process with one connection.
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    try:
        while True:
            on_message(await asyncio.wait_for(layer.receive(channel), RENEWED_AFTER))
    finally:
        await layer.group_discard(GROUP, channel)

"""The socket of a table."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from deploy.bench.plain.tables import table_as_json


class TableConsumer(AsyncWebsocketConsumer):
    """Sends the table on connecting, and after each change what its group is told."""

    async def connect(self) -> None:
        if not self.scope["user"].is_authenticated:
            await self.close()
            return
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        await self.channel_layer.group_add(self.slug, self.channel_name)
        await self.accept()
        await self.send(text_data=await database_sync_to_async(table_as_json)(self.slug))

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.slug, self.channel_name)

    async def changed(self, message: dict[str, Any]) -> None:
        """The group says what the table is now."""
        await self.send(text_data=message["text"])

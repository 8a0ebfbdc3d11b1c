"""The sockets. Each joins the hub with an audience and sends what lies in its mailbox."""

import asyncio
from abc import ABC, abstractmethod
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from pydantic import BaseModel, ValidationError

from casino.accounts.permissions import may_listen
from casino.common.answers import refused
from casino.common.errors import Refusal
from casino.sockets import WITHDRAWN
from tables import access
from tables.live import messages
from tables.live.audience import Audience
from tables.live.hub import hub
from tables.live.identity import Identity, identity_of, query_of, withdrawn
from tables.live.mailbox import Mailbox, Parts
from tables.models import Table
from tables.screens.catalogue import SCREENS

FORBIDDEN = 4403
STUCK = 4408  # a screen that does not show what it gets
ILL_FORMED = 4400
TO_SHOW = 10.0  # seconds that a screen has for showing what it got


class LiveConsumer(AsyncWebsocketConsumer, ABC):
    """What the three kinds share: who may come in, and sending the newest."""

    table: str | None = None
    room: str | None = None
    identity: Identity
    audience: Audience
    _sender: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.mailbox = Mailbox()
        self.table = self.room = self.scope["url_route"]["kwargs"].get("slug")
        # Accepted first: only an open socket can carry the code that tells the client why it is closed.
        await self.accept()
        code = await self._admit()
        if code:
            await self.close(code)
            return
        self._sender = asyncio.create_task(self._send())
        await hub().join(self)

    async def disconnect(self, code: int) -> None:
        if self._sender:
            await hub().leave(self)
            self._sender.cancel()

    async def hang_up(self, code: int) -> None:
        """The hub's way to close this socket."""
        await hub().leave(self)
        await self.close(code)

    async def _admit(self) -> int | None:
        identity = await database_sync_to_async(identity_of)(self.scope, query_of(self.scope, "token"))
        if identity is None:
            return WITHDRAWN
        self.identity = identity
        audience = self.audience_for(identity)
        if audience is None or not await self._may_see_table():
            return FORBIDDEN
        self.audience = audience
        return None

    async def _may_see_table(self) -> bool:
        if self.table is None:
            return self.identity.caller.table is None
        known = await Table.objects.filter(slug=self.table).aexists()
        return known and access.may_see(self.identity.caller, self.table)

    @abstractmethod
    def audience_for(self, identity: Identity) -> Audience | None:
        """As whom this caller sees what he asks for; None if he may not."""

    @abstractmethod
    def message(self, version: int, parts: Parts) -> BaseModel:
        """The changed parts as a message."""

    async def has_shown(self) -> bool:
        """Waits until the client can take the next message; False if it never will."""
        return True

    async def _send(self) -> None:
        going_on = True
        while going_on:
            version, parts = await self.mailbox.take()
            if parts is None:
                await self.say(messages.Heartbeat(version=version))
            else:
                await self.say(self.message(version, parts))
                going_on = await self.has_shown()

    async def say(self, message: BaseModel) -> None:
        """Sends one message."""
        await self.send(text_data=message.model_dump_json())


class TableConsumer(LiveConsumer):
    """`/ws/tables/<slug>/`: snapshots for a device, which may give commands here too."""

    def audience_for(self, identity: Identity) -> Audience | None:
        role = identity.caller.actor.role
        return Audience("snapshot", role) if may_listen(role, "table") else None

    def message(self, version: int, parts: Parts) -> BaseModel:
        return messages.Snapshot(version=version, snapshot=parts["snapshot"])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = text_data if text_data is not None else bytes_data
        status, answer = await database_sync_to_async(self._give)(message)
        await self.say(messages.Answer(status=status, **answer))

    def _give(self, message: str | bytes | None) -> tuple[int, dict[str, Any]]:
        # Asked again: the rights may have been withdrawn since the socket was opened.
        if withdrawn({self.identity}):
            return refused(Refusal("not_logged_in"))
        with translation.override(self.identity.language):
            return access.command(self.identity.caller, str(self.table), message, key=None)


class FloorConsumer(LiveConsumer):
    """`/ws/floor/`: a line per table, for the staff."""

    def audience_for(self, identity: Identity) -> Audience | None:
        return Audience("floor", "") if may_listen(identity.caller.actor.role, "floor") else None

    def message(self, version: int, parts: Parts) -> BaseModel:
        return messages.Floor(version=version, tables=[parts[slug] for slug in sorted(parts)])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing that a floor says is listened to."""


class ScreenConsumer(LiveConsumer):
    """`/ws/screens/<screen>/…`: fragments for a browser, the next only after the last has been shown.

    A server of the ASGI kind takes everything that is sent and keeps it until the client reads. So the browser says
    what it has shown; one that has stopped costs one message of memory, and then its place.
    """

    async def connect(self) -> None:
        self._shown = asyncio.Event()
        await super().connect()

    def audience_for(self, identity: Identity) -> Audience | None:
        screen = SCREENS.get(self.scope["url_route"]["kwargs"]["screen"])
        role = identity.caller.actor.role
        if (
            screen is None
            or not may_listen(role, f"screens/{screen.name}")
            or (self.table is None) != bool(screen.of_floor or screen.room)
        ):
            return None
        self.room = screen.room or self.table
        return Audience("screen", screen.seen_as or role, screen.name, identity.language)

    def message(self, version: int, parts: Parts) -> BaseModel:
        return messages.Screen(version=version, fragments=parts)

    async def has_shown(self) -> bool:
        try:
            await asyncio.wait_for(self._shown.wait(), TO_SHOW)
        except TimeoutError:
            await self.hang_up(STUCK)
            return False
        self._shown.clear()
        return True

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            messages.Shown.model_validate_json(text_data or bytes_data or b"")
        except ValidationError:
            await self.hang_up(ILL_FORMED)
        else:
            self._shown.set()

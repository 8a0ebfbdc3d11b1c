"""The WebSocket consumers. Each subscribes to the hub with an audience and sends what lies in its mailbox."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from pydantic import BaseModel, ValidationError

from casino.accounts.permissions import may_listen
from casino.common.answers import refused
from casino.common.errors import Refusal
from casino.sockets import NOT_LOGGED_IN
from tables import access
from tables.live import messages
from tables.live.audience import Audience
from tables.live.hub import hub
from tables.live.identity import Identity, identity_of, query_parameter, revoked
from tables.live.mailbox import Mailbox, Parts
from tables.models import Table
from tables.screen import Screen

MALFORMED = 4400
FORBIDDEN = 4403
NOT_SHOWN = 4408  # the browser did not show what it got
SHOW_TIMEOUT = 10.0  # seconds that a browser has for showing what it got


class LiveConsumer(AsyncWebsocketConsumer, ABC):
    """What the three kinds of socket share: who may connect, and sending the newest."""

    slug: str | None = None  # of the table in the address
    topic: str | None = None
    identity: Identity
    audience: Audience
    _sender: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.mailbox = Mailbox()
        self.slug = self.scope["url_route"]["kwargs"].get("slug")
        # Accepted first: only an open socket can carry the code that tells the client why it is closed.
        await self.accept()
        code = await self._authorize()
        if code:
            await self.close(code)
            return
        self._sender = asyncio.create_task(self._send_from_mailbox())
        await hub().subscribe(self)

    async def disconnect(self, code: int) -> None:
        if self._sender:
            await hub().unsubscribe(self)
            self._sender.cancel()

    async def terminate(self, code: int) -> None:
        """Unsubscribe and close the socket with this code."""
        await hub().unsubscribe(self)
        await self.close(code)

    async def _authorize(self) -> int | None:
        """Sets identity, audience and topic. Returns the code to close with where the caller may not connect."""
        identity = await database_sync_to_async(identity_of)(self.scope, query_parameter(self.scope, "token"))
        if identity is None:
            return NOT_LOGGED_IN
        audience = self.audience_for(identity)
        if audience is None or not await self._may_see_table(identity):
            return FORBIDDEN
        self.identity, self.audience = identity, audience
        self.topic = self.slug or (audience.screen.topic if audience.screen else None)
        return None

    async def _may_see_table(self, identity: Identity) -> bool:
        if self.slug is None:
            return identity.caller.table is None
        known = await Table.objects.filter(slug=self.slug).aexists()
        return known and access.may_see(identity.caller, self.slug)

    @abstractmethod
    def audience_for(self, identity: Identity) -> Audience | None:
        """The audience to which this caller belongs; None if he may not see what he asks for."""

    @abstractmethod
    def message(self, version: int, parts: Parts) -> BaseModel:
        """The changed parts as a message."""

    async def until_shown(self) -> bool:
        """Waits until the client can take the next message; False if it never will."""
        return True

    async def _send_from_mailbox(self) -> None:
        shown = True
        while shown:
            version, parts = await self.mailbox.take()
            if parts is None:
                await self.send_message(messages.Heartbeat(version=version))
            else:
                await self.send_message(self.message(version, parts))
                shown = await self.until_shown()

    async def send_message(self, message: BaseModel) -> None:
        """Send one message as JSON."""
        await self.send(text_data=message.model_dump_json())


class TableConsumer(LiveConsumer):
    """`/ws/tables/<slug>/`: snapshots for a device, which may send commands here, too."""

    def audience_for(self, identity: Identity) -> Audience | None:
        role = identity.caller.actor.role
        return Audience("snapshot", role) if may_listen(role, "table") else None

    def message(self, version: int, parts: Parts) -> BaseModel:
        return messages.Snapshot(version=version, snapshot=parts["snapshot"])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        message = text_data if text_data is not None else bytes_data
        status, answer = await database_sync_to_async(self._execute)(message)
        await self.send_message(messages.Answer(status=status, **answer))

    def _execute(self, message: str | bytes | None) -> tuple[int, dict[str, Any]]:
        # Checked again: the rights may have ended since the socket was opened.
        if revoked({self.identity}):
            return refused(Refusal("not_logged_in"))
        with translation.override(self.identity.language):
            return access.command(self.identity.caller, str(self.slug), message, key=None)


class FloorConsumer(LiveConsumer):
    """`/ws/floor/`: a line per table, for the staff."""

    def audience_for(self, identity: Identity) -> Audience | None:
        return Audience("floor", "") if may_listen(identity.caller.actor.role, "floor") else None

    def message(self, version: int, parts: Parts) -> BaseModel:
        return messages.Floor(version=version, tables=[parts[slug] for slug in sorted(parts)])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Whatever a client sends here is ignored."""


class ScreenConsumer(LiveConsumer):
    """`/ws/screens/<screen>/…`: HTML fragments for a browser, the next only after the last has been shown.

    An ASGI server accepts everything that is sent and keeps it until the client reads. So the browser confirms what
    it has shown: one that stopped reading costs one message of memory, and is disconnected after SHOW_TIMEOUT.
    """

    def __init__(self, screens: Mapping[str, Screen]) -> None:
        super().__init__()
        self._screens = screens

    async def connect(self) -> None:
        self._shown = asyncio.Event()
        await super().connect()

    def audience_for(self, identity: Identity) -> Audience | None:
        screen = self._screens.get(self.scope["url_route"]["kwargs"]["screen"])
        role = identity.caller.actor.role
        if screen is None or screen.of_one_table != bool(self.slug):
            return None
        if not may_listen(role, f"screens/{screen.name}"):
            return None
        return Audience("screen", screen.as_role or role, screen, identity.language)

    def message(self, version: int, parts: Parts) -> BaseModel:
        return messages.Screen(version=version, fragments=parts)

    async def until_shown(self) -> bool:
        try:
            await asyncio.wait_for(self._shown.wait(), SHOW_TIMEOUT)
        except TimeoutError:
            await self.terminate(NOT_SHOWN)
            return False
        self._shown.clear()
        return True

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            messages.Shown.model_validate_json(text_data or bytes_data or b"")
        except ValidationError:
            await self.terminate(MALFORMED)
        else:
            self._shown.set()

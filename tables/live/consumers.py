"""The WebSocket applications. Each subscribes to the hub with an audience and sends what comes into its mailbox."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping
from functools import partial
from typing import Any, ClassVar

import structlog
from django.urls import URLPattern, path, re_path
from django.utils import translation
from pydantic import BaseModel, ValidationError

from casino.common.answers import refused
from casino.common.json_input import read_json
from casino.common.refusals import Refusal
from casino.common.sql import outage
from casino.common.sql.in_threads import in_thread
from casino.common.sql.outage import OUTAGES, REFUSED
from casino.people.permissions import may_call, may_listen
from casino.people.sockets import COME_AGAIN, LOCKED, NOT_LOGGED_IN, Receive, Scope, Send, nowhere, opening
from tables.door import access
from tables.live import consoles, messages
from tables.live.audience import Audience
from tables.live.hub import Hub, hub
from tables.live.identity import Identity, check, identity_of
from tables.live.mailbox import Mailbox
from tables.models import Table
from tables.view.screen import Screen

MALFORMED = 4400
FORBIDDEN = 4403

Answer = tuple[int, dict[str, Any]]


class LiveSocket(ABC):
    """The base of the three kinds of socket: who may connect, and sending the newest."""

    confirmed: ClassVar[bool] = False  # whether the client confirms what it has shown
    identity: Identity
    audience: Audience
    _hub: Hub  # which it follows

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.slug: str | None = scope["url_route"]["kwargs"].get("slug")  # of the table in the address
        self.topic: str | None = None
        self.mailbox = Mailbox(self._send_text, confirmed=self.confirmed)
        self._receive = receive
        self._send = send

    async def run(self) -> None:
        """Serve the client until it has gone."""
        await self._receive()
        # Accepted first: only an open socket can carry the code that tells the client why it is closed.
        await self._send({"type": "websocket.accept"})
        try:
            if code := await in_thread(opening, self._authorize):
                await self._close(code)
            else:
                await self._follow()
        except OUTAGES as error:
            outage.refusal(error)
            await self._close(COME_AGAIN)

    async def _follow(self) -> None:
        self._hub = hub()
        code = None
        try:
            await self._hub.subscribe(self)
            code = await self._hear()
        finally:
            await self._hub.unsubscribe(self)
        if code == consoles.LEFT:
            await consoles.leave(self)

    async def terminate(self, code: int) -> None:
        """Unsubscribe and close the socket with this code."""
        await self._hub.unsubscribe(self)
        await self._close(code)

    async def _hear(self) -> int | None:
        """Returns the code with which the client closed the socket."""
        while (event := await self._receive())["type"] != "websocket.disconnect":
            text = event.get("text")
            await self.receive(text if text is not None else event["bytes"])
        code: int | None = event.get("code")
        return code

    async def _close(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code})

    def _send_text(self, text: str) -> Awaitable[None]:
        return self._send({"type": "websocket.send", "text": text})

    async def _answer(self, message: BaseModel) -> None:
        await self._send_text(message.model_dump_json())

    def _authorize(self) -> int | None:
        """Sets identity, audience and topic. Returns the code to close with where the caller may not connect."""
        identity = identity_of(self.scope)
        if identity is None:
            return NOT_LOGGED_IN
        if identity.is_locked:
            return LOCKED
        audience = self.audience_for(identity)
        if audience is None or not self._may_see_table(identity):
            return FORBIDDEN
        self.identity, self.audience = identity, audience
        self.topic = self.slug or (audience.screen.topic if audience.screen else None)
        return None

    def _may_see_table(self, identity: Identity) -> bool:
        if self.slug is None:
            return identity.caller.table is None
        return access.may_see(identity.caller, self.slug) and Table.objects.filter(slug=self.slug).exists()

    @abstractmethod
    def audience_for(self, identity: Identity) -> Audience | None:
        """The audience to which this caller belongs; None if he may not see what he asks for."""

    @abstractmethod
    async def receive(self, message: str | bytes) -> None:
        """Called with what the client sends."""

    def _answer_to(self, give: Any) -> Answer:
        """The answer to a command, in the caller's language."""
        try:
            return self._as_caller(give)
        except REFUSED as error:
            with translation.override(self.identity.language):
                return refused(outage.refusal(error))

    def _as_caller(self, give: Any) -> Answer:
        # Checked again: the rights may have ended since the socket was opened.
        request = structlog.contextvars.bound_contextvars(request=self.scope.get("request_id"))
        with request, translation.override(self.identity.language):
            try:
                caller = check(self.identity)
            except Refusal as refusal:
                return refused(refusal)
            answer: Answer = give(caller, str(self.slug))
            return answer


class TableSocket(LiveSocket):
    """`/ws/tables/<slug>/`: snapshots for a device, which may send commands here, too."""

    def audience_for(self, identity: Identity) -> Audience | None:
        role = identity.caller.actor.role
        return Audience("snapshot", role) if may_listen(role, "table") else None

    async def receive(self, message: str | bytes) -> None:
        give = partial(access.command, message=message, key=None)
        status, answer = await in_thread(access.commands, self._answer_to, give)
        await self._answer(messages.Answer(status=status, **answer))


class FloorSocket(LiveSocket):
    """`/ws/floor/`: a line per table, for the staff."""

    def audience_for(self, identity: Identity) -> Audience | None:
        return Audience("floor", "") if may_listen(identity.caller.actor.role, "floor") else None

    async def receive(self, message: str | bytes) -> None:
        """Ignore whatever a client sends here."""


class ScreenSocket(LiveSocket):
    """`/ws/screens/<screen>/…`: HTML fragments for a browser, the next only after the last has been shown.

    From a screen that gives commands they may come here, too.
    """

    confirmed = True

    def __init__(self, scope: Scope, receive: Receive, send: Send, screens: Mapping[str, Screen]) -> None:
        super().__init__(scope, receive, send)
        self._screen = screens.get(scope["url_route"]["kwargs"]["screen"])

    def audience_for(self, identity: Identity) -> Audience | None:
        screen, role = self._screen, identity.caller.actor.role
        if screen is None or screen.of_one_table != bool(self.slug):
            return None
        if not may_listen(role, f"screens/{screen.name}"):
            return None
        return Audience("screen", screen.as_role or role, screen, identity.language)

    async def receive(self, message: str | bytes) -> None:
        try:
            said = messages.FROM_BROWSER.validate_python(read_json(message))
        except (Refusal, ValidationError):
            await self.terminate(MALFORMED)
            return
        if isinstance(said, messages.Shown):
            self.mailbox.confirm()
        else:
            give = partial(self._give, said=said)
            status, answer = await in_thread(access.commands, self._answer_to, give)
            await self._answer(messages.KeyedAnswer(status=status, key=said.key, **answer))

    def _give(self, caller: access.Caller, slug: str, said: messages.KeyedCommand) -> Answer:
        if not (self.slug and self._screen and self._screen.gives_commands):
            return refused(Refusal("not_for_your_role"))
        if not may_call(caller.actor.role, "commands"):
            return refused(Refusal("not_for_your_role"))
        return access.give(caller, slug, said.command, said.key)


def application(kind: type[LiveSocket], **more: Any) -> Any:
    """The ASGI application for sockets of one kind. (Django's `path`, which Channels uses too, is typed for views.)"""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        await kind(scope, receive, send, **more).run()

    return serve


def websocket_urlpatterns(screens: Mapping[str, Screen]) -> list[URLPattern]:
    """The sockets of tables, of the floor, and of these screens by their names."""
    screen = application(ScreenSocket, screens=screens)
    return [
        path("ws/tables/<slug:slug>/", application(TableSocket)),
        path("ws/floor/", application(FloorSocket)),
        path("ws/screens/<slug:screen>/", screen),
        path("ws/screens/<slug:screen>/<slug:slug>/", screen),
        re_path("", nowhere),  # type: ignore[arg-type]  # Django's are typed for views
    ]

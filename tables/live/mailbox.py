"""Mailbox of one socket: never more than the newest."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cached_property
from typing import Any

from casino.common import clock
from tables.live import messages

Parts = dict[str, Any]
Send = Callable[[str], Awaitable[None]]


class News:
    """Parts that changed as of `version`, as a message of this kind. All sockets that are sent it share its text.

    Where nothing but the version has changed, `parts` is empty: the client has to know the version all the same.
    `kind` is None for a heartbeat, which says again what the client knows.
    """

    def __init__(self, kind: messages.Kind | None, version: int, parts: Parts) -> None:
        self.kind = kind
        self.version = version
        self.parts = parts

    @cached_property
    def text(self) -> str:
        """The message as JSON."""
        if self.kind is None:
            return messages.heartbeat(self.version)
        return messages.MESSAGES[self.kind](self.version, self.parts).model_dump_json()

    def after(self, older: "News | None") -> "News":
        """Both as one message. A news older than `older` says nothing."""
        if older is None:
            return self
        if self.version < older.version:
            return older
        return News(self.kind or older.kind, self.version, older.parts | self.parts)


class Mailbox:
    """Sends one message at a time. What comes meanwhile becomes one message, with the newest of each part.

    A message is under way until `send` returns, which it does when the client has taken most of what it was sent
    before. With `confirmed`, parts are under way until `confirm` is called.
    """

    def __init__(self, send: Send, *, confirmed: bool) -> None:
        self._send = send
        self._confirmed = confirmed
        self._waiting: News | None = None
        self._is_sending = self._is_unconfirmed = False
        self._since = 0.0  # when the message that is under way was sent
        self._sender: asyncio.Task[None] | None = None  # referenced, so that it is not collected early

    @property
    def is_under_way(self) -> bool:
        """Whether the client has not yet taken the last message."""
        return self._is_sending or self._is_unconfirmed

    def put(self, news: News) -> None:
        """Send this as soon as possible."""
        self._waiting = news.after(self._waiting)
        self._go_on()

    def heartbeat(self, version: int) -> None:
        """Send the version, unless something else is under way."""
        if not self.is_under_way:
            self.put(News(None, version, {}))

    def confirm(self) -> None:
        """The client can take the next message."""
        self._is_unconfirmed = False
        self._go_on()

    def stuck_for(self) -> float:
        """Seconds since the message that is under way was sent; 0 if there is none."""
        return clock.elapsed() - self._since if self.is_under_way else 0.0

    def _go_on(self) -> None:
        if self._waiting and not self.is_under_way:
            news, self._waiting = self._waiting, None
            self._is_sending, self._is_unconfirmed = True, self._confirmed and news.kind is not None
            self._since = clock.elapsed()
            self._sender = asyncio.create_task(self._send_one(news))

    async def _send_one(self, news: News) -> None:
        with suppress(OSError):  # the client has gone; the server says so by itself
            await self._send(news.text)
        self._is_sending = False
        self._go_on()

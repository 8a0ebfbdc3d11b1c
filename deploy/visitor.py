"""Clients of the server that `make stack` starts: a person who logs in and gives commands, and a screen."""

import asyncio
import contextlib
import http.cookiejar
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from autobahn.asyncio.websocket import WebSocketClientFactory, WebSocketClientProtocol

HOST = "127.0.0.1"
CLOSED = "closed"
RECONNECTING = 15.0  # seconds that a screen keeps trying
BETWEEN = 0.2  # seconds between two tries

Json = dict[str, Any]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Returns redirects as they are instead of following them."""

    def redirect_request(self, *_: object) -> None:
        return None


class Person:
    """A browser's HTTP: cookies, and the CSRF token that accompanies every change."""

    def __init__(self) -> None:
        self._jar = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self._jar)
        self._browser = urllib.request.build_opener(cookies, NoRedirect())

    def status(self, port: int, path: str, form: dict[str, str] | None = None) -> int:
        """The status of a GET request, or of a POST of `form`."""
        data = urllib.parse.urlencode(form | self._csrf()).encode() if form else None
        try:
            with self._browser.open(f"http://{HOST}:{port}{path}", data, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    def log_in(self, port: int, username: str, password: str) -> bool:
        """Log in. Returns whether the login was accepted, which redirects to another page."""
        self.status(port, "/login/")
        return self.status(port, "/login/", {"username": username, "password": password}) == 302

    def give(self, port: int, table: str, command: Json) -> int:
        """Give a command that must be accepted. Returns the version after it."""
        address = f"http://{HOST}:{port}/api/tables/{table}/commands"
        headers = {"X-CSRFToken": self._csrf()["csrfmiddlewaretoken"], "Content-Type": "application/json"}
        request = urllib.request.Request(address, json.dumps(command).encode(), headers)
        with self._browser.open(request, timeout=60) as answer:
            return int(json.load(answer)["version"])

    @property
    def cookies(self) -> str:
        """The cookies as a request header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._jar)

    def _csrf(self) -> dict[str, str]:
        return {"csrfmiddlewaretoken": next(c.value or "" for c in self._jar if "csrftoken" in c.name)}


class _Line(WebSocketClientProtocol):  # type: ignore[misc]
    """One socket. Like a browser it reports what it has shown; what it receives goes into the screen's queue."""

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        message = json.loads(payload)
        if message["type"] == "screen":
            self.sendMessage(json.dumps({"type": "shown", "version": message["version"]}).encode())
        self.factory.heard.put_nowait(message)

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        self.factory.heard.put_nowait({"type": CLOSED, "code": code})


class Screen:
    """A person's screen at one address. It reconnects only when asked to (`reconnect`)."""

    def __init__(self, port: int, path: str, person: Person) -> None:
        self._port = port
        self._address = f"ws://{HOST}:{port}{path}"
        self._person = person

    async def connect(self) -> bool:
        """Open a socket and wait for the whole page. Returns False if the server turned it away."""
        factory = WebSocketClientFactory(
            self._address, origin=f"http://{HOST}:{self._port}", headers={"Cookie": self._person.cookies}
        )
        factory.protocol = _Line
        factory.heard = self._heard = asyncio.Queue[Json]()
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_connection(factory, HOST, self._port)
        return (await self._next())["type"] == "screen"

    async def reconnect(self) -> bool:
        """Try to connect repeatedly, as a screen does. Returns whether it succeeded."""
        deadline = time.monotonic() + RECONNECTING
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                if await self.connect():
                    return True
            await asyncio.sleep(BETWEEN)
        return False

    async def hears(self, version: int) -> bool:
        """Wait until the screen is shown this version. Returns False if the socket was closed instead."""
        while True:
            message = await self._next()
            if message["type"] == CLOSED:
                return False
            if message["type"] == "screen" and message["version"] >= version:
                return True

    async def closed(self) -> int | None:
        """Wait for the end of the socket. Returns its close code."""
        while True:
            message = await self._next()
            if message["type"] == CLOSED:
                return message["code"]  # type: ignore[no-any-return]

    def leave(self) -> None:
        """Drop the connection without a close frame."""
        self._transport.abort()

    async def _next(self) -> Json:
        return await asyncio.wait_for(self._heard.get(), RECONNECTING)

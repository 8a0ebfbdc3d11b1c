"""The clients by which a robot reaches its table: reads the snapshot and sends commands."""

import json
import logging
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib import import_module
from typing import Protocol
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import connection
from django.utils.crypto import get_random_string

from casino.common.json_input import Json
from casino.people.models import User
from casino.people.permissions import Role
from tables.door.service import execute, game_of, read
from tables.robot.credentials import JEFE, ROBOT, ROBOT_ROLE
from tables.rules.roles import Actor, may_command
from tables.view.snapshot import take


class TableClient(Protocol):
    """One table, for one actor."""

    def snapshot(self) -> Json:
        """The snapshot as it is now."""
        ...

    def send(self, command: Json) -> Json:
        """The answer to a command, as the API gives it."""
        ...


class LocalClient:
    """A client in the same process as the service."""

    def __init__(self, slug: str, actor: Actor) -> None:
        self._slug = slug
        self._actor = actor

    def snapshot(self) -> Json:
        """The snapshot as the actor's role may see it."""
        table, state = read(self._slug)
        return take(self._slug, game_of(state, self._actor.role), table.name)

    def send(self, command: Json) -> Json:
        """Passes it to `tables.door.service`."""
        return execute(self._slug, command, self._actor).as_dict()


class RobotsClient(LocalClient):
    """The robot's own: its acts are signed by its own login, a croupier's. It sees a jefe's choices, too; what only he
    may do is signed by the demo's jefe."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug, Actor(JEFE, Role.JEFE))

    def send(self, command: Json) -> Json:
        """Passes it to `tables.door.service`."""
        if not may_command(ROBOT_ROLE, command["command"]):
            return super().send(command)
        return execute(self._slug, command, Actor(ROBOT, ROBOT_ROLE)).as_dict()


class Session:
    """A session of `username`. `key`: the value of its cookie. Raises User.DoesNotExist."""

    def __init__(self, username: str) -> None:
        self._username = username
        self.key = ""
        self.renew()

    def renew(self) -> None:
        """Replace the session: it has expired, or the password was changed."""
        self.close()
        user = User.objects.get(username=self._username, is_active=True)
        session = _store()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[
            -1
        ]  # the others only turn people away
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        self.key = str(session.session_key)
        connection.close()  # the next use may be a day away

    def cookies(self, csrf: str) -> str:
        """The header of a browser with this session, which sends this token with what changes something."""
        return f"{settings.SESSION_COOKIE_NAME}={self.key}; {settings.CSRF_COOKIE_NAME}={csrf}"

    def close(self) -> None:
        """Delete the session, if it still exists."""
        if self.key:
            _store().delete(self.key)


def _store() -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    return store


log = logging.getLogger("tables.robot")

TIMEOUT = 10  # seconds
FIRST_DELAY, LONGEST_DELAY = 0.5, 5.0  # seconds between two attempts
CSRF_LENGTH = 32
NOT_LOGGED_IN = 401
ANSWERED = {"GET": (200,), "POST": (200, 403, 409, 422)}
FINAL = (400, 403, 404)  # another server, or not our table: trying again would not help


class AccessDenied(Exception):
    """The server refuses access; the text says why."""


class HttpClient:
    """A table of the server at `url`, for the holder of a session there."""

    def __init__(self, url: str, slug: str, session: Session) -> None:
        self._url = url
        self._path = f"/api/tables/{slug}"
        self._session = session
        self._csrf = get_random_string(CSRF_LENGTH)
        self._connection = _connection(url)

    def snapshot(self) -> Json:
        """The snapshot. Raises AccessDenied."""
        return self._request("GET", self._path)

    def send(self, command: Json) -> Json:
        """The answer to a command. Raises AccessDenied."""
        # A retry after a lost answer has the same key, so that the command is executed once.
        return self._request("POST", f"{self._path}/commands", command, {"Idempotency-Key": uuid4().hex})

    def _request(
        self, method: str, path: str, body: Json | None = None, headers: dict[str, str] | None = None
    ) -> Json:
        delay, reported = FIRST_DELAY, False
        while True:
            status, content, fault = self._try(method, path, body, headers or {})
            if status in ANSWERED[method]:
                if reported:
                    log.info("%s answers again", self._url)
                return content
            if status in FINAL or (status == NOT_LOGGED_IN and delay == LONGEST_DELAY):
                raise AccessDenied(f"{self._url}{path}: {fault}")
            if status == NOT_LOGGED_IN:
                self._session.renew()
            elif not reported:
                reported = True
                log.info("%s does not answer (%s): waiting for it", self._url, fault)
            time.sleep(delay)
            delay = min(2 * delay, LONGEST_DELAY)

    def _try(
        self, method: str, path: str, body: Json | None, headers: dict[str, str]
    ) -> tuple[int, Json, str]:
        """One attempt: status (0 without an answer), answer, and what went wrong."""
        try:
            self._connection.request(method, path, json.dumps(body), self._headers() | headers)
            answer = self._connection.getresponse()
            content = answer.read()
            told = f"{answer.status} {answer.reason}"
            return answer.status, json.loads(content) if answer.status in ANSWERED[method] else {}, told
        except (OSError, HTTPException, ValueError) as fault:
            self._connection.close()
            return 0, {}, str(fault) or type(fault).__name__

    def _headers(self) -> dict[str, str]:
        return {
            "Content-Type": "application/json",
            "Cookie": self._session.cookies(self._csrf),
            "X-CSRFToken": self._csrf,
            "Referer": self._url,  # Django checks it over HTTPS
        }


def _connection(url: str) -> HTTPConnection:
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=TIMEOUT)

"""The door over HTTP: the same API as a tablet's, with a login's session. It outlasts a restart of the server."""

import json
import logging
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.utils.crypto import get_random_string

from tables.robot.moment import Json
from tables.robot.session import Session

log = logging.getLogger("tables.robot")

TIMEOUT = 10  # seconds
FIRST, LONGEST = 0.5, 5.0  # seconds between two attempts
CSRF_LENGTH = 32
STRANGER = 401
ANSWERED = {"GET": (200,), "POST": (200, 403, 409, 422)}
HOPELESS = (400, 403, 404)  # not this house, not our table, or none: asking again would not help


class Unwelcome(Exception):
    """The server does not let us in; its text says why."""


class Line:
    """A table of the house at `url`, for the holder of a session there."""

    def __init__(self, url: str, slug: str, session: Session) -> None:
        self._url = url
        self._path = f"/api/tables/{slug}"
        self._session = session
        self._csrf = get_random_string(CSRF_LENGTH)
        self._connection = _connection(url)

    def look(self) -> Json:
        """The snapshot. Raises Unwelcome."""
        return self._ask("GET", self._path)

    def give(self, command: Json) -> Json:
        """The answer to a command. Raises Unwelcome."""
        # Asked again after a lost answer with the same key, so that it is done once.
        return self._ask("POST", f"{self._path}/commands", command, {"Idempotency-Key": uuid4().hex})

    def _ask(
        self, method: str, path: str, body: Json | None = None, more: dict[str, str] | None = None
    ) -> Json:
        wait, said = FIRST, ""
        while True:
            status, content, fault = self._try(method, path, body, more or {})
            if status in ANSWERED[method]:
                if said:
                    log.info("%s answers again", self._url)
                return content
            if status in HOPELESS or (status == STRANGER and wait == LONGEST):
                raise Unwelcome(f"{self._url}{path}: {fault}")
            if status == STRANGER:
                self._session.renew()
            elif not said:
                said = fault
                log.info("%s does not answer (%s): waiting for it", self._url, fault)
            time.sleep(wait)
            wait = min(2 * wait, LONGEST)

    def _try(self, method: str, path: str, body: Json | None, more: dict[str, str]) -> tuple[int, Json, str]:
        """One attempt: status (0 where there was none), answer, and what was wrong."""
        try:
            self._connection.request(method, path, json.dumps(body), self._headers() | more)
            answer = self._connection.getresponse()
            content = answer.read()
            told = f"{answer.status} {answer.reason}"
            return answer.status, json.loads(content) if answer.status in ANSWERED[method] else {}, told
        except (OSError, HTTPException, ValueError) as fault:
            self._connection.close()
            return 0, {}, str(fault) or type(fault).__name__

    def _headers(self) -> dict[str, str]:
        cookies = {settings.SESSION_COOKIE_NAME: self._session.key, settings.CSRF_COOKIE_NAME: self._csrf}
        return {
            "Content-Type": "application/json",
            "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            "X-CSRFToken": self._csrf,
            "Referer": self._url,  # over HTTPS Django asks for it
        }


def _connection(url: str) -> HTTPConnection:
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=TIMEOUT)

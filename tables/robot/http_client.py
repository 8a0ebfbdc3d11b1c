"""A client over HTTP: the API that a tablet uses, with a session. It waits for a server that restarts."""

import json
import logging
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit
from uuid import uuid4

from django.utils.crypto import get_random_string

from tables.robot.context import Json
from tables.robot.session import Session

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

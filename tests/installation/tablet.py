"""A person at a tablet, over TLS through nginx; and a first pass that a robot plays there."""

import http.cookiejar
import json
import re
import secrets
import ssl
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pyotp

from tables.robot.robot import Robot

OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 1000, "chip": 1}
MOST_COMMANDS = 400  # of a robot until the first pass is paid
# A word of the product's own on the page of the login: Django has others in every language by itself
WORDS = {"en": "Log in", "es": "Entrar", "fr": "Se connecter", "sl": "Prijava"}


class Tablet:
    """Speaks with nginx at a port of this machine under the house's name; believes in the house's own certificate."""

    def __init__(self, name: str, port: int, certificate: Path) -> None:
        trust = ssl.create_default_context(cafile=str(certificate))
        trust.check_hostname = False  # the name does not lead to this machine
        self._jar = http.cookiejar.CookieJar()
        cookies, tls = (
            urllib.request.HTTPCookieProcessor(self._jar),
            urllib.request.HTTPSHandler(context=trust),
        )
        self._browser = urllib.request.build_opener(cookies, tls)
        self._origin, self._here = f"https://{name}:{port}", f"https://127.0.0.1:{port}"

    def get(self, path: str) -> int:
        """The status of a page, after redirects of our own."""
        return self._ask(path, None, {})[0]

    def silent(self) -> list[str]:
        """The languages that the page of the login does not speak, and its words there."""
        found = []
        for language, word in WORDS.items():
            status, body = self._ask("/login/", None, {"Accept-Language": language})
            page = body.decode()
            if status != 200 or f'lang="{language}"' not in page or word not in page:
                found.append(f"{language}: {status} {page[:2000]}")
        return found

    def log_in_first(self, username: str, passphrase: str) -> bool:
        """Whether the login was accepted, the first one of a person: he sets up a second factor, and chooses another
        passphrase than the one that he was given."""
        self.get("/login/")
        self._post("/login/", username=username, password=passphrase)
        page = self._ask("/second-factor/", None, {})[1].decode()
        shown = re.search('id="secret">([A-Z2-7 ]+)<', page)
        if shown is None or self.get("/api/tables") != 401:
            return False
        self._post("/second-factor/", code=pyotp.TOTP(shown[1].replace(" ", "")).now())
        own = secrets.token_urlsafe()
        self._post("/passphrase/", new=own, again=own)
        return self.get("/api/tables") == 200

    def give(self, table: str, command: dict[str, Any]) -> int:
        """Give a command that must be accepted. Returns the version after it."""
        status, answer = self.send(table, command)
        if status != 200:
            raise RuntimeError(f"{command} was answered with {status}: {answer}")
        return int(answer["version"])

    def send(self, table: str, command: dict[str, Any]) -> tuple[int, Any]:
        """Give a command. Returns the status and the answer; None where it is no JSON."""
        headers = {"X-CSRFToken": self._token(), "Content-Type": "application/json"}
        status, body = self._ask(f"/api/tables/{table}/commands", json.dumps(command).encode(), headers)
        try:
            return status, json.loads(body)
        except ValueError:
            return status, None

    def snapshot(self, table: str) -> Any:
        """The table as it is now."""
        return json.loads(self._ask(f"/api/tables/{table}", None, {})[1])

    def _post(self, path: str, **form: str) -> None:
        said = {**form, "csrfmiddlewaretoken": self._token()}
        self._ask(path, urllib.parse.urlencode(said).encode(), {})

    def _ask(self, path: str, data: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        said = {"Host": self._origin.removeprefix("https://"), "Referer": f"{self._origin}/", **headers}
        request = urllib.request.Request(f"{self._here}{path}", data, said)
        try:
            with self._browser.open(request, timeout=30) as answer:
                return int(answer.status), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except urllib.error.URLError:
            return 0, b""  # redirected to the house's name, which leads nowhere here

    def _token(self) -> str:
        return next((cookie.value or "" for cookie in self._jar if "csrftoken" in cookie.name), "")


def first_pass(jefe: Tablet, table: str) -> bool:
    """Whether a robot, in the jefe's name, comes to the payment of a pass."""
    robot = Robot(1)
    for _ in range(MOST_COMMANDS):
        now = jefe.snapshot(table)
        if now["last_pass"]:
            return True
        command = robot.next(now)
        if command:
            status, answer = jefe.send(table, command)
            if status != 200:
                robot.refused(command, answer["error"]["code"])
    return False

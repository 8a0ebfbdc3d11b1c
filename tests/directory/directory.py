"""A directory of the tests: a real provider in a process of its own, its people, and the browser of one of them."""

import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import requests

ROOT = Path(__file__).resolve().parents[2]
FRONT = ROOT / ".venv" / "node_modules"
NODE = ROOT / ".venv" / "bin" / "node"
SECRET, PASSWORD = "a-secret-of-the-tests", "a-word-of-the-directory"
HOUSE = "http://testserver"  # where Django's client is


class Directory:
    """`url`: what it calls itself."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.people: dict[str, dict[str, Any]] = {}

    def has(
        self, login: str, *groups: str, sub: str = "", amr: tuple[str, ...] = ("pwd",), **claims: Any
    ) -> None:
        """This person belongs to it, in these groups."""
        said = {"preferred_username": login, "groups": list(groups), **claims}
        self.people[login] = {"sub": sub or f"s-{login}", "password": PASSWORD, "amr": amr, "claims": said}
        self._tell()

    def loses(self, login: str) -> None:
        """This person does not belong to it any more."""
        del self.people[login]
        self._tell()

    def says_wrongly(self, **spoil: Any) -> None:
        """From now on its signed tokens have these claims; `foreign`: another key, `none`: no key, `without`: claims.
        `issuer`: it calls itself so; `refresh`: whether it can be asked again."""
        self._tell(spoil=spoil)

    def _tell(self, **more: Any) -> None:
        requests.post(f"{self.url}/test", json={"people": self.people, **more}, timeout=10).raise_for_status()

    def shown_at(self, address: str, login: str, password: str = PASSWORD) -> str:
        """The person goes where the house has sent him, and shows there who he is: the address that he is sent back
        to."""
        with requests.Session() as browser:
            answer = browser.get(address, allow_redirects=False, timeout=10)
            while not (back := answer.headers.get("Location", "")).startswith(HOUSE):
                if back:
                    answer = browser.get(urljoin(self.url, back), allow_redirects=False, timeout=10)
                    continue
                form = re.search(r'action="(/interaction/[^"]+)"', answer.text)
                assert form, answer.text
                said = {"login": login, "password": password}
                answer = browser.post(self.url + form[1], data=said, allow_redirects=False, timeout=10)
            return back


@contextmanager
def serving(*redirects: str, port: int = 0) -> Iterator[Directory]:
    """A directory that sends people back to these addresses alone."""
    port = port or _free()
    command = [NODE, Path(__file__).with_name("provider.mjs"), FRONT, str(port), *redirects]
    piped = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*map(str, command)], text=True, **piped) as process:
        ready = process.stdout and any(line == "ready\n" for line in process.stdout)
        try:
            assert ready, "the provider did not start"
            yield Directory(f"http://127.0.0.1:{port}")
        finally:
            process.communicate()  # it ends when nobody writes to it any more


def _free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])

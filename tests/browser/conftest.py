"""A real house in a process of its own, and a real browser before it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.hand import CONSOLE, Hand

MANAGE = str(settings.BASE_DIR / "manage.py")
CHROMIUM = "/usr/bin/chromium"
TABLET = {"width": 1280, "height": 800}
# ms for what comes at once: the machine may do ten other things. That nothing waits for a heartbeat is shown with the
# heartbeat out of the way (`tests/live`).
PATIENCE = 60_000
STARTS_WITHIN = 240  # seconds: only for a server that hangs, one that ends is noticed at once
expect.set_options(timeout=PATIENCE)
GLASS = {"width": 1920, "height": 1080}


def environment(folder: Path) -> dict[str, str]:
    """Nothing of the machine's settings: a house of its own in `folder`."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return {**kept, "VAR_DIR": str(folder), "PYTHONUNBUFFERED": "1", "DEMO": "1"}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo casino as it is on its first evening; every test begins with a copy."""
    folder = tmp_path_factory.mktemp("demo") / "var"
    folder.mkdir()
    for command in (["migrate", "--verbosity", "0"], ["demo"]):
        subprocess.run(
            [sys.executable, MANAGE, *command], env=environment(folder), check=True, capture_output=True
        )
    return folder


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """The demo casino on a port of its own; it can be stopped and started again."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.port = free_port()
        self._environment = environment(folder) | more
        self.folder, self._log = folder, folder / "server.log"
        self.secrets = json.loads((folder / "demo_logins.json").read_text())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self._log.open("a") as log:
            command = [sys.executable, MANAGE, "serve", "--port", str(self.port)]
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        deadline = time.monotonic() + STARTS_WITHIN
        while self._process.poll() is None and time.monotonic() < deadline:
            try:
                with urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2):
                    return
            except (URLError, ConnectionError):
                time.sleep(0.1)
        raise AssertionError(self._log.read_text())

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Meanwhile the server is there and does nothing: its sockets stay open."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def log(self) -> str:
        return self._log.read_text()


@pytest.fixture
def house_settings() -> dict[str, str]:
    """What a module's houses set in their environment."""
    return {}


@pytest.fixture
def house(built: Path, tmp_path: Path, house_settings: dict[str, str]) -> Iterator[House]:
    house = House(Path(shutil.copytree(built, tmp_path / "var")), **house_settings)
    house.start()
    yield house
    house.stop()
    assert "Traceback" not in house.log()


# Of the package, not the session: while it lives, the thread has a running event loop, which other tests do not bear.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a page as a member of the staff, or as nobody; every complaint of the browser fails the test."""
    complaints: list[str] = []
    contexts = []

    def open_page(path: str, user: str = "", size: dict[str, int] = TABLET, clock: bool = False) -> Page:
        context = browser.new_context(viewport=size, locale="es-AR", has_touch=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if clock:
            page.clock.install()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if "Content Security" in message.text else None,
        )
        if user:
            page.goto(f"{house.url}/login/")
            page.fill("[name=username]", user)
            page.fill("[name=password]", house.secrets["passphrase"])
            page.click("button.primary")
            page.wait_for_url(lambda url: "/login/" not in url)
        page.goto(f"{house.url}{path}")
        page.wait_for_selector('html[data-line="up"]')
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def hand(visit: Visit) -> Hand:
    """The croupier Carla at the console of mesa-2, where everybody is seated."""
    return Hand(visit(CONSOLE, "carla"))

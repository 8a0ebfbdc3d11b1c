"""A real house in a process of its own, and a real browser before it."""

import shutil
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.hand import CONSOLE, Hand
from tests.browser.houses import House, Loaded
from tests.pages.house import WITHOUT_WINDOWS

CHROMIUM = shutil.which(WITHOUT_WINDOWS)
TABLET = {"width": 1280, "height": 800}
# ms for what comes at once: the machine may do ten other things. That nothing waits for a heartbeat is shown with the
# heartbeat out of the way (`tests/hub`).
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)
GLASS = {"width": 1920, "height": 1080}


@pytest.fixture(scope="session")
def built(demo_house: Path) -> Path:
    """The house that every test begins with a copy of."""
    return demo_house


@pytest.fixture
def house_settings() -> dict[str, str]:
    """What a module's houses set in their environment."""
    return {}


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Loaded]]:
    """The process from which the houses with these settings are forked."""
    processes: dict[tuple[str, ...], Loaded] = {}

    def of(built: Path, **more: str) -> Loaded:
        which = (str(built), *(f"{name}={value}" for name, value in sorted(more.items())))
        if which not in processes:
            processes[which] = Loaded(tmp_path_factory.mktemp("house") / "var", built, **more)
        return processes[which]

    yield of
    for process in processes.values():
        process.end()


@pytest.fixture
def house(loaded: Callable[..., Loaded], built: Path, house_settings: dict[str, str]) -> Iterator[House]:
    house = loaded(built, **house_settings).house()
    try:
        house.start()
        yield house
    finally:
        house.stop()
    assert not house.errors(), house.errors()


# Of the package, not the session: while it lives, the thread has a running event loop, which other tests do not bear.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


Visit = Callable[..., Page]


def log_in(context: BrowserContext, house: House, user: str) -> None:
    """What the login page sends, without showing it; how it looks and acts has its own tests."""
    address = f"{house.url}/login/"
    context.request.get(address)
    (token,) = [cookie["value"] for cookie in context.cookies() if "csrftoken" in cookie["name"]]
    form = {"username": user, "password": house.secrets["passphrase"], "csrfmiddlewaretoken": token}
    answer = context.request.post(address, form=form, headers={"Referer": address}, max_redirects=0)
    assert answer.status == HTTPStatus.FOUND


@pytest.fixture
def visit(browser: Browser, house: House) -> Iterator[Visit]:
    """Opens a page as a member of the staff, or as nobody; every complaint of the browser fails the test."""
    complaints: list[str] = []
    contexts = []

    def open_page(
        path: str, user: str = "", size: dict[str, int] = TABLET, clock: bool = False, touch: bool = True
    ) -> Page:
        context = browser.new_context(viewport=size, locale="es-AR", has_touch=touch)
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
            log_in(context, house, user)
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

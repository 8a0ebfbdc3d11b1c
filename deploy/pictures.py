"""`make screens`: make the pictures in docs/ from the running product, after a robot has played for a while."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
CHROMIUM = "/usr/bin/chromium"
TABLET, GLASS = {"width": 1280, "height": 800}, {"width": 1920, "height": 1080}
SEED, PASSES = 7, 37
ADMINISTRATOR = "ana.admin"
STAFF = "username,role,language,first_name,last_name\nbruno,croupier,es,Bruno,Paz\nmarta,jefe,es,Marta,Sosa\n"
LIMITS = {"minimum": "100", "maximum": "10000", "chip": "10"}
# Of each page: its address, the picture's name, and what is typed into its form
ADMINISTRATION = (
    ("settings/", "settings", {"HOUSE_NAME": "Casino de la Costa"}),
    ("tables/", "tables", {"many": "3", "first": "7", **LIMITS}),
    ("people/", "people", {"list": STAFF}),
    ("displays/", "displays", {"name": "Wall"}),
    ("acts/", "acts", {}),
)
HOUSES = {"slovenia": (100, 10_000, 10), "monte-carlo": (100, 10_000, 10), "chemin-de-fer": (100, 10_000, 10)}


def main() -> None:
    """Build a demo in a temporary folder, play, serve and take the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "casino.settings", "DEMO": "1"}
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        sys.path.insert(0, str(ROOT))
        build()
        secrets = json.loads((Path(folder) / "demo_logins.json").read_text())
        administrate(secrets["passphrase"])
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = subprocess.Popen([sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)])
        try:
            wait_for(port)
            photograph(port, secrets)
        finally:
            server.terminate()
            server.wait()


def build() -> None:
    """Build the demo and a table for each other reglamento, and play each table to the middle of a pass."""
    import django

    django.setup()
    from django.core.management import call_command

    from tables.robot.demo import TABLES

    call_command("migrate", verbosity=0)
    call_command("demo", verbosity=0)
    for slug, (minimum, maximum, chip) in HOUSES.items():
        open_table(slug, minimum, maximum, chip)
    for slug in (*(table.slug for table in TABLES), *HOUSES):
        play(slug)


def open_table(slug: str, minimum: int, maximum: int, chip: int) -> None:
    """Open a table under that reglamento."""
    from casino.accounts.permissions import Role
    from tables.engine.actor import Actor
    from tables.robot.client import LocalClient
    from tables.service import create_table

    create_table(slug, slug.replace("-", " ").title())
    opening = {"reglamento": slug, "minimum": minimum, "maximum": maximum, "chip": chip}
    answer = LocalClient(slug, Actor("julio", Role.JEFE)).send({"command": "open_table", **opening})
    assert answer["ok"], answer


def play(slug: str) -> None:
    """Play some passes, then on until cards are on the table."""
    from casino.accounts.permissions import Role
    from tables.engine.actor import Actor
    from tables.robot.client import LocalClient
    from tables.robot.robot import Robot

    client, robot, paid = LocalClient(slug, Actor("julio", Role.JEFE)), Robot(SEED), 0
    while True:
        now = client.snapshot()
        if paid >= PASSES and now["phase"] == "dealing" and len(now["pass"]["punto"]["cards"]) == 2:
            return
        command = robot.next(now)
        assert command, now
        answer = client.send(command)
        if answer["ok"]:
            paid += command["command"] == "settle"
        else:
            robot.refused(command, answer["error"]["code"])


def photograph(port: int, secrets: dict) -> None:
    """Take the pictures: the main screens, and console and wall of every other reglamento."""
    from playwright.sync_api import sync_playwright

    url = f"http://127.0.0.1:{port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_context(viewport=TABLET, locale="es-AR").new_page()
        page.goto(f"{url}/login/")
        page.fill("[name=username]", "julio")
        page.fill("[name=password]", secrets["passphrase"])
        page.click("button.primary")
        page.wait_for_url(f"{url}/")

        def take(path: str, name: str, size: dict) -> None:
            page.set_viewport_size(size)
            page.goto(url + path)
            if page.locator("body[data-socket]").count():
                page.wait_for_selector('html[data-line="up"]')
            page.wait_for_timeout(300)
            page.screenshot(path=str(DOCS / f"{name}.png"))
            print(f"docs/{name}.png")

        take("/tables/mesa-1/console/", "console", TABLET)
        take("/floor/", "floor", TABLET)
        take("/tables/mesa-1/", "table", TABLET)
        take("/tables/mesa-1/wall/", "wall", GLASS)
        take("/tables/mesa-1/money/", "money", TABLET)
        take("/reports/shifts/mesa-1/1/", "sheet", TABLET)
        for slug, name in (("mesa-3", "spain"), *((house, house) for house in HOUSES)):
            take(f"/tables/{slug}/console/", f"console-{name}", TABLET)
            take(f"/tables/{slug}/wall/", f"wall-{name}", GLASS)
        photograph_administration(browser, url, secrets["passphrase"])
        browser.close()


def photograph_administration(browser: object, url: str, passphrase: str) -> None:
    """Take the pictures of the administrator's pages, with what each has done to be seen."""
    page = browser.new_context(viewport=TABLET, locale="en-GB").new_page()
    page.goto(f"{url}/login/")
    page.fill("[name=username]", ADMINISTRATOR)
    page.fill("[name=password]", passphrase)
    page.click("button.primary")
    page.wait_for_url(f"{url}/")
    for address, name, fields in ADMINISTRATION:
        page.goto(f"{url}/administration/{address}")
        for field, value in fields.items():
            page.fill(f"[name={field}]", value)
        if fields:
            page.locator("form", has=page.locator(f"[name={next(iter(fields))}]")).locator(
                "button.primary"
            ).click()
            page.wait_for_selector(".told, .once")
        page.screenshot(path=str(DOCS / f"administration-{name}.png"))
        print(f"docs/administration-{name}.png")


def administrate(passphrase: str) -> None:
    """Make the demo's administrator, whom it does not have by itself."""
    from casino.accounts.permissions import Role
    from casino.administration import people

    row = {"username": ADMINISTRATOR, "role": Role.ADMINISTRATOR, "language": "en"}
    people.add(people.By("make screens"), row, passphrase, is_own=True)


def wait_for(port: int) -> None:
    """Wait until the server is ready, at most 30 seconds."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    raise SystemExit("the server never became ready")


if __name__ == "__main__":
    main()

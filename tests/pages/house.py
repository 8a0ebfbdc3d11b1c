"""A demo casino in a folder of its own, played for a while by the robot, and served from a port of its own."""

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.house import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
WITHOUT_WINDOWS = shutil.which("chromium-headless-shell") or CHROMIUM  # has less to do
TABLET, GLASS = {"width": 1280, "height": 800}, {"width": 1920, "height": 1080}
ADMINISTRATOR = "ana.admin"
LIMITS = (100, 10_000, 10)  # minimum, maximum and chip of the tables that the demo does not have
HOUSES = ("slovenia", "monte-carlo", "chemin-de-fer")  # reglamentos with a table each beside the demo's
SEED = 7
_DATABASE = ThreadPoolExecutor(1)


@dataclass(frozen=True)
class Shown:
    """`passphrase`: of all who work here. `walls`: the secret of each table's wall."""

    url: str
    passphrase: str
    walls: dict[str, str]

    def log_in(self, page: "Page", user: str) -> None:
        """Log this member of the staff in."""
        page.goto(f"{self.url}/login/")
        page.fill("[name=username]", user)
        page.fill("[name=password]", self.passphrase)
        page.click("button.primary")
        page.wait_for_url(lambda url: "/login/" not in url)

    def speak(self, user: str, language: str) -> None:
        """From now on this member of the staff reads that language."""
        from casino.people.models import User

        in_a_thread(User.objects.filter(username=user).update, language=language)


def in_a_thread(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """What it gives, done in a thread: Django reads no database in the one from which a browser is driven."""
    return _DATABASE.submit(work, *given, **named).result()


@contextmanager
def shown(passes: int, season: bool = False) -> Iterator[Shown]:
    """A demo of which each table has been played for so many passes, to the middle of the next. `season`: with nights
    behind it, at tables of their own.

    It sets up Django in this process, once: the database is the demo's own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "casino.site.settings", "DEMO": "1"}
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        slugs = _build(season)
        for slug in slugs:
            play(slug, passes)
        if season:
            from tests.pages.season import furnish_tonight

            furnish_tonight()
        secrets = json.loads((Path(folder) / "demo_logins.json").read_text())
        _administrate(secrets["passphrase"])
        with serving(("manage.py", "serve", "--port", "PORT"), {}) as (port, _pid):
            yield Shown(f"http://127.0.0.1:{port}", secrets["passphrase"], secrets["walls"])


def _build(season: bool) -> list[str]:
    """The demo, and a table for each other reglamento. Returns the tables."""
    import django

    django.setup()
    from django.core.management import call_command

    from tables.robot.demo import TABLES

    call_command("migrate", verbosity=0)
    call_command("demo", verbosity=0)
    if season:
        from tests.pages.season import play_season

        play_season()
    call_command("collectstatic", verbosity=0, interactive=False)
    for slug in HOUSES:
        open_table(slug, slug)
    return [*(table.slug for table in TABLES), *HOUSES]


def open_table(slug: str, reglamento: str) -> None:
    """A new table, open under this reglamento."""
    from tables.door.service import create_table
    from tables.robot.cage import open_day

    create_table(slug, slug.replace("-", " ").title())
    minimum, maximum, chip = LIMITS
    opening = {"reglamento": reglamento, "minimum": minimum, "maximum": maximum, "chip": chip}
    answer = _client(slug).send({"command": "open_table", **opening})
    if not answer["ok"]:
        raise RuntimeError(answer["error"])
    open_day(slug)


def _client(slug: str) -> Any:
    from tables.robot.client import RobotsClient

    return RobotsClient(slug)


def play(slug: str, passes: int) -> None:
    """Play so many passes, and on until the first cards of the next are on the table."""
    paid = 0
    for accepted, now in steps(slug):
        paid += accepted == "settle"
        if paid >= passes and now["phase"] == "dealing" and len(now["pass"]["punto"]["cards"]) == 2:
            return


def steps(slug: str) -> Iterator[tuple[str, Any]]:
    """Let the robot play on: the command that was just accepted, or "", and the snapshot after it."""
    from tables.robot.robot import Robot

    client, robot, accepted = _client(slug), Robot(SEED), ""
    while True:
        now = client.snapshot()
        yield accepted, now
        command = robot.next(now)
        if command is None:
            raise RuntimeError(f"the robot does not know what to do at {slug}: {now['phase']}")
        answer = client.send(command)
        accepted = command["command"] if answer["ok"] else ""
        if not accepted:
            robot.refused(command, answer["error"]["code"])


def _administrate(passphrase: str) -> None:
    """Make the demo's administrator, whom it does not have by itself."""
    from casino.administration import people
    from casino.people.permissions import Role

    row = {"username": ADMINISTRATOR, "role": Role.ADMINISTRATOR, "language": "en"}
    people.add(people.By("make screens"), row, passphrase, is_own=True)

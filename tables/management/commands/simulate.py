"""`manage.py simulate`: a robot plays croupier and players at one table, over the same HTTP API as a tablet."""

import secrets
import signal
import sys
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.common.progress import progress
from casino.people.models import User
from tables.robot.client import AccessDenied, HttpClient, Session
from tables.robot.context import WITHOUT_JEFE
from tables.robot.credentials import ROBOT
from tables.robot.demo import ROBOT_TABLE, create_robot, is_built
from tables.robot.play import log, play
from tables.robot.robot import Robot

SEEDS = 10**6


class Command(BaseCommand):
    """Run the robot."""

    help = "Plays a table of the demo over HTTP, until SIGTERM or SIGINT."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", nargs="?", default=ROBOT_TABLE, metavar="TABLE")
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the house is served")
        parser.add_argument("--pace", type=float, default=1.0, metavar="SECONDS", help="between two actions")
        parser.add_argument("--passes", type=int, metavar="N", help="end after so many")
        parser.add_argument(
            "--seed", type=int, metavar="N", help="the same game again, from a table as it was"
        )

    def handle(
        self, *args: Any, table: str, url: str, pace: float, passes: int | None, seed: int | None, **_: Any
    ) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _end)
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        session = _session()
        log.info("the robot plays %s at %s, seed %s", table, url, seed)
        try:
            # Without an end it is a companion of the server, and its log says what it does.
            with progress("passes", passes) if passes else nullcontext(lambda _steps: None) as advance:
                play(HttpClient(url, table, session), Robot(seed, WITHOUT_JEFE), pace, passes, advance)
        except AccessDenied as refusal:
            raise CommandError(str(refusal)) from refusal
        finally:
            session.close()


def _end(number: int, frame: Any) -> None:
    """Exit at once on a signal. A request that is under way is completed by the server or not carried out at all."""
    sys.exit(0)


def _session() -> Session:
    """A session of the robot's login. Raises CommandError outside the demo, where the robot must not bet for real
    players."""
    if not is_built():
        raise CommandError("the robot plays only in the demo's house, which `manage.py demo` builds")
    create_robot()
    try:
        return Session(ROBOT)
    except User.DoesNotExist as nobody:
        raise CommandError(f"the login {ROBOT} is suspended: let it in again first") from nobody

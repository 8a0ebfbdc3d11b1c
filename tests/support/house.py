"""A quiet table, and the robot that runs it: nobody comes or goes, everybody bets, nothing rare happens."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from django.db import connection
from django.test import Client

from casino.common.json_input import Json
from casino.people.models import User
from ledger import triggers
from tables.door.service import create_table, execute
from tables.robot.client import LocalClient
from tables.robot.context import Behaviour
from tables.robot.robot import Robot
from tables.rules.roles import Actor

CROUPIER = Actor("carla", "croupier")
JEFE = Actor("julio", "jefe")
CAST = ("ana", "bea", "carl", "dora")
SETTINGS = {"reglamento": "argentina", "minimum": 10, "maximum": 1000, "chip": 10}
QUIET = Behaviour(
    min_seated=0, moves=0, bets=1, repeats=0, opens=1, outbids=0, takes=1, rare_acts=0, declines=0
)


class Croupier(Robot):
    """The robot at a quiet table."""

    def __init__(self, seed: int = 7) -> None:
        super().__init__(seed, QUIET)


def opening(reglamento: str = "argentina") -> Iterator[Json]:
    """The table opened and its first four seats taken."""
    yield {"command": "open_table", **SETTINGS, "reglamento": reglamento}
    for seat, player in enumerate(CAST, 1):
        yield {"command": "join", "player": player}
        yield {"command": "sit", "player": player, "seat": seat}
    yield {"command": "join", "player": "leo"}


def open_table(slug: str, name: str) -> None:
    """A new table, opened and seated by the jefe."""
    create_table(slug, name)
    for command in opening():
        assert execute(slug, command, JEFE).ok


def client_of(role: str, language: str = "en") -> Client:
    """The browser of somebody with this role, who is logged in."""
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role, language=language))
    return client


def game(slug: str, commands: int, croupier: Robot | None = None) -> list[Json]:
    """Play that many accepted commands at an open table; returns them."""
    croupier, client, played = croupier or Croupier(), LocalClient(slug, JEFE), []
    for _ in range(commands):
        command = croupier.next(client.snapshot())
        assert command, "there was nothing to do"
        answer = client.send(command)
        assert answer["ok"], (command, answer["error"])
        played.append(command)
    return played


def let_legs_be() -> None:
    """From here on the database lets a transfer's legs come to anything, until the test is over."""
    _change_triggers(triggers.lift)


def guard_legs() -> None:
    """From here on it does so no longer."""
    _change_triggers(triggers.guard)


def _change_triggers(change: Callable[[Any, Any], None]) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        change(
            None, SimpleNamespace(connection=connection, execute=lambda text, params: cursor.execute(text))
        )

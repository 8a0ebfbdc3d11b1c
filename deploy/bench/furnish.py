"""What the houses of a run are furnished with: tables in the middle of an evening, staff with sessions, tokens."""

import pickle
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import transaction

from casino.accounts import displays
from casino.accounts.models import Token, User
from casino.accounts.permissions import Role
from deploy.bench.evening import Step
from tables.robot.session import Session

CSRF = "c" * 32
Json = dict[str, Any]
CROUPIER, JEFE = "carla", "julio"
APART = 5  # commands by which each table is ahead of the one before it
STAGGERED = 12  # tables, after which the next is as far as the first


def slug_of(number: int) -> str:
    """The slug of a run's table."""
    return f"mesa-{number}"


def begun(steps: Sequence[Step], number: int) -> int:
    """How many commands of the evening the table has behind it when the run begins: bets lie on every table."""
    first_bets = next(place for place, step in enumerate(steps) if step.command["command"] == "place_bet")
    return first_bets + APART * (number % STAGGERED)


def product(tables: int, evening: bytes) -> Iterator[Json]:
    """Furnish a house of the product; gives the secrets that open its doors."""
    from tables import notify
    from tables.engine.actor import Actor
    from tables.service import create_table, execute

    steps: list[Step] = pickle.loads(evening)  # noqa: S301  # our own
    jefe = Actor(JEFE, Role.JEFE)
    with notify.silence(), transaction.atomic():
        for number in range(tables):
            create_table(slug_of(number), slug_of(number))
            for step in islice(steps, begun(steps, number)):
                execute(slug_of(number), step.command, jefe)
    yield _doors(tables)


def plain(tables: int, evening: bytes) -> Iterator[Json]:
    """Furnish a house of the peer."""
    from deploy.bench.orm_writer import create_table

    steps: list[Step] = pickle.loads(evening)  # noqa: S301  # our own
    with transaction.atomic():
        for number in range(tables):
            create_table(slug_of(number), steps)
    yield _doors(tables)


def _doors(tables: int) -> Json:
    jefes = [f"{JEFE}-{number}" for number in range(tables)]
    for name in (CROUPIER, JEFE, *jefes):
        User.objects.create_user(name, role=Role.CROUPIER if name == CROUPIER else Role.JEFE, password=None)
    devices, glasses = (
        [Token.objects.issue("bench", kind, slug_of(number)) for number in range(tables)]
        for kind in (Role.DEVICE, Role.DISPLAY)
    )
    walls = [displays.sealed(token) for token in map(Token.objects.find, glasses) if token]
    sessions = {name: Session(name).cookies(CSRF) for name in (CROUPIER, JEFE)}
    return {
        "devices": devices,
        "walls": walls,
        "jefes": [Session(name).cookies(CSRF) for name in jefes],
        **sessions,
    }

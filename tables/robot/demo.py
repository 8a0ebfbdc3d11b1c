"""The demo casino: four tables, one with a reglamento of the house's own; a login for each role, a wall for each
table."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from django.db import transaction

from casino.common.json_input import Json
from casino.people.login.passphrases import new_passphrase
from casino.people.models import Token, User
from casino.people.permissions import Role
from tables.door.service import create_table
from tables.models import Table
from tables.record.reglamentos import catalogue
from tables.robot.cage import fund_cage, open_day
from tables.robot.client import RobotsClient
from tables.robot.context import PLAYERS
from tables.robot.credentials import (
    ROBOT,
    ROBOT_ROLE,
    STAFF,
    Credentials,
    load_credentials,
    save_credentials,
)
from tables.view.labels.tours import TOURS

WALLS = "demo"  # the name of the walls' tokens: a database that has one is the demo's


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table of the demo. `seats`: which are taken from the start; `remark`: what a visitor may do with it."""

    slug: str
    name: str
    remark: str
    reglamento: str
    minimum: int
    maximum: int
    seats: tuple[int, ...]


TABLES = (
    DemoTable("mesa-1", "Mesa 1", "the robot plays it", "argentina", 100, 10_000, (1, 2, 4, 5, 7, 9)),
    DemoTable(
        "mesa-2", "Mesa 2", "yours: it waits for the shuffle", "argentina", 100, 10_000, (1, 2, 4, 6, 8)
    ),
    DemoTable("mesa-3", "Mesa 3", "yours: another reglamento", "spain", 50, 5_000, (1, 3, 6, 10)),
    DemoTable("mesa-4", "Mesa 4", "yours: pairs and the dragon", "punto-2000", 50, 5_000, (2, 5, 7, 9)),
)
OWN_REGLAMENTO = Path(__file__).with_name("punto-2000.toml")
ROBOT_TABLE = TABLES[0].slug
CHIP = 10


class NotTheDemo(Exception):
    """This database has tables or logins that the demo did not create."""


def is_built() -> bool:
    """Whether the demo was built in this database."""
    return Token.objects.filter(name=WALLS).exists()


def build() -> Credentials:
    """Create whatever is missing of the demo. Raises NotTheDemo."""
    if not is_built() and (Table.objects.exists() or _has_such_logins()):
        raise NotTheDemo("this house has tables or logins of its own; the demo would be mixed with them")
    credentials = load_credentials() or Credentials(new_passphrase())
    with transaction.atomic():
        _create_staff(credentials.passphrase)
        create_robot()
        fund_cage()
        catalogue.add(OWN_REGLAMENTO.read_text())
        for table in TABLES:
            _open(table)
            open_day(table.slug)
        credentials.walls = {
            table.slug: _wall(table.slug, credentials.walls.get(table.slug)) for table in TABLES
        }
        save_credentials(credentials)  # before the commit: the secrets of new tokens are stored nowhere else
    return credentials


def _has_such_logins() -> bool:
    return User.objects.filter(username__in=(*STAFF, ROBOT)).exists()


def _create_staff(passphrase: str) -> None:
    for username, role in STAFF.items():
        user, _ = User.objects.get_or_create(
            username=username,
            # They have worked here before: a tour begins when it is asked for.
            defaults={"role": role, "first_name": username.title(), "toured": " ".join(TOURS)},
        )
        if not user.check_password(passphrase):
            user.set_password(passphrase)
            user.save(update_fields=["password"])


def create_robot() -> None:
    """The robot's own login, a croupier of its table, if there is none yet. It has no passphrase."""
    if not User.objects.filter(username=ROBOT).exists():
        robot = User(username=ROBOT, role=ROBOT_ROLE, first_name="Robot", serves=ROBOT_TABLE)
        robot.set_unusable_password()
        robot.save()


def _open(table: DemoTable) -> None:
    if Table.objects.filter(slug=table.slug).exists():
        return
    create_table(table.slug, table.name)
    client = RobotsClient(table.slug)
    for command in _opening(table):
        answer = client.send(command)
        if not answer["ok"]:
            raise RuntimeError(f"{table.slug}: {command}: {answer['error']}")


def _opening(table: DemoTable) -> Iterator[Json]:
    limits = {"minimum": table.minimum, "maximum": table.maximum, "chip": CHIP}
    yield {"command": "open_table", "reglamento": table.reglamento, **limits}
    for seat, player in zip(table.seats, PLAYERS, strict=False):
        yield {"command": "join", "player": player, "name": PLAYERS[player]}
        yield {"command": "sit", "player": player, "seat": seat}
    watcher = next(islice(PLAYERS, len(table.seats), None))
    yield {"command": "join", "player": watcher, "name": PLAYERS[watcher]}


def _wall(slug: str, secret: str | None) -> str:
    """The secret of the table's wall: `secret` if its token still holds, otherwise that of a new token."""
    if secret and Token.objects.find(secret):
        return secret
    for old in Token.objects.filter(name=WALLS, table=slug, revoked=None):
        old.revoke()
    return Token.objects.issue(WALLS, Role.DISPLAY, slug)

"""The demo casino: three tables, one login for each role, a wall for each table."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.db import transaction

from casino.accounts.models import Token, User
from casino.accounts.permissions import Role
from tables.engine.actor import Actor
from tables.models import Table
from tables.robot.door import OwnDoor
from tables.robot.float import fund_cage, open_day
from tables.robot.habits import CAST
from tables.robot.kept import JEFE, STAFF, Kept, keep, kept, new_passphrase
from tables.robot.moment import Json
from tables.service import create_table

MARK = "demo"  # the name of the walls' tokens: by it the demo knows its own house again


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
)
ROBOTS = TABLES[0].slug
CHIP = 10


class NotOurs(Exception):
    """This house has tables or logins that the demo did not make."""


def is_ours() -> bool:
    """Whether the demo was built in this database."""
    return Token.objects.filter(name=MARK).exists()


def build() -> Kept:
    """Build what is missing of the demo, and nothing else. Raises NotOurs."""
    if not is_ours() and (Table.objects.exists() or User.objects.filter(username__in=STAFF).exists()):
        raise NotOurs("this house has tables or logins of its own; the demo would be mixed with them")
    what = kept() or Kept(new_passphrase())
    with transaction.atomic():
        _admit_staff(what.passphrase)
        fund_cage()
        for table in TABLES:
            _open(table)
            open_day(table.slug)
        what.walls = {table.slug: _wall(table.slug, what.walls.get(table.slug)) for table in TABLES}
        keep(what)  # before the commit: a token whose secret nobody keeps would be lost
    return what


def _admit_staff(passphrase: str) -> None:
    for username, role in STAFF.items():
        user, _ = User.objects.get_or_create(
            username=username, defaults={"role": role, "first_name": username.title()}
        )
        if not user.check_password(passphrase):
            user.set_password(passphrase)
            user.save(update_fields=["password"])


def _open(table: DemoTable) -> None:
    if Table.objects.filter(slug=table.slug).exists():
        return
    create_table(table.slug, table.name)
    door = OwnDoor(table.slug, Actor(JEFE, Role.JEFE))
    for command in _opening(table):
        answer = door.give(command)
        if not answer["ok"]:
            raise RuntimeError(f"{table.slug}: {command}: {answer['error']}")


def _opening(table: DemoTable) -> Iterator[Json]:
    limits = {"minimum": table.minimum, "maximum": table.maximum, "chip": CHIP}
    yield {"command": "open_table", "reglamento": table.reglamento, **limits}
    for seat, player in zip(table.seats, CAST, strict=False):
        yield {"command": "join", "player": player, "name": CAST[player]}
        yield {"command": "sit", "player": player, "seat": seat}
    watcher = next(islice(CAST, len(table.seats), None))
    yield {"command": "join", "player": watcher, "name": CAST[watcher]}


def _wall(slug: str, secret: str | None) -> str:
    """The secret of the table's wall: the kept one if its token is still good, otherwise that of a new one."""
    if secret and Token.objects.find(secret):
        return secret
    for lost in Token.objects.filter(name=MARK, table=slug, revoked=None):
        lost.revoke()
    return Token.objects.issue(MARK, Role.DISPLAY, slug)

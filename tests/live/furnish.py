"""What a house is furnished with: tables that are open, their day begun, and logins with sessions."""

import json
from typing import Any

from django.conf import settings

from casino.people.models import Token, User
from casino.people.permissions import Role
from casino.people.sessions.displays import sealed
from ledger.cage.slips import SlipRequest
from tables.door import slips
from tables.door.service import create_table, execute
from tables.robot.cage import fund_cage, open_day, sign, staff_member
from tables.robot.client import Session
from tables.robot.credentials import JEFE, STAFF
from tables.rules.roles import Actor
from tests.live.wire import CSRF

REGLAMENTOS = ("argentina", "slovenia", "monte-carlo", "spain", "chemin-de-fer")
CHIPS = 1_000_000  # that the cage gets for each table
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 10}
ROLES = (Role.JEFE, Role.CROUPIER, Role.CAMBISTA)


def furnish(tables: int, passphrase: str) -> None:
    """Print the doors' secrets as JSON: the name of the cookie that belongs to a form and, for each table, its opening,
    its sessions by role, its wall's cookie. `passphrase`: of the staff."""
    for name, role in STAFF.items():
        User.objects.create_user(name, role=role, password=passphrase)
    fund_cage()
    made = [_table(number) for number in range(1, tables + 1)]
    print(json.dumps({"csrf": settings.CSRF_COOKIE_NAME, "tables": made}))


def _table(number: int) -> dict[str, Any]:
    slug = f"mesa-{number}"
    create_table(slug, f"Mesa {number}")
    opening = {"command": "open_table", "reglamento": REGLAMENTOS[number % len(REGLAMENTOS)], **LIMITS}
    answer = execute(slug, opening, Actor(JEFE, Role.JEFE))
    if not answer.ok:
        raise RuntimeError(f"{slug}: {answer.error}")
    more = slips.request_slip(None, SlipRequest("cage_chips_in", CHIPS), staff_member(Role.JEFE))
    sign(more, ("signed", Role.CAMBISTA))
    open_day(slug)
    wall = Token.objects.find(Token.objects.issue("wall", Role.DISPLAY, slug))
    if wall is None:
        raise RuntimeError(f"{slug}: its wall's token does not hold")
    found = {"slug": slug, "opening": opening, "answer": answer.as_dict(), "wall": sealed(wall)}
    for role in ROLES:
        name = f"{role}-{number}"
        User.objects.create_user(name, role=role, password=None)
        found[role] = Session(name).cookies(CSRF)
    return found

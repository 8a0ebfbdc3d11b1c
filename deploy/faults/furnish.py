"""What a house is furnished with, inside the product: tables that are open, their day begun, and logins with sessions."""

import json
from typing import Any

from casino.accounts.displays import sealed
from casino.accounts.models import Token, User
from casino.accounts.permissions import Role
from deploy.faults.clients import CSRF
from ledger.cage.requests import SlipRequest
from tables import slip_service
from tables.engine.actor import Actor
from tables.robot.cage import fund_cage, open_day, sign, staff_member
from tables.robot.credentials import JEFE, STAFF
from tables.robot.session import Session
from tables.service import create_table, execute

REGLAMENTOS = ("argentina", "slovenia", "monte-carlo", "spain", "chemin-de-fer")
CHIPS = 1_000_000  # that the cage gets for each table
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 10}


def slug_of(number: int) -> str:
    """The slug of a table."""
    return f"mesa-{number}"


def furnish(tables: int) -> None:
    """Print the doors' secrets as JSON: for each table its opening, its sessions by role, its wall's cookie."""
    for name, role in STAFF.items():
        User.objects.create_user(name, role=role, password=None)
    fund_cage()
    print(json.dumps([_table(number) for number in range(1, tables + 1)]))


def _table(number: int) -> dict[str, Any]:
    slug = slug_of(number)
    create_table(slug, f"Mesa {number}")
    opening = {"command": "open_table", "reglamento": REGLAMENTOS[number % len(REGLAMENTOS)], **LIMITS}
    answer = execute(slug, opening, Actor(JEFE, Role.JEFE))
    if not answer.ok:
        raise RuntimeError(f"{slug}: {answer.error}")
    more = slip_service.request_slip(None, SlipRequest("cage_chips_in", CHIPS), staff_member(Role.JEFE))
    sign(more, ("signed", Role.CAMBISTA))
    open_day(slug)
    found = {"slug": slug, "opening": opening, "answer": answer.as_dict()}
    wall = Token.objects.find(Token.objects.issue("wall", Role.DISPLAY, slug))
    if wall is None:
        raise RuntimeError(f"{slug}: its wall's token does not hold")
    found["wall"] = sealed(wall)
    for role in (Role.JEFE, Role.CROUPIER, Role.CAMBISTA):
        name = f"{role}-{number}"
        User.objects.create_user(name, role=role, password=None)
        found[role] = Session(name).cookies(CSRF)
    return found

"""`manage.py permissions > docs/permissions.md`: print the permission table as a page."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.management.base import BaseCommand

from casino.people.permissions import (
    API,
    PAGES,
    REPORTS,
    SLIPS,
    SOCKETS,
    WATCHED,
    Grave,
    Right,
    Role,
    SlipRights,
)
from tables.rules.roles import COMMANDS, REQUESTS, Roles
from tables.view.snapshot_schema import FIELDS, OTHER_FIELDS

HEAD = """\
# Who may see and do what

This page is printed from `casino/people/permissions.py` by `manage.py permissions > docs/permissions.md`; a test
fails when it is out of date.
"""
HEAD_OF_GRAVE = """\
Before these a person shows again who he is, unless he did so within a quarter of an hour or SECOND_FACTOR is off:
"""
HEAD_OF_WATCHED = """\
Where a tablet is locked because nobody touched it, these stay readable and live, and only what is done on them asks for
the PIN:
"""
YES, NO = "✓", ""

Row = tuple[str, *tuple[str, ...]]  # what is protected, then a cell for each role


class Command(BaseCommand):
    """Print the permission table."""

    help = "Prints who may see and do what, as a page of the documentation."

    def handle(self, **options: Any) -> None:
        self.stdout.write(page(), ending="")


def page() -> str:
    """The whole page."""
    sections = (
        _section("Pages", _rows(PAGES)),
        _watched(),
        _section("Reports", _rows(REPORTS)),
        _section("Commands", _rows(COMMANDS)),
        _section("Conditions", _rows({right.words: right.roles for right in Right})),
        _grave(),
        _section("Slips of the counter", _slip_rows()),
        _section("Requests for a signature", _request_rows()),
        _section("Fields of the snapshot", _rows({**FIELDS, "*every other*": OTHER_FIELDS})),
        _section("Sockets", _rows(SOCKETS)),
        _section("Addresses of the API", _rows(API)),
    )
    return "\n".join((HEAD, *sections))


def _section(title: str, rows: Iterable[Row]) -> str:
    lines = (("", *Role), ("---", *(":-:" for _ in Role)), *rows)
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"## {title}\n{table}\n"


def _watched() -> str:
    """The screens that the lock of an untouched tablet leaves readable."""
    lines = "\n".join(f"- {name}" for name in sorted(WATCHED))
    return f"## Watched screens\n{HEAD_OF_WATCHED}\n{lines}\n"


def _grave() -> str:
    """The acts before which a person shows again who he is."""
    lines = "\n".join(f"- {act.words}" for act in Grave)
    return f"## Grave acts\n{HEAD_OF_GRAVE}\n{lines}\n"


def _rows(table: Mapping[str, Roles]) -> Iterator[Row]:
    return ((name, *(YES if role in roles else NO for role in Role)) for name, roles in table.items())


def _slip_rows() -> Iterator[Row]:
    for kind, rights in SLIPS.items():
        yield (f"{kind}: requested", *(YES if role in rights.requested_by else NO for role in Role))
        for step in rights.steps:
            yield (f"{kind}: {step}", *(_signs(role, rights, step) for role in Role))


def _request_rows() -> Iterator[Row]:
    for act, (asked_by, signed_by) in REQUESTS.items():
        yield (f"{act}: asked", *(YES if role in asked_by else NO for role in Role))
        yield (f"{act}: signed", *(YES if role in signed_by else NO for role in Role))


def _signs(role: Role, rights: SlipRights, step: str) -> str:
    """✓ if `role` may take the step, otherwise for which requesters' slips it may."""
    signed_for = [who for who in Role if who in rights.requested_by and role in rights.steps[step][who]]
    if len(signed_for) == len(rights.requested_by):
        return YES
    return ", ".join(f"after {who}" for who in signed_for)

"""The permission table as a page of the documentation, in Markdown."""

from collections.abc import Iterable, Iterator, Mapping

from casino.accounts.permissions import (
    API,
    COMMANDS,
    FIELDS,
    OTHER_FIELDS,
    PAGES,
    REPORTS,
    SLIPS,
    SOCKETS,
    Right,
    Role,
    Roles,
    SlipRights,
)

HEAD = """\
# Who may see and do what

This page is printed from `casino/accounts/permissions.py` by `manage.py permissions > docs/permissions.md`; a test
fails when it is out of date.
"""
YES, NO = "✓", ""

Row = tuple[str, *tuple[str, ...]]  # what is protected, then a cell for each role


def page() -> str:
    """The whole page."""
    sections = (
        _section("Pages", _rows(PAGES)),
        _section("Reports", _rows(REPORTS)),
        _section("Commands", _rows(COMMANDS)),
        _section("Conditions", _rows({right.words: right.roles for right in Right})),
        _section("Slips of the counter", _slip_rows()),
        _section("Fields of the snapshot", _rows({**FIELDS, "*every other*": OTHER_FIELDS})),
        _section("Sockets", _rows(SOCKETS)),
        _section("Addresses of the API", _rows(API)),
    )
    return "\n".join((HEAD, *sections))


def _section(title: str, rows: Iterable[Row]) -> str:
    lines = (("", *Role), ("---", *(":-:" for _ in Role)), *rows)
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"## {title}\n{table}\n"


def _rows(table: Mapping[str, Roles]) -> Iterator[Row]:
    return ((name, *(YES if role in roles else NO for role in Role)) for name, roles in table.items())


def _slip_rows() -> Iterator[Row]:
    for kind, rights in SLIPS.items():
        yield (f"{kind}: asked for", *(YES if role in rights.asked_by else NO for role in Role))
        for step in rights.steps:
            yield (f"{kind}: {step}", *(_signs(role, rights, step) for role in Role))


def _signs(role: Role, rights: SlipRights, step: str) -> str:
    """✓, or by whom the slip must have been asked for so that `role` may take its step."""
    askers = [asker for asker in Role if asker in rights.asked_by and role in rights.steps[step][asker]]
    return YES if len(askers) == len(rights.asked_by) else ", ".join(f"after {asker}" for asker in askers)

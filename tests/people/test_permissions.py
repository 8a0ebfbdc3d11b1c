"""The permission table: complete, pure, printed, and the only place that names a role."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from casino.people.labels import ROLES
from casino.people.permissions import (
    API,
    GRAVE_STEPS,
    PAGES,
    POSTS,
    REPORTS,
    SCREENS,
    SLIPS,
    SOCKETS,
    Right,
    Role,
    may,
    may_read,
    may_take_step,
)
from ledger.cage.slips import KINDS
from tables.engine.chapters import COMMANDS as KNOWN_COMMANDS
from tables.rules.roles import COMMANDS, REQUESTS, may_ask_for, may_command
from tables.screens.catalogue import SCREENS as KNOWN_SCREENS
from tables.view.snapshot_schema import FIELDS, sees, visible

HOUSE = Path(settings.BASE_DIR)
PURE = "import sys, casino.people.permissions; sys.exit('django' in sys.modules)"


def test_the_table_needs_no_framework() -> None:
    assert subprocess.run([sys.executable, "-c", PURE], cwd=HOUSE, check=False).returncode == 0


def test_every_command_screen_and_slip_has_its_row() -> None:
    assert COMMANDS.keys() == KNOWN_COMMANDS.keys()
    assert SCREENS.keys() == KNOWN_SCREENS.keys()
    assert SLIPS.keys() == KINDS.keys()


def test_every_role_has_its_name_for_people() -> None:
    assert list(ROLES) == list(Role)


def test_the_printed_page_is_as_the_table() -> None:
    printed = StringIO()
    call_command("permissions", stdout=printed)
    assert (HOUSE / "docs" / "permissions.md").read_text() == printed.getvalue(), "run: make printed"


@pytest.mark.parametrize("kind", SLIPS)
def test_whoever_may_request_a_slip_finds_somebody_for_each_step(kind: str) -> None:
    for requester in SLIPS[kind].requested_by:
        for step in SLIPS[kind].steps:
            assert any(may_take_step(role, kind, step, requester) for role in Role)


class TestSnapshot:
    WHOLE: dict[str, Any] = {
        "version": 7,
        "names": {"ana": "Ana"},
        "shoe": {"number": 2, "holder": "ana"},
        "bank": None,
        "invented": 1,
    }

    def test_a_display_sees_what_is_public(self) -> None:
        assert visible(Role.DISPLAY, self.WHOLE) == {"version": 7, "shoe": {"number": 2}, "bank": None}

    def test_everybody_else_at_a_table_sees_all(self) -> None:
        for role in set(Role) - {Role.DISPLAY, Role.ADMINISTRATOR, Role.FIGURES}:
            assert visible(role, self.WHOLE) == self.WHOLE

    @pytest.mark.parametrize("role", [Role.ADMINISTRATOR, Role.FIGURES, ""])
    def test_an_administrator_sees_as_little_of_a_game_as_a_stranger(self, role: str) -> None:
        assert not any(sees(role, field) for field in (*FIELDS, "names"))


def test_an_administrator_touches_no_game_and_no_money() -> None:
    of_acts = {
        right: right.roles for right in Right if right is not Right.GIVE_SECOND_FACTOR
    }  # that is a duty
    reports = {name: roles for name, roles in REPORTS.items() if name != "report-duty"}  # it is about people
    touched = [COMMANDS, SOCKETS, reports, of_acts]
    touched += [{kind: rights.requested_by for kind, rights in SLIPS.items()}]
    touched += [{act: asks | signs for act, (asks, signs) in REQUESTS.items()}]
    for table in touched:
        assert [name for name, roles in table.items() if Role.ADMINISTRATOR in roles] == []
    for kind, rights in SLIPS.items():
        for step in rights.steps:
            assert not any(may_take_step(Role.ADMINISTRATOR, kind, step, one) for one in Role)
    assert {name for name, roles in API.items() if Role.ADMINISTRATOR in roles} == {
        "tables",
        "reglamento",
        "article",
    }


# What an inspector may do beyond reading: his signatures, the disputes that he marks, and who is on duty.
INSPECTORS_ACTS = {
    "commands",
    "slips",
    "cage-slips",
    "duty",
    "duty-steps",
    "disputes",
    "requests",
    "request-steps",
}


def test_a_director_reads_all_that_an_inspector_reads_and_touches_nothing() -> None:
    for table in (PAGES, REPORTS, SOCKETS):
        assert [
            name for name, roles in table.items() if Role.INSPECTOR in roles and Role.DIRECTOR not in roles
        ] == []
    assert all(sees(Role.DIRECTOR, field) for field in (*FIELDS, "names") if sees(Role.INSPECTOR, field))
    addresses = {name for name, roles in API.items() if Role.DIRECTOR in roles}
    assert addresses == {name for name, roles in API.items() if Role.INSPECTOR in roles} - INSPECTORS_ACTS
    reading = {
        Right.KNOWN_BY_PLACE,
        Right.GIVE_SECOND_FACTOR,
        Right.SEE_FACE_DOWN,
        Right.SEE_EXPECTED_TRAY,
        Right.READ_SLIPS_OF_CAGE,
    }
    assert {right for right in Right if may(Role.DIRECTOR, right)} == reading
    assert not any(may_command(Role.DIRECTOR, name) for name in COMMANDS)
    assert not any(Role.DIRECTOR in asks | signs for asks, signs in REQUESTS.values())
    assert not any(Role.DIRECTOR in roles for roles in POSTS.values())
    for kind, rights in SLIPS.items():
        assert Role.DIRECTOR not in rights.requested_by
        assert not any(may_take_step(Role.DIRECTOR, kind, step, one) for step in rights.steps for one in Role)


# Where a role's name may stand as a text of its own, with the reason.
ALLOWED: dict[str, set[str]] = {
    # The enum itself, and what a person on duty is called
    "casino/people/permissions.py": {
        *("croupier", "jefe", "cambista", "director", "administrator", "display"),
        "figures",  # also an address of the API
    },
    "tables/reports/figures/views.py": {"figures"},  # the schema of the views
    "tables/api/figures.py": {"figures"},  # a field, and the addresses
    "tables/rules/roles.py": {"croupier", "jefe", "inspector", "device"},  # whom the game knows
    "tables/rules/reglamento.py": {"croupier"},  # who holds the sabot, or cuts
    "tables/rules/reglamentos/": {"croupier", "jefe", "cambista"},  # also who is needed at the table
    "casino/common/refusals/catalogue.py": {"croupier"},  # the same id, where a refusal says who is asked
    "tables/engine/state.py": {"croupier"},  # the reserved id of whoever is asked to cut
    "templates/fragments/console/answers.html": {"croupier"},
    "templates/fragments/console/walk.html": {"croupier"},
    "tables/screens/console/screen.py": {"croupier"},  # the part of the console before the croupier
    "templates/console/page.html": {"croupier"},
    "shift_proof/languages/es.py": {
        "jefe",
        "inspector",
        "cambista",
    },  # what the roles are called in that language
    "shift_proof/languages/fr.py": {"croupier"},
    "casino/site/well_known.py": {"display"},  # how an app is shown
}
QUOTED = re.compile(rf"""(['"])({"|".join(Role)})\1""")


def files(*patterns: str) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if (HOUSE / name).exists()]


def role_names_in(name: str, text: str) -> Iterator[str]:
    """The roles that a file names as a text of their own."""
    if name.endswith(".py"):
        constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
        yield from (value for value in constants if isinstance(value, str) and value in set(Role))
    else:
        yield from (role for _, role in QUOTED.findall(text))


def is_allowed(name: str, role: str) -> bool:
    return any(name.startswith(place) and role in roles for place, roles in ALLOWED.items())


def test_no_role_is_named_beside_the_table() -> None:
    tended = files(
        "*.py", "templates/*.html", "static/*.js", ":!tests", ":!*/migrations/*", ":!static/vendor"
    )
    assert len(tended) > 250
    found = {(name, role) for name in tended for role in role_names_in(name, (HOUSE / name).read_text())}
    assert {one for one in found if not is_allowed(*one)} == set()
    unneeded = [place for place in ALLOWED if not any(name.startswith(place) for name, _ in found)]
    assert unneeded == []


def compared_roles_in(text: str) -> Iterator[str]:
    """The members of Role that a module compares something with, instead of asking for a right."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare):
            sides = (part for side in (node.left, *node.comparators) for part in ast.walk(side))
            yield from (
                part.attr for part in sides if isinstance(part, ast.Attribute) and _is_role(part.value)
            )


def _is_role(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "Role"


def test_no_role_is_compared_beside_the_table() -> None:
    found = {name: list(compared_roles_in((HOUSE / name).read_text())) for name in files("*.py", ":!tests")}
    assert {name: roles for name, roles in found.items() if roles} == {}


def test_an_inspector_reads_every_report_and_a_display_none() -> None:
    assert all(may_read("inspector", report) for report in REPORTS)
    assert not any(may_read("display", report) for report in REPORTS)


def test_who_asks_for_a_signature_is_another_than_who_gives_it() -> None:
    assert may_ask_for("croupier", "void_pass") and not may_ask_for("jefe", "void_pass")
    assert not may_ask_for("jefe", "no such act")


def test_a_grave_step_is_a_step_of_a_slip() -> None:
    assert GRAVE_STEPS == {"confirmed"} <= {step for kind in SLIPS.values() for step in kind.steps}


def test_what_somebody_signs_one_of_those_who_may_sign_it_may_give_himself() -> None:
    """So whether it could be signed is asked of the signers alone (`tables.engine.available`)."""
    for act, (_, signers) in REQUESTS.items():
        command = act if act in COMMANDS else "incident"
        assert signers & COMMANDS[command], act

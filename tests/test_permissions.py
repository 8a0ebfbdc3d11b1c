"""The permission table: complete, pure, and what everything asks."""

import subprocess
import sys
from typing import Any

from django.conf import settings

from casino.accounts.permissions import COMMANDS, FIELDS, Role, sees, visible
from tables.engine.commands import COMMANDS as KNOWN_COMMANDS

PURE = "import sys, casino.accounts.permissions; sys.exit('django' in sys.modules)"


def test_the_table_needs_no_framework() -> None:
    assert subprocess.run([sys.executable, "-c", PURE], cwd=settings.BASE_DIR, check=False).returncode == 0


def test_every_command_has_its_row() -> None:
    assert COMMANDS.keys() == KNOWN_COMMANDS.keys()


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

    def test_everybody_else_sees_all(self) -> None:
        for role in set(Role) - {Role.DISPLAY}:
            assert visible(role, self.WHOLE) == self.WHOLE

    def test_a_stranger_sees_nothing(self) -> None:
        assert not any(sees("", field) for field in (*FIELDS, "names"))

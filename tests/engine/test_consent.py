"""The second person of a command: when another's consent is waited for, and by whose authority a command stands."""

from datetime import UTC, datetime

import pytest

from tables.engine.actor import Signature
from tables.engine.incidents.consent import authority, consent_given, waits
from tables.engine.table.events import TableResumed

NOON = datetime(2026, 3, 6, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("command", "role", "waiting"),
    [
        ({"command": "burn_shoe", "consent": "inspector"}, "jefe", True),
        ({"command": "burn_shoe", "consent": "jefe"}, "croupier", True),
        ({"command": "burn_shoe", "consent": "jefe"}, "jefe", False),
        ({"command": "burn_shoe", "consent": "jefe"}, "device", False),
        ({"command": "burn_shoe"}, "jefe", True),
        ({"command": "void_pass", "consent": "jefe"}, "croupier", False),
        ({"consent": "jefe"}, "croupier", False),
        ([["command", "burn_shoe"]], "croupier", False),
        ("burn_shoe", "croupier", False),
    ],
)
def test_a_burned_shoe_waits_for_the_consent_of_another_who_is_named(
    command: object, role: str, waiting: bool
) -> None:
    assert waits(command, role) is waiting


def test_a_command_stands_by_the_authority_of_who_signed_it() -> None:
    given = consent_given(Signature("ines", "inspector", request=7, asked=3, asked_at=NOON.isoformat()))
    assert authority([TableResumed(), given], "croupier") == "inspector"
    assert authority([TableResumed()], "croupier") == "croupier"
    assert (given.request, given.signer, given.asked) == (7, "ines", 3)

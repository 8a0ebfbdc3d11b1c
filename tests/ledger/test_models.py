"""The models of the money: what their constraints say is what the database was told."""

import pytest
from django.core.management import call_command

from ledger.cage.models import Closing, Shift, Slip, Step, UndoBarrier


@pytest.mark.django_db
def test_the_migrations_make_what_the_models_say() -> None:
    call_command(
        "makemigrations", check=True, dry_run=True, verbosity=0
    )  # ends the process where they differ


def test_what_a_journal_tells_of_keeps_its_name() -> None:
    kinds = [model.journal_kind for model in (Slip, Step, Shift, Closing, UndoBarrier)]
    assert kinds == ["slip", "step", "shift", "closing", "undo_barrier"]

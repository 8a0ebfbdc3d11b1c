"""The models of the money: what their constraints say is what the database was told."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_the_migrations_make_what_the_models_say() -> None:
    call_command(
        "makemigrations", check=True, dry_run=True, verbosity=0
    )  # ends the process where they differ

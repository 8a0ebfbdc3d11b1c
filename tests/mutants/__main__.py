"""`python -m tests.mutants`, which `make mutants` calls."""

import os

# Imported here, once: every fork has them already. None of them imports what is mutated.
import channels.db
import coverage
import django.contrib.auth
import django.db.backends.sqlite3.base
import django.test
import hypothesis
import jsonschema
import pydantic
import pytest

WARM = (channels, coverage, django, hypothesis, jsonschema, pydantic, pytest)

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from casino.common.progress import carry_out
    from tests.mutants.run import main

    carry_out(main)

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
import PIL.Image
import prometheus_client.asgi
import psycopg
import pyasn1_modules.rfc5280
import pydantic
import pytest
import rich.console
import rich.pretty
import structlog
import twisted.logger
import webauthn

OF_TESTS = (coverage, hypothesis, jsonschema, pytest)
OF_THE_PRODUCT = (PIL, channels, django, prometheus_client, psycopg, pyasn1_modules, pydantic)
OTHERS = (rich, structlog, twisted, webauthn)

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from casino.common.progress import carry_out
    from tests.mutants.run import main

    carry_out(main)

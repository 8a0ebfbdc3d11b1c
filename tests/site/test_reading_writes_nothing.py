"""No page, paper or answer that is read by GET writes to the database, whoever reads it. Only a refusal is entered in
the list of sign-ins and refusals, after the answer is made."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from casino.people.models import AccessEvent, User
from tables.door import notify
from tables.models import Table
from tables.reports.renderers.response import FILES
from tests.pages.house import ADMINISTRATOR
from tests.pages.pages import NOBODY, PAGES
from tests.site.test_methods import PAGES as ADDRESSES

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
OF_THE_API = (
    *("/api/tables", "/api/tables/mesa-1", "/api/tables/mesa-1/duty", "/api/tables/mesa-1/requests"),
    *("/api/tables/mesa-1/money", "/api/cage", "/api/reglamentos/argentina/articles/30"),
)
SHIFT = "/inspector/shift?table=mesa-1&since=2020-01-01T00:00&until=2099-01-01T00:00"
PAPERS = ("/reports/", "/slips/")  # what is also answered as a file
EVERY = {*ADDRESSES, *OF_THE_API, SHIFT, *(path for paths in PAGES.values() for path in paths)}


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: Any) -> Iterator[None]:
    """The demo casino, rolled back afterwards."""
    folder = tmp_path_factory.mktemp("var")
    with (
        django_db_blocker.unblock(),
        override_settings(VAR_DIR=folder),
        notify.silence(),
        transaction.atomic(),
    ):
        call_command("demo", stdout=StringIO())
        User.objects.create_user(ADMINISTRATOR, role="administrator")
        yield
        transaction.set_rollback(True)


def forms(path: str) -> Iterator[str]:
    """The address, and where it can be had as a file those of its files."""
    yield path
    if path.startswith(PAPERS):
        yield from (f"{path}{'&' if '?' in path else '?'}as={kind}" for kind in FILES)


def read(client: Client, path: str) -> tuple[int, set[str]]:
    """How it is answered, and the tables of the database into which something is written meanwhile."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(path)
        if answer.streaming:
            b"".join(answer.streaming_content)
    statements = (query["sql"].split() for query in asked)
    return answer.status_code, {
        words[2 if words[0] != "UPDATE" else 1].strip('"') for words in statements if words[0] in WRITES
    }


@pytest.mark.django_db
@pytest.mark.parametrize("who", PAGES)
def test_no_get_writes(house: None, who: str) -> None:
    client = Client()
    if who != NOBODY:
        client.force_login(
            User.objects.get(username=who), "casino.people.login.passphrases.PassphraseBackend"
        )
    answered = {form: read(client, form) for path in sorted(EVERY) for form in forms(path)}
    allowed = {AccessEvent._meta.db_table}
    wrong = {
        path: said for path, said in answered.items() if said[1] - (allowed if said[0] >= 400 else set())
    }
    assert wrong == {}
    assert max(status for status, _tables in answered.values()) < 500
    assert Table.objects.count() and [status for status, _tables in answered.values()].count(200) > 2

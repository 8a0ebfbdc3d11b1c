"""The tests run in databases of their own, however slow the server is, and never in the one that the settings name."""

from copy import copy

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.utils import OperationalError

from casino import environment
from casino.house import values
from deploy.ports import free_port

pytestmark = pytest.mark.django_db


def test_the_tests_are_in_a_database_of_their_own() -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT file FROM pragma_database_list WHERE name = 'main'")
            assert cursor.fetchone() == ("",)  # in memory
        else:
            cursor.execute("SELECT current_database()")
            assert cursor.fetchone() == (settings.DATABASES["default"]["NAME"],)
            assert settings.DATABASES["default"]["NAME"].startswith("test_")


def test_who_cannot_reach_the_server_is_told_so_and_no_other_database_is_taken() -> None:
    address = f"postgres://postgres@127.0.0.1:{free_port()}/house"
    nowhere = {**connection.settings_dict, **environment.database(address, settings.VAR_DIR)}
    with pytest.raises(OperationalError), DatabaseWrapper(nowhere, "nowhere")._nodb_cursor():
        raise AssertionError("nobody answers at this port")
    assert "nowhere" not in DatabaseWrapper._connection_pools  # type: ignore[attr-defined]


def test_the_connection_that_makes_databases_takes_no_settings_of_a_house(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It opened the pool of the house's database, before there was one of the tests or after that was closed."""
    taken: list[str] = []
    monkeypatch.setattr(values, "_taken", False)
    monkeypatch.setattr(values, "take", lambda: taken.append("taken"))
    beside = copy(connections[DEFAULT_DB_ALIAS])
    beside.alias = NO_DB_ALIAS
    values.take_once(beside)
    assert not taken
    values.take_once(connections[DEFAULT_DB_ALIAS])
    assert taken == ["taken"]

"""How long anybody waits for a lock, and keeps one: everybody but who migrates, audits or copies a house."""

import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from casino.common import environment
from casino.common.refusals import Refusal
from casino.common.sql import limits
from tables.door import row_lock

WAIT = 30.0  # seconds: far more than anything here takes
LONG = [
    ("migrate",),
    ("flush", "--no-input"),
    ("audit",),
    ("replay", "mesa"),
    ("export_shift", "mesa", "--from", "2026-01-01", "--to", "2026-01-02"),
]


class Lifted(Exception):
    """The limits were lifted first."""


@pytest.mark.parametrize("command", LONG, ids=lambda command: command[0])
def test_what_takes_long_lifts_them_before_it_asks_anything(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def lift() -> None:
        raise Lifted

    monkeypatch.setattr(limits, "lift", lift)
    with pytest.raises(Lifted):
        call_command(*command)


def test_every_connection_has_them_and_a_house_may_say_others(tmp_path: Path) -> None:
    options = environment.database("postgres://db/house", tmp_path)["OPTIONS"]["options"]
    assert "lock_timeout=2500" in options and "idle_in_transaction_session_timeout=10000" in options
    said = environment.database("postgres://db/house?options=-c%20lock_timeout%3D9", tmp_path)
    assert said["OPTIONS"]["options"] == "-c lock_timeout=9"


def shown(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SHOW {name}")
        return str(cursor.fetchone()[0])


if connection.vendor == "postgresql":

    @pytest.mark.django_db(transaction=True)
    def test_the_database_holds_them_until_they_are_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
        names = ("lock_timeout", "idle_in_transaction_session_timeout", "statement_timeout")
        found = {}
        for what in ("usual", "serve", "lift"):
            monkeypatch.setitem(connection.settings_dict, "OPTIONS", {**connection.settings_dict["OPTIONS"]})
            connection.settings_dict["OPTIONS"]["options"] = environment.LIMITS
            if what != "usual":
                getattr(limits, what)()
            connection.close()
            connection.close_pool()
            found[what] = [shown(name) for name in names]
        connection.close()
        connection.close_pool()
        assert found == {
            "usual": ["2500ms", "10s", "0"],
            "serve": ["2500ms", "10s", "1min"],
            "lift": ["0", "0", "0"],
        }


# Who waits for one table


def entering(slug: str) -> "tuple[threading.Thread, list[Any]]":
    found: list[Any] = []

    def enter() -> None:
        try:
            row_lock._enter(slug)
            found.append("in")
        except Refusal as refusal:
            found.append(refusal.code)

    thread = threading.Thread(target=enter)
    thread.start()
    return thread, found


@pytest.fixture(autouse=True)
def nobody_is_left() -> Any:
    yield
    assert not row_lock._queues


def test_two_wait_for_a_table_and_a_third_is_refused_if_nothing_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(row_lock, "STUCK", 0.01)
    row_lock._enter("mesa")
    row_lock._enter("mesa")
    thread, found = entering("mesa")
    thread.join(WAIT)
    assert found == ["too_busy"]
    row_lock._enter("otra")  # another table is nobody's concern
    for slug in ("mesa", "mesa", "otra"):
        row_lock._leave(slug, is_moving=False)


def test_a_third_comes_in_when_one_of_them_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_lock, "STUCK", WAIT)
    row_lock._enter("mesa")
    row_lock._enter("mesa")
    thread, found = entering("mesa")
    row_lock._leave("mesa", is_moving=True)
    thread.join(WAIT)
    assert found == ["in"]
    for _ in range(2):
        row_lock._leave("mesa", is_moving=True)

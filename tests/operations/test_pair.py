"""What a house on two machines says of itself: whether there is a second copy, the witness, the clocks, the keys."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import override_settings

from casino.common import environment, pair
from casino.operations.doctor import pair as checks
from casino.operations.doctor.finding import FAULT, OK
from tables.live import queries
from tables.view.alerts.standing import alarms

MACHINES = {"a": "127.0.0.1", "b": "127.0.0.2", "w": "127.0.0.3"}


@pytest.mark.parametrize(
    "said",
    ["a=10.0.0.1,b=10.0.0.2", "a=10.0.0.1,b=10.0.0.2,w=10.0.0.2", "a=10.0.0.1,b=10.0.0.2,w=there", "a,b,w"],
)
def test_two_machines_and_a_witness_have_an_address_each(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIR", said)
    with pytest.raises(ImproperlyConfigured, match="three machines with an address each"):
        environment.pair("PAIR")


def test_a_house_on_one_machine_is_asked_nothing() -> None:
    assert pair.alone_since() is None and pair.leader_elsewhere() == ""
    every = (checks.second_copy, checks.witness, checks.clocks, checks.keys)
    assert [found for check in every for found in check()] == []


@pytest.mark.parametrize(("address", "elsewhere"), [("127.0.0.1", ""), ("127.0.0.2", "b")])
@pytest.mark.django_db
def test_the_machine_with_the_primary_is_known(
    address: str, elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair, "LEADER", f"SELECT '{address}'")
    with override_settings(PAIR=MACHINES, PAIR_HERE="a"):
        assert pair.leader_elsewhere() == elsewhere


class Health(BaseHTTPRequestHandler):
    """Of an etcd."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"health":"true"}')

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> Iterator[HTTPServer]:
    with HTTPServer((MACHINES["w"], 0), Health) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr(pair, "HEALTH_PORT", server.server_port)
        yield server
        server.shutdown()


def test_a_witness_that_is_gone_is_a_fault(witness: HTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with override_settings(PAIR=MACHINES):
        [found] = checks.witness()
        assert found.level == OK
        monkeypatch.setattr(pair, "HEALTH_PORT", 1)
        [found] = checks.witness()
        assert found.level == FAULT and "W (127.0.0.3)" in found.says


if connection.vendor == "postgresql":
    pytestmark = pytest.mark.django_db

    @override_settings(PAIR=MACHINES)
    def test_one_copy_only_is_a_fault_and_calls_the_jefe() -> None:
        [found] = checks.second_copy()
        assert found.level == FAULT and "One copy only since" in found.says
        [alert, *_] = alarms()
        assert alert.kind == "one_copy" and alert.gravity == 1 and alert.at == pair.alone_since()

    def test_the_floor_is_told_of_the_loss_and_of_the_return() -> None:
        before, _ = queries.activity(None)
        with override_settings(PAIR=MACHINES):
            alone, moved = queries.activity(before)
        assert "@cage" in moved
        assert "@cage" in queries.activity(alone)[1]

    @override_settings(PAIR=MACHINES)
    @pytest.mark.parametrize(("hours", "level"), [(0, OK), (1, FAULT), (-1, FAULT)])
    def test_a_clock_that_is_an_hour_off_is_a_fault(
        hours: int, level: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Clock(pair.datetime):  # type: ignore[misc]
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return super().now(tz) + timedelta(hours=hours)

        monkeypatch.setattr(pair, "datetime", Clock)
        [found] = checks.clocks()
        assert found.level == level

    @override_settings(PAIR=MACHINES)
    @pytest.mark.parametrize(
        ("connected", "says"),
        [
            ({"a": {"1f"}, "b": {"1f"}}, "the same keys"),
            ({"a": {"1f"}, "b": {"2e"}}, "different keys"),
            ({"a": {"1f"}}, "No worker of B"),
        ],
    )
    def test_keys_of_another_house_are_a_fault(
        connected: dict[str, set[str]], says: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pair, "keys_of_machines", lambda: connected)
        [found] = checks.keys()
        assert says in found.says

    def test_a_worker_shows_the_fingerprint_of_its_keys() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL application_name = 'novamas a 0123abcd'")
        assert "0123abcd" in pair.keys_of_machines()["a"]


def test_keys_that_differ_have_other_fingerprints(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret_key").write_text("one")
    of_file = environment.fingerprint(tmp_path, "SECRET_KEY")
    monkeypatch.setenv("SECRET_KEY", "one")
    assert environment.fingerprint(tmp_path, "SECRET_KEY") == of_file
    monkeypatch.setenv("SECRET_KEY", "two")
    assert environment.fingerprint(tmp_path, "SECRET_KEY") != of_file
    assert not settings.PAIR

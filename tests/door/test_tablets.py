"""Whether the console of a table is there: what workers enter, when it is lost, and when nobody can say."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from casino.common import clock
from casino.people.models import StaffSession, User
from tables.door.duty import tablets
from tables.door.service import create_table, execute, read
from tables.rules.roles import Actor
from tables.view.alerts.people import tablet_alerts
from tables.view.screen import view_of
from tests.support.house import JEFE, opening
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
LONG = 30.0  # seconds, as the settings have it, and the pause between two entries
HERE = {"mesa": "carla"}

Later = Callable[[float], None]


@pytest.fixture(autouse=True)
def table() -> None:
    """A table at which the auction is on."""
    create_table("mesa", "Mesa")
    for command in (*opening(), {"command": "shuffle", "riffles": 4}):
        assert execute("mesa", command, JEFE).ok


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Let so many seconds pass."""

    def wait(seconds: float) -> None:
        then = clock.now() + timedelta(seconds=seconds)
        monkeypatch.setattr(clock, "now", lambda: then)

    wait(0)
    return wait


def looking_on(later: Later, seconds: float, here: dict[str, str] | None = None) -> None:
    """A worker without the console of the table enters what it knows, so long."""
    for _ in range(int(seconds / tablets.EVERY) + 1):
        later(tablets.EVERY)
        tablets.enter(here or {})


def told() -> list[tuple[str, str, str]]:
    found = tablet_alerts(view_of(*read("mesa"), "jefe"))
    return [(str(one.what), one.actor, one.detail) for one in found]


def test_a_console_that_is_there_is_not_lost(later: Later) -> None:
    looking_on(later, 100, HERE)
    assert tablets.lost() == {} and told() == []


def test_a_console_that_has_gone_is_lost_until_it_is_back(later: Later) -> None:
    looking_on(later, 100, HERE)
    looking_on(later, LONG - tablets.EVERY)
    assert told() == []
    looking_on(later, 2 * tablets.EVERY)
    assert [*tablets.lost()] == ["mesa"] and [actor for _, actor, _ in told()] == ["carla"]
    tablets.enter(HERE)
    assert told() == []


def test_one_worker_with_the_console_is_enough(later: Later) -> None:
    """Each enters its own: who has none of this table takes nothing away."""
    for _ in range(20):
        later(tablets.EVERY)
        tablets.enter(HERE)
        tablets.enter({})
    assert told() == []


def test_after_a_time_in_which_nobody_looked_the_consoles_have_as_long_again(later: Later) -> None:
    """All workers were restarted: their tablets are on their way back."""
    looking_on(later, 100, HERE)
    later(3600)
    assert told() == []
    tablets.enter({})
    assert told() == []
    looking_on(later, LONG - tablets.EVERY)
    assert told() == []
    looking_on(later, 2 * tablets.EVERY)
    assert told()


def test_where_no_console_was_opened_since_the_opening_none_is_lost(later: Later) -> None:
    looking_on(later, 100, HERE)
    for command in ({"command": "close_table"}, *opening(), {"command": "shuffle", "riffles": 4}):
        later(1)
        if not execute("mesa", command, JEFE).ok:
            assert command["command"] in ("join", "sit")
    looking_on(later, 100)
    assert read("mesa")[1].phase == "auction" and told() == []


@pytest.mark.parametrize("command", [{"command": "suspend", "reason": "a card"}, {"command": "close_table"}])
def test_none_is_missed_where_nothing_is_played(later: Later, command: dict[str, Any]) -> None:
    looking_on(later, 100, HERE)
    looking_on(later, 2 * LONG)
    assert told()
    assert execute("mesa", command, JEFE).ok
    assert told() == []


def test_the_house_says_after_how_long_and_may_say_never(later: Later, house_has: HouseHas) -> None:
    looking_on(later, 100, HERE)
    looking_on(later, 2 * LONG)
    house_has(tablet_seconds=120)
    assert told() == []
    house_has(tablet_seconds=0)
    looking_on(later, 1000)
    assert told() == []


def test_a_tablet_that_only_waits_for_its_pin_is_said_to(later: Later) -> None:
    looking_on(later, 100, HERE)
    looking_on(later, 2 * LONG)
    carla = User.objects.create(username="carla", role="croupier")
    StaffSession.objects.create(session_key="hers", user=carla, table="mesa", locked=clock.now())
    assert [detail for _, _, detail in told()] == ["Una espera su PIN"]


def test_each_loss_is_another_occasion(later: Later) -> None:
    def key() -> str:
        (one,) = tablet_alerts(view_of(*read("mesa"), "jefe"))
        return one.key

    looking_on(later, 100, HERE)
    looking_on(later, 2 * LONG)
    first = key()
    looking_on(later, 100)
    assert key() == first
    looking_on(later, 10, HERE)
    looking_on(later, 2 * LONG)
    assert key() != first


def test_a_table_that_is_no_longer_on_the_floor_has_no_tablet() -> None:
    tablets.enter({"elsewhere": "carla", **HERE})
    assert Actor("carla", "croupier").name == read("mesa")[0].console_seen.person

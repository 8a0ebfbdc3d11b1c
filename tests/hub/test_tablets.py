"""A lost tablet on the floor, with two workers: one has the console, the other the floor."""

from collections.abc import Callable
from typing import Any

import pytest

from tables.door.duty import tablets
from tables.live import consoles, consumers, hub
from tables.models import Watch
from tests.hub.sockets import do, give, hear, opened
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db(transaction=True)
Json = dict[str, Any]


@pytest.fixture
def in_worker(monkeypatch: pytest.MonkeyPatch, quick: None, house_has: HouseHas) -> Callable[[str], None]:
    """From here on sockets are opened at the worker of that name, which has a hub of its own."""
    hubs: dict[str, hub.Hub] = {}
    monkeypatch.setattr(consoles, "LOOK", 0.02)
    monkeypatch.setattr(tablets, "EVERY", 0.1)
    house_has(tablet_seconds=0.3)

    def go_to(name: str) -> None:
        monkeypatch.setattr(consumers, "hub", lambda: hubs.setdefault(name, hub.Hub()))

    return go_to


def says_lost(message: Json) -> bool:
    return "tableta sin conexión" in message["fragments"].get("alerts-mesa", "")


def says_it_is_there(message: Json) -> bool:
    return "alerts-mesa" in message["fragments"] and not says_lost(message)


async def test_another_workers_console_is_missed_and_found_again(in_worker: Callable[[str], None]) -> None:
    await give(command="shuffle", riffles=4)
    in_worker("the floor's")
    async with opened("/ws/screens/floor/", "jefe") as floor:
        await hear(floor, "screen", says_it_is_there)
        in_worker("the console's")
        async with opened("/ws/screens/console/mesa/", "croupier") as console:
            await hear(console, "screen")
            await do(lambda: None)()
            while not await do(tablets.ConsoleSeen.objects.exists)():
                await hear(console, "heartbeat")
        await hear(floor, "screen", says_lost)
        in_worker("a third one")
        async with opened("/ws/screens/console/mesa/", "croupier") as console:
            await hear(console, "screen")
            await hear(floor, "screen", says_it_is_there)


@pytest.mark.parametrize(("who", "is_there"), [("croupier", True), ("cambista", False)])
async def test_a_croupier_at_the_money_of_his_table_has_its_tablet(
    in_worker: Callable[[str], None], who: str, is_there: bool
) -> None:
    """He asks for chips and counts there; a cambista reads the same page in his cage."""
    in_worker("the only one")
    async with opened("/ws/screens/money/mesa/", who) as money:
        while not await do(Watch.objects.exists)():  # the worker has entered what it has
            await hear(money, "heartbeat")
        assert await do(tablets.ConsoleSeen.objects.exists)() is is_there

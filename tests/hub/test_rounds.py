"""The pages of all tables are told in rounds: at once after a quiet time, then together what came meanwhile."""

import asyncio

import pytest

from tables.live import hub, room
from tables.live.audience import Audience
from tables.live.room import Rounds
from tests.hub.sockets import WAIT, give, hear, opened, token

JEFES, INSPECTORS = Audience("floor", "jefe"), Audience("floor", "inspector")


@pytest.fixture
def _long(monkeypatch: pytest.MonkeyPatch) -> None:
    """No round ends by itself."""
    monkeypatch.setattr(room, "PAUSE", 3600.0)


class Told:
    """What rounds have told; `again` is set with each."""

    def __init__(self) -> None:
        self.heard: list[tuple[Audience, set[str]]] = []
        self.again = asyncio.Event()
        self.rounds = Rounds(self._tell)

    def _tell(self, audience: Audience, names: set[str]) -> None:
        self.heard.append((audience, names))
        self.again.set()

    async def next(self) -> tuple[Audience, set[str]]:
        await asyncio.wait_for(self.again.wait(), 5.0)
        self.again.clear()
        return self.heard[-1]


async def test_the_first_is_told_at_once_and_what_follows_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "PAUSE", 0.01)
    told = Told()
    told.rounds.add(JEFES, ["a"])
    assert await told.next() == (JEFES, {"a"})
    for names in (["b"], [], ["c", "b"]):
        told.rounds.add(JEFES, names)
    assert len(told.heard) == 1 and told.rounds.is_behind(JEFES)
    assert await told.next() == (JEFES, {"b", "c"})
    assert len(told.heard) == 2 and not told.rounds.is_behind(JEFES)
    told.rounds.stop()


async def test_a_version_that_changed_no_part_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "PAUSE", 0.01)
    told = Told()
    for _ in range(3):
        told.rounds.add(JEFES, [])
        assert await told.next() == (JEFES, set())
    told.rounds.stop()


async def test_no_audience_waits_for_another(_long: None) -> None:
    told = Told()
    for audience in (JEFES, INSPECTORS, JEFES, INSPECTORS):
        told.rounds.add(audience, ["a"])
    assert told.heard == [(JEFES, {"a"}), (INSPECTORS, {"a"})]
    told.rounds.stop()


async def test_what_has_stopped_has_forgotten(_long: None) -> None:
    told = Told()
    told.rounds.add(JEFES, ["a"])
    told.rounds.add(JEFES, ["b"])
    told.rounds.stop()
    assert not told.rounds.is_behind(JEFES)
    told.rounds.add(JEFES, ["c"])
    assert told.heard == [(JEFES, {"a"}), (JEFES, {"c"})]
    told.rounds.stop()


# In the hub


async def rendered(version: int) -> None:
    """Wait until the hub has rendered this version of the table."""
    async with asyncio.timeout(WAIT):
        while hub.hub()._rooms["mesa"].version < version:
            await asyncio.sleep(0.01)


@pytest.mark.django_db(transaction=True)
async def test_a_floor_hears_many_changes_as_one_message_with_the_newest_of_each_tile(
    _long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.05)
    async with (
        opened("/ws/screens/floor/", "jefe") as floor,
        opened("/ws/tables/mesa/", secret=await token("device")) as device,
    ):
        joined = await hear(floor, "screen")
        first = await give(command="suspend", reason="one")
        news = await hear(floor, "screen")
        assert (
            set(news["fragments"]) == {"tile-mesa", "alerts-mesa"}
            and "one" in news["fragments"]["alerts-mesa"]
        )
        await give(command="resume")
        await give(command="suspend", reason="two")
        last = await give(command="join", player="eva")
        await hear(device, "snapshot", lambda said: said["version"] == last)
        await rendered(last)
        await hear(device, "heartbeat")
        for audience in list(hub.hub()._rounds._changed):
            hub.hub()._rounds._go_round(audience)
        said = await hear(floor, "screen")
        assert said["version"] == news["version"] + last - first > joined["version"]
        assert "two" in said["fragments"]["alerts-mesa"] and "otra" not in "".join(said["fragments"])


@pytest.mark.django_db(transaction=True)
async def test_a_heartbeat_never_says_a_version_that_waits_for_its_round(
    _long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.05)
    async with (
        opened("/ws/screens/floor/", "jefe") as floor,
        opened("/ws/tables/mesa/", secret=await token("device")) as device,
    ):
        await hear(floor, "screen")
        await give(command="suspend", reason="one")
        told = await hear(floor, "screen")
        last = await give(command="resume")
        await rendered(last)
        beats = [await hear(device, "heartbeat") for _ in range(3)]
        assert beats[-1]["version"] == last
        while not floor.output_queue.empty():
            assert (await hear(floor, "heartbeat"))["version"] <= told["version"]


@pytest.mark.django_db(transaction=True)
async def test_one_who_comes_between_two_rounds_gets_everything_as_it_is_now(_long: None) -> None:
    async with opened("/ws/screens/floor/", "jefe") as first:
        await hear(first, "screen")
        await give(command="suspend", reason="one")
        await hear(first, "screen")
        last = await give(command="resume")
        await rendered(last)
        async with opened("/ws/screens/floor/", "jefe") as second:
            assert "one" not in (await hear(second, "screen"))["fragments"]["alerts-mesa"]

"""A jefe's page of a table shows who could come on duty there and which tablets it has, as they are now."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.common import clock
from casino.people.models import StaffSession, User
from tables.door import duty
from tables.door.service import execute
from tests.hub.sockets import Json, do, hear, opened
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db(transaction=True)


def staff_part(wanted: Callable[[str], bool]) -> Callable[[Json], bool]:
    def is_shown(message: Json) -> bool:
        return "table-staff" in message["fragments"] and wanted(message["fragments"]["table-staff"])

    return is_shown


def comes(name: str, **changed: Any) -> None:
    User.objects.update_or_create(
        username=name, defaults={"role": "croupier", "password": "hashed", **changed}
    )


@pytest.mark.parametrize(
    "changed", [{"role": "inspector"}, {"is_active": False}, {"password": "!"}, {"first_name": "Otro"}]
)
async def test_a_changed_account(quick: None, changed: Json) -> None:
    await do(comes)("dario", first_name="Dario")
    async with opened("/ws/screens/table/mesa/", "jefe") as page:
        await hear(page, "screen", staff_part(lambda part: "Dario" in part))
        await do(comes)("dario", **changed)
        await hear(page, "screen", staff_part(lambda part: "Dario" not in part))


async def test_who_is_on_duty_at_another_table_is_free_no_longer(quick: None) -> None:
    await do(comes)("dario")
    async with opened("/ws/screens/table/mesa/", "jefe") as page:
        await hear(page, "screen", staff_part(lambda part: "dario" in part))
        begun = await do(duty.begin)("otra", JEFE, "croupier", "dario")
        await hear(page, "screen", staff_part(lambda part: "dario" not in part))
        await do(duty.end)(begun.pk, JEFE)
        await hear(page, "screen", staff_part(lambda part: "dario" in part))


async def test_a_tablet_that_is_logged_in_and_out(quick: None) -> None:
    await do(comes)("dario")

    def log_in() -> None:
        person, now = User.objects.get(username="dario"), clock.now()
        StaffSession.objects.create(session_key="his", user=person, began=now, active=now, table="mesa")

    async with opened("/ws/screens/table/mesa/", "jefe") as page:
        await hear(page, "screen", staff_part(lambda part: 'id="tablet-' not in part))
        await do(log_in)()
        await hear(page, "screen", staff_part(lambda part: 'id="tablet-' in part))
        await do(StaffSession.objects.filter(session_key="his").delete)()
        await hear(page, "screen", staff_part(lambda part: 'id="tablet-' not in part))


async def test_a_page_that_comes_back_shows_who_is_free_now(quick: None) -> None:
    """Meanwhile its table was followed by a screen that shows nobody's duty."""
    await do(comes)("dario")
    async with opened("/ws/screens/wall/mesa/", "jefe") as wall:
        await hear(wall, "screen")
        async with opened("/ws/screens/table/mesa/", "jefe") as page:
            await hear(page, "screen", staff_part(lambda part: "dario" in part))
        await do(duty.begin)("otra", JEFE, "croupier", "dario")
        noted = await do(execute)("mesa", {"command": "note", "text": "x"}, JEFE)
        for _ in range(2):
            await hear(wall, "heartbeat", lambda message: message["version"] == noted.version)
        async with opened("/ws/screens/table/mesa/", "jefe") as page:
            first = await hear(page, "screen")
            assert "dario" not in first["fragments"]["table-staff"]


async def test_from_the_first_spell_of_the_house_on_every_table_misses_its_own(quick: None) -> None:
    """A house that enters nobody is not told that somebody is missing."""
    await do(comes)("dario")

    def misses(message: Json) -> bool:
        return "#user-x" in message["fragments"].get("tile-mesa", "")

    async with opened("/ws/screens/floor/", "jefe") as floor:
        assert not misses(await hear(floor, "screen"))
        await do(duty.begin)("otra", JEFE, "croupier", "dario")
        await do(execute)("mesa", {"command": "note", "text": "x"}, JEFE)
        await hear(floor, "screen", misses)

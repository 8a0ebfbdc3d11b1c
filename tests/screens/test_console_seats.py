"""The console has a place for each seat that the table has, and none for others."""

import re

import pytest

from tables.door.service import create_table, execute, read
from tables.screens.console.screen import SCREEN
from tests.screens.test_console import seen
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("settings", "numbers"),
    [
        ({}, [*range(1, 15)]),
        ({"seats": 9}, [*range(1, 10)]),
        ({"seats_left_out": [13]}, [*range(1, 13), 14, 15]),
        ({"seats": 15}, [*range(1, 16)]),
    ],
)
def test_each_seat_has_its_place(settings: dict[str, object], numbers: list[int]) -> None:
    create_table("mesa-4", "Mesa 4")
    limits = {"reglamento": "slovenia", "minimum": 10, "maximum": 100, "chip": 10}
    assert execute("mesa-4", {"command": "open_table", **limits, "settings": settings}, JEFE).ok
    drawn = SCREEN.render(seen(read("mesa-4")[1]))
    places = [drawn[f"seat-{place}"] for place in range(1, 16)]
    assert [int(number) for html in places for number in re.findall(r'data-seat="(\d+)"', html)] == numbers

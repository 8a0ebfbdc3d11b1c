"""A table is made under a slug of its own."""

import pytest
from django.core.exceptions import ValidationError

from casino.common.refusals import Refusal
from tables.door.service import create_table, execute, read
from tests.door.mesa import MESA, OPEN
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db


def test_a_new_table_is_closed_and_has_fourteen_free_seats() -> None:
    table = create_table(MESA, "Mesa 4")
    assert (table.phase, table.open, table.version) == ("closed", False, 0)
    seats = table.seats.order_by("number").values_list("number", "player")
    assert list(seats) == [(number, None) for number in range(1, 15)]


@pytest.mark.parametrize("slug", ["mesa 4", "mesa:4", "mesa#4", "", "x" * 65])
def test_a_slug_is_a_slug(slug: str) -> None:
    with pytest.raises(ValidationError):
        create_table(slug, "Mesa")


def test_a_slug_is_taken_once(mesa: str) -> None:
    with pytest.raises(ValidationError):
        create_table(mesa, "Another")


def test_no_such_table() -> None:
    with pytest.raises(Refusal, match="no_such_table"):
        execute("nowhere", OPEN, JEFE)
    with pytest.raises(Refusal, match="no_such_table"):
        read("nowhere")

"""Who left the table keeps his name where the table still tells of him."""

from dataclasses import replace

import pytest
from django.utils import translation

from tables.models import Player, Table
from tables.screens.console.screen import SCREEN as CONSOLE
from tables.screens.table.screen import SCREEN as TABLE_PAGE
from tables.view.names import saying_who_left
from tests.screens.test_console import played, seen
from tests.support.house import Croupier, game, open_table

pytestmark = pytest.mark.django_db


def test_who_left_is_named_with_that_he_did() -> None:
    open_table("mesa", "Mesa 1")
    game("mesa", 20, Croupier(seed=4))
    known = Player.objects.order_by("pk")[0]
    with translation.override("en"):
        told = saying_who_left(Table.objects.get(slug="mesa"), {}, {known.player})
    assert told == {known.player: f"{known.name} (left)"}


def test_a_payment_never_shows_an_id() -> None:
    states = (one for one in played("spain")["betting"] if one.last_pass and one.last_pass.settlements)
    state = next(states)
    assert state.last_pass is not None
    gone = replace(state.last_pass.settlements[0], player="pzwkub6bk")
    state = replace(state, last_pass=replace(state.last_pass, settlements=(gone,)))
    for screen in (CONSOLE, TABLE_PAGE):
        with translation.override("en"):
            page = "".join(screen.render(seen(state, "jefe")).values())
        assert "Somebody who left" in page and "pzwkub6bk" not in page

"""What the wall says of the pass on the table, from the snapshot alone."""

import json
from collections.abc import Callable

import pytest

from casino.administration import tables
from casino.common.refusals import Refusal
from tables.door.service import create_table, execute, read
from tables.models import Pit
from tables.screens.roads import counts, facts_of, is_last_pass, number_of_pass, predictions, shares
from tables.screens.wall import SCREEN
from tables.view.screen import Json, view_of
from tests.administration.conftest import ANA
from tests.support.house import JEFE, game, open_table


def at(phase: str, last: bool = False, shoe: bool = True) -> Json:
    return {"phase": phase, "pass": {"number": 37}, "shoe": {"last_pass": last} if shoe else None}


@pytest.mark.parametrize("phase", ["betting", "dealing", "will", "bank_choice", "resolved", "suite"])
def test_a_last_pass_is_one_while_it_is_under_way(phase: str) -> None:
    assert is_last_pass(at(phase, last=True))
    assert not is_last_pass(at(phase))


@pytest.mark.parametrize("phase", ["shuffling", "cutting", "auction", "offer", "closed"])
def test_a_last_pass_is_none_any_more_once_it_is_paid(phase: str) -> None:
    assert not is_last_pass(at(phase, last=True))
    assert not is_last_pass(at(phase, shoe=False))


def test_a_pass_has_one_number_on_the_wall_and_at_the_table() -> None:
    assert (
        number_of_pass(at("betting")) == number_of_pass(at("resolved")) == number_of_pass(at("offer")) == 37
    )
    assert number_of_pass(at("shuffling")) is None
    assert number_of_pass(at("seating", shoe=False)) is None


def test_predictions_are_drawn_as_the_road_that_they_are_of() -> None:
    found = predictions("BBPPPBPBB")
    assert {name: {one.shape for one in told} for name, told in found.items()} == {
        "eye": {"hollow"},
        "small": {"dots"},
        "pig": {"slashes"},
    }
    assert [(one.letter, one.side, one.mark, one.colour) for one in found["eye"]] == [
        ("P", "punto", "blue", "punto"),
        ("B", "banca", "red", "banca"),
    ]
    assert [one.colour for one in predictions("")["pig"]] == [None, None]


def test_counts_and_shares_name_the_same_sides() -> None:
    assert counts("PPBT") == {"punto": 2, "banca": 1, "tie": 1}
    assert shares("PPBT") == {"punto": 50, "banca": 25, "tie": 25}


def test_streaks_naturals_and_pairs_of_a_shoe() -> None:
    found = facts_of("BBTBPTP", ("n", "", "b", "pn", "", "", "p"))
    assert found.streak and (found.streak.side, found.streak.length) == ("punto", 2)
    assert found.longest and (found.longest.letter, found.longest.length) == ("B", 3)
    assert (found.naturals, found.punto_pairs, found.banca_pairs) == (2, 2, 1)
    assert facts_of("TT", ("", "")).streak is None


@pytest.mark.django_db
class TestWhatTheHouseSets:
    def test_the_next_game_and_the_proposed_limits_stand_on_an_idle_wall(
        self, house_has: Callable[..., None]
    ) -> None:
        table = create_table("mesa", "Mesa")
        assert "21:00" not in self._part("idle")
        house_has(next_game="21:00", house_name="Casino del Río")
        table.opening = json.dumps({"reglamento": "argentina", "minimum": 100, "maximum": 5000, "chip": 10})
        table.pit = Pit.objects.create(name="Salón Principal", position=1)
        table.save()
        idle = self._part("idle")
        for said in ("Casino del Río", "21:00", "5.000", "Punto y Banca"):
            assert said in idle
        assert "Salón Principal" in self._part("head")

    def test_seconds_for_bets_are_counted_down_while_bets_are_open_alone(
        self, house_has: Callable[..., None]
    ) -> None:
        open_table("mesa", "Mesa")
        game("mesa", 30)
        while read("mesa")[1].phase != "betting":
            game("mesa", 1)
        assert "wall-ring" not in self._part("state")
        house_has(bet_seconds=20)
        assert 'data-seconds="20"' in self._part("state")
        tables.set_countdown(ANA, "mesa", 45)
        assert 'data-seconds="45"' in self._part("state")
        tables.set_countdown(ANA, "mesa", 0)
        assert "wall-ring" not in self._part("state")
        with pytest.raises(Refusal, match="bad_countdown"):
            tables.set_countdown(ANA, "mesa", 301)
        tables.set_countdown(ANA, "mesa", None)
        assert 'data-seconds="20"' in self._part("state")
        execute("mesa", {"command": "suspend", "reason": "x"}, JEFE)
        assert "wall-ring" not in self._part("state")

    def _part(self, name: str) -> str:
        return SCREEN.render(view_of(*read("mesa"), "display"))[f"wall-{name}"]

"""The robot plays every reglamento from the snapshot alone."""

from collections import Counter

import pytest

from tables.robot.door import OwnDoor
from tables.robot.moment import Json
from tables.robot.play import play
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.service import create_table, execute
from tests.house import JEFE

MESA = "mesa-1"


class Watched:
    """A door that keeps what went through it."""

    def __init__(self, door: OwnDoor) -> None:
        self._door = door
        self.given: list[Json] = []
        self.refused: list[tuple[Json, Json]] = []
        self.phases: Counter[str] = Counter()

    def look(self) -> Json:
        now = self._door.look()
        self.phases[now["phase"]] += 1
        return now

    def give(self, command: Json) -> Json:
        answer = self._door.give(command)
        if answer["ok"]:
            self.given.append({name: value for name, value in command.items() if name != "expected_version"})
        else:
            self.refused.append((command, answer["error"]))
        return answer


def open_table(reglamento: str, minimum: int = 100, chip: int = 10, slug: str = MESA) -> Watched:
    create_table(slug, slug)
    limits = {"minimum": minimum, "maximum": 100 * minimum, "chip": chip}
    answer = execute(slug, {"command": "open_table", "reglamento": reglamento, **limits}, JEFE)
    assert answer.ok, answer.error
    return Watched(OwnDoor(slug, JEFE))


def surprises(door: Watched) -> list[tuple[Json, Json]]:
    return [(command, error) for command, error in door.refused if error["code"] != "impossible_card"]


def played(door: Watched, seed: int, passes: int) -> Watched:
    play(door, Robot(seed), pace=0, passes=passes)
    assert not surprises(door)
    return door


@pytest.mark.django_db
class TestTheGame:
    def test_two_whole_shoes_of_argentina(self) -> None:
        door = open_table("argentina")
        while door.look()["phase"] == "seating" or door.look()["shoe"]["number"] < 3:
            played(door, 1, 10)
        names = Counter(command["command"] for command in door.given)
        assert names["shuffle"] == names["cut"] == 3
        assert {"bid", "will", "suite", "take_suite", "raise_bank", "take_half", "sit", "leave"} <= names.keys()
        assert len({command["amount"] for command in door.given if command["command"] == "place_bet"}) > 10

    @pytest.mark.parametrize("reglamento", [slug for slug in REGLAMENTOS if slug != "argentina"])
    def test_two_hundred_passes_of_every_other_reglamento(self, reglamento: str) -> None:
        door = played(open_table(reglamento), 1, 200)
        assert sum(command["command"] == "settle" for command in door.given) == 200

    def test_the_same_seed_plays_the_same_game(self) -> None:
        one, two, other = (open_table("argentina", slug=slug) for slug in ("mesa-1", "mesa-2", "mesa-3"))
        assert played(one, 5, 6).given == played(two, 5, 6).given
        assert played(other, 6, 6).given != one.given

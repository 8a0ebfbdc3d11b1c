"""The robot plays every reglamento from the snapshot alone, in this process and over HTTP."""

import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casino.common.json_input import Json
from tables.door.service import create_table, execute
from tables.record.reglamentos import catalogue
from tables.robot.client import LocalClient
from tables.robot.demo import OWN_REGLAMENTO
from tables.robot.play import play
from tables.robot.robot import Robot, Shoe
from tables.rules.cards import suit_of
from tables.rules.reglamentos import REGLAMENTOS
from tests.site.test_serving import environment, port  # noqa: F401
from tests.support import embedded_houses
from tests.support.embedded_houses import MANAGE
from tests.support.house import JEFE, Croupier, opening
from tests.support.ports import wait_until_ready

MESA = "mesa-1"


class Watched:
    """A client that keeps what went through it. `meanwhile`: what somebody else does before each command."""

    def __init__(self, client: LocalClient, meanwhile: Callable[[Json], None] = lambda command: None) -> None:
        self._client = client
        self.meanwhile = meanwhile
        self.given: list[Json] = []
        self.refused: list[str] = []

    def snapshot(self) -> Json:
        return self._client.snapshot()

    def send(self, command: Json) -> Json:
        self.meanwhile(command)
        answer = self._client.send(command)
        if answer["ok"]:
            self.given.append({name: value for name, value in command.items() if name != "expected_version"})
        else:
            self.refused.append(answer["error"]["code"])
        return answer


def open_table(reglamento: str, slug: str = MESA, **settings: int) -> Watched:
    create_table(slug, slug)
    command = {
        "command": "open_table",
        "reglamento": reglamento,
        "minimum": 100,
        "maximum": 10_000,
        "chip": 10,
    }
    answer = execute(slug, {**command, "settings": settings}, JEFE)
    assert answer.ok, answer.error
    return Watched(LocalClient(slug, JEFE))


def played(client: Watched, robot: Robot, passes: int) -> Watched:
    play(client, robot, pace=0, passes=passes)
    assert set(client.refused) <= {"impossible_card"}
    return client


def until_shoe(client: Watched, robot: Robot, number: int) -> None:
    while not (shoe := client.snapshot()["shoe"]) or shoe["number"] < number:
        played(client, robot, 1)


@pytest.mark.django_db
class TestTheGame:
    def test_two_whole_shoes_of_argentina(self) -> None:
        client = open_table("argentina")
        until_shoe(client, Robot(1), 3)
        names = Counter(command["command"] for command in client.given)
        rare = {"bid", "will", "suite", "take_suite", "raise_bank", "take_half", "sit", "leave", "stand_up"}
        assert rare <= names.keys()
        assert len({command["amount"] for command in client.given if command["command"] == "place_bet"}) > 10

    @pytest.mark.parametrize("reglamento", [slug for slug in REGLAMENTOS if slug != "argentina"])
    def test_two_hundred_passes_of_every_other_reglamento(self, reglamento: str) -> None:
        client = played(open_table(reglamento), Robot(1), 200)
        assert sum(command["command"] == "settle" for command in client.given) == 200

    def test_it_bets_on_all_that_a_house_offers(self) -> None:
        """With suits where a chance needs them, a differential, and a chance that closes within the shoe."""
        more = """
[[chance]]
slug = "perfect-pair"
names = { es = "Pareja perfecta" }
pays = [{ perfect_pair = "either", to_one = 25 }]
until_pass = 8
"""
        catalogue.add(OWN_REGLAMENTO.read_text() + more)
        create_table(MESA, MESA)
        limits = {"minimum": 50, "maximum": 5_000, "chip": 10, "differential": 400}
        opening = {"command": "open_table", "reglamento": "punto-2000", **limits}
        assert execute(MESA, opening, JEFE).ok
        client = played(Watched(LocalClient(MESA, JEFE)), Robot(1), 40)
        bets = {command["chance"] for command in client.given if command["command"] == "place_bet"}
        assert bets == {chance["slug"] for chance in client.snapshot()["chances"]} and len(bets) == 8
        cards = [command["card"] for command in client.given if command["command"] == "card"]
        assert {bool(suit_of(card)) for card in cards} == {True, False}

    def test_the_same_seed_plays_the_same_game(self) -> None:
        one, two, other = (open_table("argentina", slug=slug) for slug in ("mesa-1", "mesa-2", "mesa-3"))
        assert played(one, Robot(5), 6).given == played(two, Robot(5), 6).given
        assert played(other, Robot(6), 6).given != one.given

    def test_it_goes_on_with_a_game_that_another_began(self) -> None:
        client = open_table("argentina")
        played(client, Robot(1), 30)
        until_shoe(client, Robot(2), 2)

    def test_a_shoe_that_runs_out_makes_its_pass_void(self) -> None:
        client = open_table("argentina", stop_card=0)
        until_shoe(client, Robot(1), 2)
        assert {"command": "incident", "kind": "cards_exhausted"} in client.given


@pytest.mark.django_db
class TestWithOthersAtTheTable:
    def test_it_copes_with_a_person_who_plays_too(self) -> None:
        def meanwhile(command: Json) -> None:
            acts.append(command)
            if len(acts) % 7 == 3:
                execute(MESA, {"command": "note", "text": "a word"}, JEFE)

        acts: list[Json] = []
        client = open_table("argentina")
        client.meanwhile = meanwhile
        play(client, Robot(1), pace=0, passes=3)
        assert set(client.refused) == {"stale"}

    def test_a_closed_or_suspended_table_is_left_alone(self) -> None:
        create_table(MESA, MESA)
        client, robot = LocalClient(MESA, JEFE), Croupier()
        assert robot.next(client.snapshot()) is None
        for command in opening():
            assert execute(MESA, command, JEFE).ok
        assert execute(MESA, {"command": "suspend", "reason": "a quarrel"}, JEFE).ok
        assert robot.next(client.snapshot()) is None
        assert execute(MESA, {"command": "resume"}, JEFE).ok
        assert robot.next(client.snapshot())

    def test_what_was_refused_is_not_tried_again_at_once(self) -> None:
        create_table(MESA, MESA)
        for command in opening():
            assert execute(MESA, command, JEFE).ok
        client, robot = LocalClient(MESA, JEFE), Croupier()
        while (command := robot.next(client.snapshot())) and command["command"] != "bid":
            assert client.send(command)["ok"]
        assert command
        robot.refused(command, "not_asked")
        assert robot.next(client.snapshot()) == {"command": "close_auction"}

    def test_a_surprise_is_logged_and_slows_it_down(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        waits: list[float] = []

        def wait(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 8:
                raise SystemExit

        class Shut(Watched):
            def send(self, command: Json) -> Json:
                return {"ok": False, "error": {"code": "not_allowed", "message": "No."}}

        open_table("argentina")
        monkeypatch.setattr("tables.robot.play.time.sleep", wait)
        with pytest.raises(SystemExit):
            play(Shut(LocalClient(MESA, JEFE)), Robot(1), pace=0)
        assert sum(waits) > 10
        assert "not_allowed: No." in caplog.text


class TestShoe:
    SHOE = {"number": 1, "decks": 6, "dealt": 0}

    def test_it_holds_every_card_of_the_decks_once(self) -> None:
        shoe = Shoe(1)
        cards = Counter(shoe.next({**self.SHOE, "dealt": dealt}) for dealt in range(312))
        assert len(cards) == 13
        assert set(cards.values()) == {24}

    def test_a_card_that_an_undo_puts_back_comes_again(self) -> None:
        shoe = Shoe(1)
        first = shoe.next(self.SHOE)
        shoe.next({**self.SHOE, "dealt": 1})
        assert shoe.next(self.SHOE) == first

    def test_a_card_that_cannot_be_there_is_exchanged(self) -> None:
        shoe = Shoe(1)
        for _ in range(12):
            card = shoe.next(self.SHOE)
            shoe.exclude(card)
            assert shoe.next(self.SHOE) != card

    def test_each_shoe_is_shuffled_anew(self) -> None:
        one, two = ([Shoe(1).next({**self.SHOE, "number": n, "dealt": d}) for d in range(20)] for n in (1, 2))
        assert one != two


# Over HTTP, beside a server


@pytest.fixture
def demo(tmp_path: Path, demo_house: Path, port: int) -> dict[str, str]:  # noqa: F811
    """A house with the demo in it, which nobody serves yet."""
    there = Path(shutil.copytree(demo_house, tmp_path / "var"))
    return embedded_houses.environment(there) | {"PORT": str(port)}


@pytest.fixture
def begun() -> Iterator[list[subprocess.Popen[str]]]:
    """What a test has begun; ended after it."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        process.kill()
        process.communicate()


def begin(begun: list[subprocess.Popen[str]], there: dict[str, str], *command: str) -> subprocess.Popen[str]:
    out = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    begun.append(subprocess.Popen([sys.executable, MANAGE, *command], env=there, text=True, **out))
    return begun[-1]


def simulate(there: dict[str, str], *more: str) -> tuple[str, ...]:
    return ("simulate", "--url", f"http://127.0.0.1:{there['PORT']}", "--pace", "0.02", "--seed", "1", *more)


def asked(there: dict[str, str], query: str) -> int:
    """A number from the house's database."""
    with sqlite3.connect(Path(there["VAR_DIR"]) / "casino.sqlite3") as database:
        return database.execute(query).fetchone()[0]


def version(there: dict[str, str]) -> int:
    return asked(there, "SELECT version FROM tables_table WHERE slug = 'mesa-1'")


def wait_for_version(there: dict[str, str], number: int) -> None:
    deadline = time.monotonic() + 120
    while version(there) < number:
        assert time.monotonic() < deadline, "nobody plays"
        time.sleep(0.1)


@pytest.mark.slow
class TestSimulate:
    def test_it_plays_some_passes_and_leaves_nothing_behind(
        self, demo: dict[str, str], begun: list[subprocess.Popen[str]]
    ) -> None:
        begin(begun, demo, "serve", "--port", demo["PORT"])
        assert wait_until_ready(int(demo["PORT"]))
        output, _ = begin(begun, demo, *simulate(demo, "--passes", "3")).communicate(timeout=240)
        assert begun[-1].returncode == 0, output
        assert "refused" not in output
        settled = "SELECT count(*) FROM tables_record WHERE name = 'settle'"
        his = f"{settled} AND actor = 'robot' AND role = 'croupier'"
        assert asked(demo, his) == asked(demo, settled) == 3
        assert asked(demo, "SELECT count(*) FROM django_session") == 0

    def test_it_outlives_a_restart_of_the_server_and_ends_when_it_is_told(
        self, demo: dict[str, str], begun: list[subprocess.Popen[str]]
    ) -> None:
        server = begin(begun, demo, "serve", "--port", demo["PORT"])
        assert wait_until_ready(int(demo["PORT"]))
        robot = begin(begun, demo, *simulate(demo))
        wait_for_version(demo, version(demo) + 10)
        server.terminate()
        server.communicate(timeout=120)
        begin(begun, demo, "serve", "--port", demo["PORT"])
        wait_for_version(demo, version(demo) + 10)
        robot.send_signal(signal.SIGTERM)
        output, _ = robot.communicate(timeout=120)
        assert robot.returncode == 0, output
        assert (output.count("does not answer"), output.count("answers again")) == (1, 1), output
        assert asked(demo, "SELECT count(*) FROM django_session") == 0

    def test_the_server_brings_it_along_and_takes_it_away(
        self, demo: dict[str, str], begun: list[subprocess.Popen[str]]
    ) -> None:
        before = version(demo)
        server = begin(begun, demo, "serve", "--port", demo["PORT"], "--robot")
        wait_for_version(demo, before + 2)
        server.terminate()
        output, _ = server.communicate(timeout=120)  # also waits for the robot, which has the same output
        assert server.returncode == 0
        assert "Traceback" not in output

    def test_a_house_without_the_demo_is_left_alone(
        self,
        environment: dict[str, str],  # noqa: F811
        begun: list[subprocess.Popen[str]],
    ) -> None:
        output, _ = begin(begun, environment, "simulate").communicate(timeout=120)
        assert begun[-1].returncode == 1
        assert "only in the demo's house" in output

    def test_a_table_that_is_not_there_is_said(
        self, demo: dict[str, str], begun: list[subprocess.Popen[str]]
    ) -> None:
        begin(begun, demo, "serve", "--port", demo["PORT"])
        assert wait_until_ready(int(demo["PORT"]))
        output, _ = begin(begun, demo, *simulate(demo, "mesa-9")).communicate(timeout=120)
        assert begun[-1].returncode == 1
        assert "404" in output and "Traceback" not in output

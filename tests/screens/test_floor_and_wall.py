"""Floor, table page, wall and first page: every phase of every reglamento, who may see what, and nothing too much."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.conf import settings as house_settings
from django.core.management import call_command
from django.test import Client

from casino.common.house import LONG_PHASES
from casino.people import permissions
from casino.people.models import Token, User
from tables.door.service import create_table, execute, read
from tables.engine import COMMANDS
from tables.engine.state import PHASES
from tables.robot.client import LocalClient
from tables.robot.credentials import STAFF, load_credentials
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.roles import Actor
from tables.screens import wall
from tables.screens.floor import screen as floor
from tables.screens.table import screen as table_page
from tables.screens.table.screen import opening_forms
from tables.view.facts.table import SHOWN_COMMANDS, undoable
from tables.view.labels.commands import COMMAND_LABELS
from tables.view.labels.game import SETTING_LABELS
from tables.view.screen import TableView, view_of
from tests.support.house import JEFE, Croupier, game, open_table

MESA = "mesa-4"
FIVE = ("argentina", "slovenia", "monte-carlo", "spain", "chemin-de-fer")
BETS = ("place_bet", "remove_bet", "repeat_bets")


def give(actor: Actor, command: str, **fields: Any) -> Any:
    answer = execute(MESA, {"command": command, **fields}, actor)
    assert answer.ok, answer.error
    return answer


def seen_as(role: str) -> TableView:
    return view_of(*read(MESA), role)


def shown(screen: Any, role: str = "jefe") -> str:
    return "".join(screen.SCREEN.render(seen_as(role)).values())


def words(html: str) -> set[str]:
    return set(re.findall(r"\w+", unescape(re.sub(r"<[^>]*>", " ", html)).lower()))


@pytest.fixture
def mesa() -> None:
    """A table with a pass behind it, that takes bets."""
    open_table(MESA, "Mesa 4")
    croupier = Croupier()
    game(MESA, 40, croupier)
    while seen_as("jefe").snapshot["phase"] != "betting":
        game(MESA, 1, croupier)


@pytest.fixture
def _demo(tmp_path: Any, settings: Any) -> Iterator[None]:
    settings.VAR_DIR, settings.DEMO = tmp_path, True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    call_command("demo", verbosity=0)
    yield


def visitor(role: str | None) -> Client:
    client = Client()
    if role:
        client.force_login(User.objects.create_user(f"one-{role}", role=role))
    return client


@pytest.mark.django_db
class TestEveryPhase:
    @pytest.mark.parametrize("reglamento", FIVE)
    def test_of_every_reglamento_is_shown_and_the_wall_tells_nothing_of_anybody(
        self, reglamento: str
    ) -> None:
        create_table(MESA, "Mesa 4")
        give(JEFE, "open_table", reglamento=reglamento, minimum=100, maximum=10_000, chip=10)
        robot, client, phases, last = Robot(3), LocalClient(MESA, JEFE), {"closed"}, ""
        for _ in range(300):
            command = robot.next(client.snapshot())
            assert command
            accepted = client.send(command)["ok"]
            now = wall.SCREEN.render(seen_as("display"))
            assert not (command["command"] in BETS and accepted) or now == last
            last = now
            people = client.snapshot()["names"]
            assert not words("".join(now.values())) & {
                word.lower() for pair in people.items() for word in pair
            }
            if (phase := seen_as("jefe").snapshot["phase"]) not in phases:
                phases.add(phase)
                for page in (floor, table_page):
                    assert shown(page) and shown(page, "inspector")
        assert {"betting", "dealing", "resolved"} <= phases

    def test_a_closed_table_too(self) -> None:
        create_table(MESA, "Mesa 4")
        for screen, role in (
            (floor, "jefe"),
            (table_page, "jefe"),
            (table_page, "inspector"),
            (wall, "display"),
        ):
            assert "Cerrada" in shown(screen, role) or "cerrada" in shown(screen, role)

    def test_shows_no_unknown_words(self) -> None:
        assert COMMAND_LABELS.keys() == COMMANDS.keys()
        assert LONG_PHASES.keys() == set(PHASES) - {"seating", "closed"}
        assert {name for slug in FIVE for name in REGLAMENTOS[slug].settings} == SETTING_LABELS.keys()


@pytest.mark.django_db
class TestTheWall:
    def test_says_one_moment_and_shows_no_cards_while_suspended(self, mesa: None) -> None:
        give(JEFE, "suspend", reason="Una discusión entre Ana y Bea")
        html = shown(wall, "display")
        assert "Un momento" in html
        assert not {"discusión", "ana", "bea"} & words(html)
        assert "wall-hand" not in html


@pytest.mark.django_db
class TestAlerts:
    def test_what_a_jefe_did_himself_is_none(self, mesa: None) -> None:
        give(JEFE, "incident", kind="exposed_card", card="K")
        assert "alert-mesa-4-record" not in shown(floor)


@pytest.mark.django_db
class TestTheTablePage:
    def test_an_inspector_has_nothing_to_press(self, mesa: None) -> None:
        assert "data-command" not in shown(table_page, "inspector")
        assert "data-command" in shown(table_page)

    def test_every_undo_that_is_offered_can_be_done(self, mesa: None) -> None:
        offered = [made.before for made in undoable(seen_as("jefe"))]
        assert len(offered) == SHOWN_COMMANDS
        answer = give(JEFE, "undo", to=offered[-1], reason="La mano se dio mal")
        assert answer.version > offered[0]

    @pytest.mark.parametrize("reglamento", FIVE)
    def test_the_opening_form_offers_settings_that_are_accepted(self, reglamento: str) -> None:
        create_table(MESA, "Mesa 4")
        [offered] = [offered for rules, offered, _chances in opening_forms() if rules.slug == reglamento]
        for setting in offered:
            for value, _ in setting.choices or ((setting.value or "10", ""),):
                said = json.loads(value)
                chosen = {setting.name: [said] if setting.is_list else said}
                limits = {"minimum": 100, "maximum": 10_000, "chip": 10}
                give(JEFE, "open_table", reglamento=reglamento, settings=chosen, **limits)
                give(JEFE, "close_table")


@pytest.mark.django_db
class TestWhoMaySee:
    def test_the_floor_in_the_order_in_which_people_count(self) -> None:
        for number in (10, 2, 1):
            create_table(f"mesa-{number}", f"Mesa {number}")
        page = visitor("jefe").get("/floor/").content.decode()
        assert re.findall(r'id="tile-(mesa-\d+)"', page) == ["mesa-1", "mesa-2", "mesa-10"]

    def test_a_table_that_is_not_there(self) -> None:
        assert visitor("jefe").get("/tables/nada/").status_code == 404

    @pytest.mark.parametrize("role", sorted(permissions.STAFF))
    def test_the_first_page_leads_where_the_role_may_go(self, mesa: None, role: str) -> None:
        client = visitor(role)
        page = client.get("/").content.decode()
        assert "Mesa 4" in page
        for link in set(re.findall(r'href="(/(?:floor|tables)/[^"]*)"', page)):
            assert client.get(link).status_code == 200


@pytest.mark.django_db
class TestTheFirstPage:
    def test_of_a_house_leads_a_stranger_to_the_login(self) -> None:
        answer = Client().get("/", follow=True)
        assert (answer.status_code, answer.redirect_chain) == (200, [("/login/", 302)])

    def test_of_the_demo_shows_a_living_wall_and_every_login(self, _demo: None) -> None:
        page = Client().get("/").content.decode()
        known = load_credentials()
        assert known and "/ws/screens/wall/mesa-1/" in page and known.passphrase in page
        assert page.count('name="username"') == len(STAFF)

    def test_of_a_demo_whose_wall_was_withdrawn_is_the_login(self, _demo: None) -> None:
        Token.objects.get(table="mesa-1").revoke()
        assert Client().get("/").status_code == 302

    @pytest.mark.parametrize("language", [code for code, _ in house_settings.LANGUAGES])
    def test_speaks_the_chosen_language_to_staff_and_strangers(self, language: str) -> None:
        for client in (visitor(None), visitor("jefe")):
            client.post("/language/", {"language": language})
            assert f'<html lang="{language}"' in client.get("/", follow=True).content.decode()
        assert User.objects.get().language == language

    def test_does_not_learn_a_language_that_the_house_does_not_speak(self) -> None:
        client = visitor("jefe")
        client.post("/language/", {"language": "xx"})
        assert User.objects.get().language == "es"

    def test_keeps_the_theme_of_the_device(self) -> None:
        client = visitor("jefe")
        client.post("/theme/", {"theme": "light"})
        assert 'data-theme="light"' in client.get("/").content.decode()
        client.post("/theme/", {"theme": '"><script>'})
        assert 'data-theme="light"' in client.get("/").content.decode()


def test_no_template_carries_style_or_script_of_its_own() -> None:
    for path in (house_settings.BASE_DIR / "templates").rglob("*.html"):
        if path.name == "down.html":  # stands while nothing else can be had, and is one file
            continue
        text = path.read_text()
        assert not re.search(r'\sstyle="|<style|<script(?![^>]*\ssrc=)|\son\w+="', text), path

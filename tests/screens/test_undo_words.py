"""How the console and the table's page say what an undo would take back."""

import html
import re

import pytest
from django.conf import settings
from django.utils import translation

from tables.door.service import create_table, execute
from tables.record.reglamentos.words import speaking
from tables.view.labels.commands import command_said
from tests.support.house import CROUPIER, JEFE, SETTINGS, client_of

pytestmark = pytest.mark.django_db


def given(command: dict[str, object]) -> None:
    assert execute("mesa", command, CROUPIER if command["command"] != "open_table" else JEFE).ok


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    given({"command": "open_table", **SETTINGS, "reglamento": "argentina"})


def page(role: str, path: str) -> str:
    client = client_of(role)
    return html.unescape(client.get(path).text)


def key_of_undo(role: str) -> str:
    found = re.search(r'id="act-undo".*?</button>', page(role, "/tables/mesa/console/"), re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]*>", " ", found[0].partition(">")[2]).split())


@pytest.mark.parametrize("role", ["croupier", "jefe"])
def test_nothing_is_the_jefes_where_nobody_can_undo(role: str) -> None:
    assert key_of_undo(role) == "Undo"


def test_who_has_left_is_called_by_his_name() -> None:
    given({"command": "join", "player": "l1", "name": "Lidia"})
    given({"command": "leave", "player": "l1"})
    assert key_of_undo("croupier") == "Undo Departure · Lidia"
    options = re.findall(
        r"<label class=.deed.[^>]*>.*?<span>(.*?)</span>", page("jefe", "/tables/mesa/"), re.DOTALL
    )
    assert any("Departure" in option and "Lidia" in option for option in options)
    assert not any("l1" in option for option in options)


@pytest.mark.parametrize("who", [{"name": "Wu"}, {"player": "wu", "name": "Wu"}, {"player": "Wu"}])
def test_who_came_is_named(who: dict[str, str]) -> None:
    given({"command": "join", **who})
    assert key_of_undo("croupier") == "Undo Arrival · Wu"
    assert re.search(r"<span>\s*Arrival · Wu\b", page("jefe", "/tables/mesa/"))


NAMES = {"ciro": "Ciro", "ana": "Ana"}


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ({"command": "banco", "player": "ciro", "kind": "solo"}, "Banco · Ciro"),
        ({"command": "banco", "player": "ciro", "kind": "table"}, "Banco · Ciro · Banco with the table"),
        (
            {"command": "incident", "kind": "will_misread", "choice": "stand", "stage": "bank_unseen"},
            "Incident: Stands — the croupier announced another will",
        ),
        ({"command": "incident", "kind": "stuck_cards"}, "Incident: Cards stuck together"),
        (
            {"command": "place_bet", "player": "ana", "chance": "punto", "amount": 100},
            "Bet · Ana · 100 · Punto",
        ),
        ({"command": "card", "hand": "banca", "card": "7"}, "Card · 7 · Banca"),
        ({"command": "settle"}, "Payment"),
    ],
)
def test_an_undo_is_said_as_a_sentence(command: dict[str, str], said: str) -> None:
    with translation.override("en"):
        assert command_said(command, NAMES) == said


def test_no_label_repeats_its_own_word_in_any_language() -> None:
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            said = command_said({"command": "banco", "player": "ciro", "kind": "solo"}, NAMES)
            assert said.count("Ciro") == said.count("·") == 1


def test_where_the_shoe_carries_no_bank_it_is_the_sabot_that_is_taken() -> None:
    for kind, said in (("accept_bank", "Sabot accepted"), ("decline_bank", "Sabot declined")):
        with translation.override("en"), speaking("spain"):
            assert command_said({"command": kind, "player": "ana"}, NAMES) == f"{said} · Ana"

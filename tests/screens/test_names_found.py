"""Whatever letters a name has, every search finds it, as it is written and as another keyboard writes it."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from casino.people.models import User
from casino.people.search import people_named
from tables.door.service import execute
from tables.record.search import Filters
from tables.view.names import find_players
from tables.view.timeline.search import look
from tests.support import counter
from tests.support.built import built_for_a_module
from tests.support.house import CROUPIER, client_of
from tests.support.names import FOUND_BY

pytestmark = pytest.mark.django_db
MESA = counter.MESA
BOTH = [(name, said) for name, found_by in FOUND_BY.items() for said in (*found_by, name)]


@pytest.fixture(scope="module")
def named(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Players and staff of these names, and a note about each."""
    with built_for_a_module(django_db_blocker, _come):
        yield


def _come() -> None:
    counter.cage()
    counter.table(MESA)
    for place, name in enumerate(FOUND_BY):
        assert execute(MESA, {"command": "join", "player": f"v{place}", "name": name}, CROUPIER).ok
        assert execute(MESA, {"command": "note", "text": f"de {name}, ayer"}, CROUPIER).ok
        User.objects.create_user(f"p{place}", first_name=name, role="croupier")


@pytest.fixture
def jefe(named: None) -> Client:
    return client_of("jefe")


@pytest.mark.parametrize(("name", "said"), BOTH)
def test_the_search_of_the_house_finds_the_player(jefe: Client, name: str, said: str) -> None:
    found = jefe.get("/find/", {"q": said}).json()["found"]
    assert name in [one["title"] for one in found]


@pytest.mark.parametrize(("name", "said"), BOTH)
def test_the_record_is_found_by_a_note_and_by_the_players_name(named: None, name: str, said: str) -> None:
    shown = look(Filters(text=said, table=MESA)).shown
    player = f"v{list(FOUND_BY).index(name)}"
    assert player in [one.command.get("player") for one in shown]
    assert f"de {name}, ayer" in [one.command.get("text") for one in shown]


@pytest.mark.parametrize(("name", "said"), BOTH)
def test_players_and_staff_are_found_by_a_part(named: None, name: str, said: str) -> None:
    place = list(FOUND_BY).index(name)
    assert f"v{place}" in [player.player for player in find_players(said)]
    assert f"p{place}" in people_named(said)

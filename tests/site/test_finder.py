"""The search over the whole house: each reader finds what he may open, by words in any order and by whole numbers."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from casino.people.permissions import Role
from casino.site.finder import MOST, Found, Search, search_all
from tests.support import counter
from tests.support.built import built_for_a_module
from tests.support.house import client_of, game

pytestmark = pytest.mark.django_db
MESA = counter.MESA


@pytest.fixture(scope="module", autouse=True)
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A table with an exchange and some passes, and another without any."""
    with built_for_a_module(django_db_blocker, _play):
        yield


def _play() -> None:
    counter.cage()
    counter.table(MESA)
    counter.done("buy_in", 500, player="ana")
    game(MESA, 90)


def found(said: str, role: Role = Role.JEFE) -> list[Found]:
    return list(search_all(Search(role, said.split())))


def titles(said: str, role: Role = Role.JEFE) -> list[str]:
    return [one.title for one in found(said, role)]


def test_one_table_is_found_with_its_pages() -> None:
    every = titles(MESA.replace("-", " "))
    name = every[0]
    assert {f"{name} · Dinero", f"{name} · Registro", f"{name} · Pantalla"} <= set(every)
    assert found(MESA.replace("-", " "))[0].address == reverse("table", args=[MESA])


def test_a_number_is_meant_whole() -> None:
    assert not any("Mesa 1" in title for title in titles("mesa 11"))


def test_a_pass_a_slip_and_an_article_are_found_by_their_numbers() -> None:
    addresses = {one.address for one in found("1")}
    assert reverse("pass", args=[MESA, 1]) in addresses
    assert reverse("slip", args=[1]) in addresses
    assert any(one.address.endswith("/articles/13/") for one in found("art 13"))


def test_a_player_is_found_by_a_part_of_the_name_whatever_its_accents() -> None:
    assert reverse("report-player", args=[MESA, "ana"]) in {one.address for one in found("an")}


@pytest.mark.parametrize(
    ("said", "role", "address"),
    [
        ("cerrar mesas", Role.JEFE, "closings"),
        ("abrir mesas", Role.JEFE, "openings"),
        ("sector", Role.JEFE, "section"),
        ("plan", Role.JEFE, "duty-plan"),
        ("propinas", Role.DIRECTOR, "report-tips"),
        ("ganancia hora", Role.DIRECTOR, "report-yield"),
    ],
)
def test_what_is_done_with_many_tables_and_each_report_are_found(said: str, role: Role, address: str) -> None:
    assert reverse(address) in {one.address for one in found(said, role)}
    assert reverse(address) not in {one.address for one in found(said, Role.CROUPIER)}


def test_an_act_leads_to_its_form() -> None:
    assert any(one.address == f"{reverse('table', args=[MESA])}#do-limits" for one in found("limites"))


@pytest.mark.parametrize("role", [Role.CROUPIER, Role.CAMBISTA, Role.INSPECTOR, Role.ADMINISTRATOR])
def test_each_role_finds_only_what_it_may_open(role: Role) -> None:
    client = client_of(role)
    for said in ("mesa", "1", "ana", "limites", "art 13", "plan", "vales", "mesas", ""):
        for one in client.get(reverse("find"), {"q": said}).json()["found"]:
            assert client.get(one["address"], follow=True).status_code == 200, one


def test_few_are_shown_and_too_many_words_are_refused() -> None:
    client = client_of(Role.JEFE)
    assert 0 < len(client.get(reverse("find"), {"q": ""}).json()["found"]) <= MOST
    assert client.get(reverse("find"), {"q": "a " * 400}).status_code == 422

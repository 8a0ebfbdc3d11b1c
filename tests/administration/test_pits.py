"""Pits of the floor: made, named, ordered, ended, and the tables that belong to each."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from casino.administration import pits, tables
from casino.common.refusals import Refusal
from casino.house.models import Act
from casino.journal.audit import faults
from casino.people.models import User
from tables.models import Table
from tests.administration.conftest import ANA

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def floor() -> None:
    for number in (1, 2, 10):
        tables.add(ANA, f"mesa-{number}", f"Mesa {number}")


def of_pits() -> dict[str, list[str]]:
    found = [(pit.name, sorted(pit.tables.values_list("slug", flat=True))) for pit in pits.in_order()]
    return dict(found)


def test_are_made_named_ordered_and_ended() -> None:
    first, second = pits.add(ANA, "Salón Río"), pits.add(ANA, "Terraza")
    pits.rename(ANA, second.pk, "Galería")
    pits.move(ANA, second.pk, -1)
    assert [pit.name for pit in pits.in_order()] == ["Galería", "Salón Río"]
    assert Act.objects.latest("pk").after == {"place": 1}
    pits.remove(ANA, second.pk)
    assert [(pit.name, pit.position) for pit in pits.in_order()] == [("Salón Río", 1)]
    assert first.pk and not list(faults())


def test_a_table_belongs_to_one_at_most() -> None:
    first, second = pits.add(ANA, "Salón Río"), pits.add(ANA, "Terraza")
    pits.assign(ANA, first.pk, ["mesa-1", "mesa-2", "mesa-10"])
    pits.assign(ANA, second.pk, ["mesa-10"])
    assert of_pits() == {"Salón Río": ["mesa-1", "mesa-2"], "Terraza": ["mesa-10"]}
    assert Act.objects.latest("pk").after == {"pit": "Terraza", "tables": ["mesa-10"]}
    pits.assign(ANA, None, ["mesa-1"])
    pits.remove(ANA, second.pk)
    assert of_pits() == {"Salón Río": ["mesa-2"]}
    assert Table.objects.get(slug="mesa-10").pit is None
    assert not list(faults())


@pytest.mark.parametrize(
    ("name", "code"), [("", "bad_pit_name"), ("x" * 61, "bad_pit_name"), ("Terraza", "pit_taken")]
)
def test_a_wrong_name_is_refused(name: str, code: str) -> None:
    pits.add(ANA, "Terraza")
    with pytest.raises(Refusal, match=code):
        pits.add(ANA, name)
    assert Act.objects.latest("pk").refused == code


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(Refusal, match="no_such_pit"):
        pits.rename(ANA, 99, "Terraza")
    with pytest.raises(Refusal, match="no_such_pit"):
        pits.assign(ANA, 99, ["mesa-1"])
    with pytest.raises(Refusal, match="no_tables_chosen"):
        pits.assign(ANA, pits.add(ANA, "Terraza").pk, [])


def test_the_page_makes_a_pit_and_assigns_the_chosen_tables(client: Client) -> None:
    client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
    page = reverse("house-tables")
    assert "There is no pit yet" in client.get(page, {"pits": ""}).content.decode()
    client.post(page, {"act": "add-pit", "pit_name": "Terraza"})
    [pit] = pits.in_order()
    for act in ("pit-up", "pit-down"):
        assert client.post(page, {"act": act, "pit": pit.pk}).status_code == 302
    client.post(page, {"act": "assign", "pit": pit.pk, "tables": ["mesa-1", "mesa-2"]})
    assert of_pits() == {"Terraza": ["mesa-1", "mesa-2"]}
    client.post(page, {"act": "assign", "pit": "", "tables": ["mesa-1"]})
    client.post(page, {"act": "rename-pit", "pit": pit.pk, "pit_name": "Galería"})
    assert of_pits() == {"Galería": ["mesa-2"]}
    answer = client.post(page, {"act": "assign", "pit": pit.pk})
    assert answer.status_code == 422 and "Choose the tables first." in answer.content.decode()
    client.post(page, {"act": "remove-pit", "pit": pit.pk})
    assert of_pits() == {}


def names(client: Client, **query: str) -> list[str]:
    """The tables of the list, from above."""
    page = client.get(reverse("house-tables"), query).content.decode()
    return re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', page)


def test_the_list_is_sorted_naturally_and_shown_by_pit_and_state(client: Client) -> None:
    client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
    pit = pits.add(ANA, "Terraza")
    pits.assign(ANA, pit.pk, ["mesa-10"])
    tables.retire(ANA, "mesa-2")
    assert names(client) == ["Mesa 1", "Mesa 10"]
    assert names(client, order="-name") == ["Mesa 10", "Mesa 1"]
    assert names(client, pit=str(pit.pk)) == ["Mesa 10"]
    assert names(client, state="retired") == ["Mesa 2"]
    assert names(client, find="10") == ["Mesa 10"]


def test_the_chosen_tables_are_retired_and_brought_back_each_for_itself(client: Client) -> None:
    client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
    page = reverse("house-tables")
    asked = client.get(page, {"act": "retire", "tables": ["mesa-1", "mesa-10"]}).content.decode()
    assert asked.count('type="hidden" name="tables"') == 2
    tables.retire(ANA, "mesa-2")
    told = client.post(page, {"act": "retire", "tables": ["mesa-1", "mesa-2"]}).content.decode()
    assert "Retired: Mesa 1" in told and "<b>Mesa 2</b>" in told
    client.post(page, {"act": "back", "tables": ["mesa-1", "mesa-2"]})
    assert not Table.objects.exclude(retired=None).exists()


def test_the_chosen_tables_are_opened_alike(client: Client) -> None:
    client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
    page = reverse("house-tables")
    wanted = {"act": "opening", "tables": ["mesa-1", "mesa-10"], "reglamento": "argentina", "chip": "10"}
    refused = client.post(page, wanted | {"minimum": "100", "maximum": ""})
    assert refused.status_code == 422 and 'value="100"' in refused.content.decode()
    client.post(page, wanted | {"minimum": "100", "maximum": "1000"})
    opened = Table.objects.exclude(opening="").values_list("slug", flat=True)
    assert sorted(opened) == ["mesa-1", "mesa-10"]

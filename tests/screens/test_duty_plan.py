"""The plan of duty: who is due, who is missing, who could come; and one act accepts what it proposes."""

from datetime import timedelta

import pytest
from django.test import Client

from casino.common import clock
from casino.people.models import User
from tables.door import duty
from tables.models import Duty
from tables.view.duty_plan import Place, plan
from tests.support.house import JEFE, open_table
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def floor(house_has: HouseHas) -> None:
    house_has(relief_minutes=45, break_minutes=20)
    for number in (1, 2):
        open_table(f"mesa-{number}", f"Mesa {number}")
    User.objects.create_user("julio", role="jefe", password="x")
    for name in ("ana", "bea", "carla"):
        User.objects.create_user(name, role="croupier", password="x", first_name=name.title())


def began(minutes: int, slug: str, person: str) -> Duty:
    then = clock.now() - timedelta(minutes=minutes)
    with clock.running_on(lambda: then):
        return duty.begin(slug, JEFE, "croupier", person)


def first() -> Place:
    return plan().places[0]


def test_who_is_overdue_comes_first_and_the_longest_rest_is_proposed() -> None:
    rested = began(300, "mesa-2", "carla")
    then = clock.now() - timedelta(minutes=60)
    with clock.running_on(lambda: then):
        duty.end(rested.pk, JEFE)
    spell = began(50, "mesa-1", "ana")
    place = first()
    assert (place.number, place.is_due) == (spell.pk, True)
    assert place.proposed and place.proposed.login == "bea", "she has not worked yet"
    others = [one.proposed.login for one in plan().proposals[1:] if one.proposed]
    assert "carla" in others and "bea" not in others, "each is proposed once"


def test_a_break_that_lasts_and_a_relief_that_is_far_propose_nobody() -> None:
    began(10, "mesa-1", "ana")
    duty.end(began(30, "mesa-2", "bea").pk, JEFE)
    found = plan()
    assert not next(one for one in found.places if one.person == "Ana").proposed
    assert [one.until is not None for one in found.free if one.login == "bea"] == [True]
    assert "bea" not in [one.proposed.login for one in found.proposals if one.proposed]


def test_the_first_of_the_evening_are_proposed_too() -> None:
    assert not duty.are_kept()
    found = plan().places
    assert {one.table.slug for one in found} == {"mesa-1", "mesa-2"}
    assert all(one.number is None for one in found) and any(one.proposed for one in found)


def test_one_act_accepts_a_proposal_or_all() -> None:
    spell = began(50, "mesa-1", "ana")
    client = Client()
    client.force_login(User.objects.get(username="julio"))
    page = client.get("/floor/duty/")
    assert page.status_code == 200 and f'value="#{spell.pk} croupier bea"' in page.content.decode()
    said = f"#{spell.pk} croupier bea"
    assert client.post("/floor/duty/", {"accept": said}).status_code == 302
    assert [one.person for one in duty.of_table("mesa-1")] == ["bea"]
    late = client.post("/floor/duty/", {"accept": said})
    assert late.status_code == 409 and 'role="alert"' in late.content.decode()
    both = ["mesa-2 croupier carla", "mesa-2 croupier nobody"]
    answer = client.post("/floor/duty/", {"accept": "all", "proposal": both})
    assert answer.status_code == 409
    assert [one.person for one in duty.of_table("mesa-2")] == ["carla"]


@pytest.mark.parametrize(
    "said", ["", "x", "# croupier bea", "#12", "#9999999999999999999 croupier bea", "a\x00 croupier b"]
)
def test_what_is_no_proposal_changes_nothing(said: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="julio"))
    assert client.post("/floor/duty/", {"accept": said}).status_code in (302, 409)
    assert not Duty.objects.exists()

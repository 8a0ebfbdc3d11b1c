"""What a jefe sees of the people on duty: who is missing, since when each deals, who could relieve him."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.common import clock
from casino.people.models import StaffSession, User
from tables.door import duty
from tables.door.service import create_table, execute, read
from tables.models import Table
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.roles import Actor
from tables.screens.console import screen as console
from tables.screens.floor import screen as floor
from tables.screens.table import screen as table_page
from tables.view.alerts.people import staff_alerts
from tables.view.facts.staff import read_ahead, staff, staff_to_change
from tables.view.screen import TableView, view_of
from tests.support.house import CROUPIER, JEFE, SETTINGS
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
DIEGO = Actor("diego", "croupier")


@pytest.fixture(autouse=True)
def house() -> None:
    """An open table of the Spanish reglamento, which asks for two croupiers, a cambista and a jefe; a closed one."""
    for slug in ("mesa", "otra"):
        create_table(slug, slug.title())
    assert execute("mesa", {"command": "open_table", **SETTINGS, "reglamento": "spain"}, JEFE).ok
    for name, role in (("carla", "croupier"), ("diego", "croupier"), ("julio", "jefe"), ("cora", "cambista")):
        User.objects.create(username=name, role=role, first_name=name.title(), password="some hash")


def seen(slug: str = "mesa", role: str = "jefe") -> TableView:
    return view_of(*read(slug), role)


def missing(view: TableView) -> list[tuple[str, int, int]]:
    return [(str(one.label), one.there, one.needed) for one in staff(view)["missing"]]


def test_a_house_that_enters_nobody_is_told_of_nobody() -> None:
    assert missing(seen()) == [] and list(staff_alerts(seen())) == []


def test_each_text_names_who_deals() -> None:
    assert {slug: dict(rules.staffing) for slug, rules in REGLAMENTOS.items()} == {
        "argentina": {"pagador": 1},
        "slovenia": {"croupier": 1},
        "monte-carlo": {"croupier": 1},
        "spain": {"croupier": 2, "cambista": 1, "jefe": 1},
        "chemin-de-fer": {"croupier": 1},
    }
    words = REGLAMENTOS["spain"].source.words("staffing", None)
    assert words and words.text.startswith("Croupier: Dos por mesa.")


def test_whom_the_text_asks_for_is_missing_until_he_comes() -> None:
    duty.begin("mesa", CROUPIER, "croupier")
    assert [(there, needed) for _, there, needed in missing(seen())] == [(1, 2), (0, 1), (0, 1)]
    duty.begin("mesa", DIEGO, "croupier")
    duty.begin("mesa", JEFE, "jefe")
    assert [(there, needed) for _, there, needed in missing(seen())] == [(0, 1)]
    duty.begin("mesa", Actor("cora", "cambista"), "cambista")
    assert missing(seen()) == []


def test_nobody_is_missing_at_a_closed_table() -> None:
    duty.begin("otra", CROUPIER, "croupier")
    assert missing(seen("otra")) == []


def test_the_floor_says_who_is_missing_and_whose_relief_is_due(house_has: HouseHas) -> None:
    house_has(relief_minutes=45)
    spell = duty.begin("mesa", CROUPIER, "croupier")
    duty.begin("mesa", JEFE, "jefe")
    short, due = staff_alerts(seen())
    assert short.key == f"staff-{spell.pk + 1}-2" and "1/2" in short.detail
    assert (due.key, due.at, due.actor, due.after) == (
        f"relief-{spell.pk}-{45 * 60}",
        spell.at,
        "carla",
        45 * 60,
    )
    parts = floor.SCREEN.render(seen())
    assert 'data-watches="julio"' in parts["tile-mesa"] and "1/2" in parts["alerts-mesa"]
    assert f"relief-{spell.pk}" in parts["alerts-mesa"]
    house_has(relief_minutes=0)
    assert [one.key for one in staff_alerts(seen())] == [short.key]


def test_the_jefe_has_a_touch_for_who_could_relieve_and_sees_his_break(house_has: HouseHas) -> None:
    house_has(break_minutes=20)
    duty.end(duty.begin("mesa", DIEGO, "croupier").pk, DIEGO)
    spell = duty.begin("mesa", CROUPIER, "croupier")
    [(one, first, others)] = staff_to_change(seen())["rows"]
    assert (one.person, [comer.login for comer in first], others) == ("carla", ["julio", "diego"], [])
    assert first[1].until - first[1].since == timedelta(minutes=20)
    html = table_page.SCREEN.render(seen())["table-staff"]
    assert f'id="relieve-{spell.pk}-diego"' in html and re.search(r"\d\d:\d\d", html)
    assert "relieve-" not in table_page.SCREEN.render(seen(role="inspector"))["table-staff"]


def test_a_break_that_is_over_is_not_named(house_has: HouseHas, monkeypatch: pytest.MonkeyPatch) -> None:
    house_has(break_minutes=20)
    with monkeypatch.context() as earlier:
        an_hour_ago = timezone.now() - timedelta(hours=1)
        earlier.setattr(clock, "now", lambda: an_hour_ago)
        duty.end(duty.begin("mesa", DIEGO, "croupier").pk, DIEGO)
    duty.begin("mesa", CROUPIER, "croupier")
    [(_, comers, _)] = staff_to_change(seen())["rows"]
    assert [(one.since, one.until) for one in comers if one.login == "diego"] == [(an_hour_ago, None)]


def test_a_tablet_is_shown_with_how_its_person_came_in() -> None:
    carla = User.objects.get(username="carla")
    StaffSession.objects.create(session_key="a", user=carla, table="mesa", by_pin=True, began=timezone.now())
    [tablet] = staff_to_change(seen())["tablets"]
    assert (tablet.person, tablet.by_pin) == ("carla", True)
    assert f'id="tablet-{tablet.number}"' in table_page.SCREEN.render(seen())["table-staff"]


def test_the_console_says_whom_the_jefe_has_sent() -> None:
    duty.begin("mesa", JEFE, "jefe")
    duty.begin("mesa", JEFE, "croupier", "diego")
    html = console.SCREEN.render(seen(role="croupier"))["console-croupier"]
    assert "Diego" in html and "Julio" not in html


def test_a_croupier_sees_where_he_is_not_assigned(house_has: HouseHas) -> None:
    house_has(assigned_only=True)
    carla = User.objects.get(username="carla")
    carla.serves = "mesa"
    carla.save()
    client = Client()
    client.force_login(carla)
    home = client.get("/").text
    assert "/tables/mesa/console/" in home and "/tables/otra/console/" not in home
    assert "not-assigned" not in client.get("/tables/mesa/console/").text
    assert "not-assigned" in client.get("/tables/otra/console/").text


def test_all_tables_are_read_together(django_assert_num_queries: Any) -> None:
    duty.begin("mesa", CROUPIER, "croupier")
    views = [seen(table.slug) for table in Table.objects.order_by("slug")]
    with django_assert_num_queries(2):  # the spells, and the names
        read_ahead(views)
        assert [len(staff(view)["on_duty"]) for view in views] == [1, 0]

"""The page of components is shown to the staff of a demo, and to nobody else."""

import re

import pytest
from django.test import Client, override_settings

from casino.people.permissions import Role
from tests.support import counter
from tests.support.house import client_of

pytestmark = pytest.mark.django_db


@override_settings(DEMO=True)
def test_it_is_there_for_the_staff_of_a_demo() -> None:
    assert client_of(Role.CROUPIER).get("/look/").status_code == 200
    assert Client().get("/look/").status_code == 302


@override_settings(DEMO=False)
def test_a_house_at_work_has_no_such_page() -> None:
    assert client_of(Role.JEFE).get("/look/").status_code == 404


@pytest.mark.parametrize("chosen", ["desk", "touch"])
def test_the_size_of_what_is_touched_is_chosen_for_a_device(chosen: str) -> None:
    client = client_of(Role.JEFE)
    client.post("/density/", {"density": chosen, "next": "/account/"})
    assert f'data-density="{chosen}"' in client.get("/account/").content.decode()
    client.post("/density/", {"density": "auto", "next": "/account/"})
    assert "data-density" not in client.get("/account/").content.decode()


def counted(page: str) -> set[str]:
    """What is counted in the rail and in the bar of a phone."""
    return set(re.findall(r'class="waiting-count"[^>]*>(?:<i>)?([1-9]\d*)', page))


def test_the_rail_counts_what_waits_for_the_jefe() -> None:
    counter.cage()
    counter.table(counter.MESA)
    jefe, croupier = client_of(Role.JEFE), client_of(Role.CROUPIER)
    assert counted(jefe.get("/").content.decode()) == set()
    raised = croupier.post(
        f"/api/tables/{counter.MESA}/disputes", {"note": ""}, content_type="application/json"
    )
    assert raised.status_code in {200, 201}
    assert counted(jefe.get("/").content.decode()) == {"1"}
    assert counted(croupier.get("/").content.decode()) == set()

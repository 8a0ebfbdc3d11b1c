"""On the screens people stand by their names: who called, who decided, who asked for a signature, who wrote a slip."""

import pytest
from django.test import Client
from django.urls import reverse

from casino.people.models import User
from tables.door import calls, disputes, duty
from tests.support.counter import cage, done
from tests.support.house import CROUPIER, JEFE, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house() -> None:
    """A table with a call, an open dispute, a decided one, a person on duty and a slip."""
    for login, name, role in (("carla", "Carla Luz", "croupier"), ("julio", "Julio Mar", "jefe")):
        first, last = name.split()
        User.objects.create_user(login, role=role, first_name=first, last_name=last, language="en")
    open_table("mesa", "Mesa")
    cage()
    done("opening", 0, table="mesa")
    done("fill", 1_000, table="mesa")
    calls.call("mesa", CROUPIER)
    decided, _open = (disputes.mark("mesa", CROUPIER, note) for note in ("late", "short"))
    disputes.resolve(decided.pk, JEFE, "it holds")
    duty.begin("mesa", JEFE, "croupier", "carla")


@pytest.mark.parametrize(
    "page", ["floor", "table", "money", "duty-plan", "handover", "report-slips", "report-duty"]
)
def test_no_page_of_a_jefe_says_a_login(page: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="julio"))
    address = reverse(page, args=["mesa"] if page in {"table", "money"} else [])
    html = client.get(address).content.decode()
    assert "Carla Luz" in html
    for login in (">carla", " carla ", " carla,", " julio ", ", julio"):
        assert login not in html

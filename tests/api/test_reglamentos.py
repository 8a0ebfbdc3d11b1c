"""What a reglamento lets its players bet on, over HTTP."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from casino.people.models import Token, User
from tables.door.service import create_table
from tables.record.reglamentos.catalogue import add
from tables.rules.reglamentos import REGLAMENTOS
from tests.support import documented

pytestmark = pytest.mark.django_db
EZ = (settings.BASE_DIR / "docs" / "examples" / "ez.toml").read_text()


def asked(name: str) -> Any:
    """As a wall asks: with the secret of its token."""
    create_table("mesa-1", "Mesa")
    secret = Token.objects.issue("wall", "display", "mesa-1")
    answer = Client().get(f"/api/reglamentos/{name}", headers={"Authorization": f"Bearer {secret}"})
    documented.check(answer)
    return answer


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_the_products_own_say_their_chances(slug: str) -> None:
    said = asked(slug).json()
    offered = ["punto"] if slug == "chemin-de-fer" else ["punto", "banca", "tie"]
    assert (said["reglamento"], said["base"]) == (slug, None)
    assert [chance["slug"] for chance in said["chances"]] == offered
    assert said["chances"][0]["pays"] == [{"winner": "punto", "to_one": 1}, {"winner": "tie", "push": True}]


def test_a_houses_own_says_them_with_the_version() -> None:
    add(EZ)
    said = asked("ez").json()
    assert (said["reglamento"], said["title"], said["base"]) == (
        "ez@1",
        "Punto Banco sin comisión",
        "slovenia",
    )
    dragon = said["chances"][3]
    assert dragon["names"]["es"] == "Dragón 7" and (dragon["minimum"], dragon["maximum"]) == ("1/10", "1/20")
    assert dragon["pays"] == [{"winner": "banca", "banca_total": 7, "banca_cards": 3, "to_one": 40}]
    assert [chance["maximum_setting"] for chance in said["chances"]] == [None, None, "tie_bet", None, None]


@pytest.mark.parametrize("name", ["nowhere", "ez@1", "argentina@1", "a%00b"])
def test_what_does_not_exist_is_refused(name: str) -> None:
    answer = asked(name)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_reglamento")


def test_a_stranger_is_told_nothing() -> None:
    assert Client().get("/api/reglamentos/argentina").status_code == 401
    client = Client()
    client.force_login(User.objects.create_user("ana.admin", role="administrator"))
    assert client.get("/api/reglamentos/argentina").status_code == 200

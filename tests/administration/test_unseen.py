"""A character that nobody sees, and a login that looks like another's, come in by no way."""

from typing import Any

import pytest
from django.test import Client

from casino.administration import first_run, people, tables, tokens
from casino.administration.csv_list import Source
from casino.administration.pages.house import HouseForm
from casino.common.refusals import Refusal
from casino.people.models import Token, User
from tables.door.service import create_table, execute
from tables.models import Table
from tests.administration.conftest import ANA
from tests.operations.command import Command
from tests.support.house import CROUPIER, open_table

pytestmark = pytest.mark.django_db
HIDDEN = ["\u202e", "\u2067", "\u200b", "\u3164", "\u00ad"]


def code_of(refusal: Refusal) -> str:
    inner = refusal.fields.get("refusal")
    return inner.code if isinstance(inner, Refusal) else refusal.code


@pytest.mark.parametrize("hidden", HIDDEN)
def test_tables_and_tokens_have_names_that_are_seen(hidden: str) -> None:
    create_table("mesa", "Mesa")
    name = f"Mesa {hidden}1"
    acts = [
        lambda: tables.add(ANA, "mesa-1", name),
        lambda: tables.rename(ANA, "mesa", name),
        lambda: tables.take(ANA, Source("tables.csv", f"table,name\nmesa-1,{name}\n".encode())),
        lambda: tokens.issue(ANA, "display", "mesa", name),
    ]
    for act in acts:
        with pytest.raises(Refusal) as told:
            act()
        assert code_of(told.value) == "unseen_character"
    assert [table.name for table in Table.objects.all()] == ["Mesa"] and not Token.objects.exists()


@pytest.mark.parametrize("hidden", HIDDEN)
def test_so_has_the_house(hidden: str) -> None:
    form = HouseForm({"HOUSE_NAME": f"Casino{hidden} Faro"})
    assert not form.is_valid() and "HOUSE_NAME" in form.errors
    for name in ("HOUSE_ADDRESS", "TAX_NUMBER", "LICENCE"):
        assert name in HouseForm({name: f"Calle {hidden} 1"}).errors and name not in HouseForm({}).errors
    assert "HOUSE_NAME" not in HouseForm({"HOUSE_NAME": "Casino Ñandú"}).errors


@pytest.mark.parametrize("hidden", [*HIDDEN, "\u200d"])
@pytest.mark.parametrize("field", ["name", "player"])
def test_so_have_players(field: str, hidden: str) -> None:
    open_table("mesa", "Mesa")
    said = {"command": "join", "player": "eva", "name": "Eva Gil"}
    answer = execute("mesa", said | {field: f"eva{hidden}x"}, CROUPIER)
    assert not answer.ok and answer.error is not None
    assert (answer.error["code"], answer.error["fields"]["field"]) == ("malformed", field)
    assert execute("mesa", said, CROUPIER).ok


def test_a_login_that_looks_like_another_is_made_by_no_way(capsys: Any, client: Client) -> None:
    people.add(ANA, {"username": "carla", "role": "croupier"})
    assert "carla" in Command(capsys).refused("user", "add", "сarla", "jefe")
    link = f"/setup/{first_run.make_link(ANA)}/"
    said = {"username": "сarla", "passphrase": "nine riffles and a cut", "again": "nine riffles and a cut"}
    assert client.post(link, said).status_code == 409
    people.add(ANA, {"username": "ada", "role": "administrator"})
    client.force_login(User.objects.get(username="ada"))
    page = client.post("/administration/people/", {"act": "add", "username": "сarla", "role": "jefe"})
    assert page.status_code == 409 and User.objects.count() == 2

"""What is kept about one person is taken out as a file: all of it, of nobody else, and as an act."""

import io
import json
import zipfile
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import Client
from django.urls import reverse

from casino.administration import people, personal_data
from casino.administration.personal_data import BESIDE, OF_PLAYERS, OF_STAFF
from casino.common.refusals import Refusal
from casino.house.models import Act
from casino.people.models import User
from casino.people.permissions import Role
from tables.door import disputes, duty
from tables.door.service import execute
from tables.models import Bet
from tests.administration.conftest import ANA
from tests.support.counter import MESA, cage, done, table
from tests.support.house import CROUPIER, JEFE, Croupier, game

pytestmark = pytest.mark.django_db
PAGE = (settings.BASE_DIR / "docs" / "people-data.md").read_text()
# Columns that name a person, and where they do not: a role, a table, or what no person is
NAMING = {"actor", "person", "by", "player", "owner", "holder", "username", "successor", "about", "payer"}
NAMING |= {"bank_holder", "bank_associate", "card_holder"}
NOBODYS = {"sessions.Session"}


def taken(export: Any, who: str) -> dict[str, list[dict[str, Any]]]:
    out = io.BytesIO()
    export(ANA, who, out)
    with zipfile.ZipFile(out) as archive:
        assert archive.testzip() is None
        return {name.removesuffix(".json"): json.loads(archive.read(name)) for name in archive.namelist()}


@pytest.fixture
def evening() -> None:
    for login, role in (("carla", "croupier"), ("julio", "jefe")):
        people.add(ANA, {"username": login, "role": role, "first_name": login.title()})
    cage()
    table()
    game(MESA, 40, Croupier(4))
    assert execute(MESA, {"command": "join", "player": "zoe"}, CROUPIER).ok
    disputes.mark(MESA, CROUPIER, "he says that it was 50")
    duty.begin(MESA, JEFE, "jefe")
    done("buy_in", 500, player="ana")


class TestStaff:
    def test_the_file_has_all_of_a_croupier_and_nothing_of_another(self, evening: None) -> None:
        found = taken(personal_data.export_staff, CROUPIER.name)
        assert (found["about"][0]["staff"], found["about"][0]["by"]) == (CROUPIER.name, ANA.actor)
        assert [one["name"] for one in found["tables.Record"]] == ["join"]
        assert found["tables.Dispute"][0]["note"] == "he says that it was 50"
        text = json.dumps({name: rows for name, rows in found.items() if name != "about"})
        assert '"julio"' not in text and JEFE.name not in text

    def test_nothing_secret_is_in_it(self, evening: None) -> None:
        user = User.objects.get(username="carla")
        text = json.dumps(taken(personal_data.export_staff, "carla"))
        assert user.password and user.password not in text
        for secret in ("hash", "secret", "recovery", "digest", "session_key", "credential"):
            assert f'"{secret}"' not in text, secret

    def test_his_history_is_in_it(self, evening: None) -> None:
        people.change(ANA, "carla", {}, first_name="Carlota")
        history = taken(personal_data.export_staff, "carla")["journal.Entry"]
        assert [one["content"]["first_name"] for one in history][-2:] == ["Carla", "Carlota"]

    def test_it_is_an_act(self, evening: None) -> None:
        taken(personal_data.export_staff, "carla")
        last = Act.objects.order_by("pk").last()
        assert last and (last.what, last.about, last.actor) == ("person_exported", "carla", ANA.actor)
        assert last.after["kind"] == "staff" and last.after["rows"] > 0

    def test_nobody_of_that_login_is_refused_and_that_is_an_act_too(self) -> None:
        with pytest.raises(Refusal, match="no_such_person"):
            taken(personal_data.export_staff, "nobody")
        last = Act.objects.order_by("pk").last()
        assert last and (last.about, last.refused) == ("nobody", "no_such_person")


class TestPlayers:
    def test_the_file_has_all_of_a_player_and_nothing_of_another(self, evening: None) -> None:
        player = Bet.objects.values_list("player", flat=True).first()
        assert player
        found = taken(personal_data.export_player, player)
        assert len(found["tables.Bet"]) == Bet.objects.filter(player=player).count()
        assert {one["player"] for one in found["tables.Bet"]} == {player}
        others = set(Bet.objects.values_list("player", flat=True)) - {player}
        text = json.dumps(found)
        assert others and not any(f'"{other}"' in text for other in others)
        assert CROUPIER.name not in text and JEFE.name not in text
        joined = [one for one in found["tables.Record"] if one["name"] == "join"]
        assert joined[0]["command"]["player"] == player

    def test_the_money_of_his_chips_is_in_it(self, evening: None) -> None:
        found = taken(personal_data.export_player, "ana")
        assert 500 in [one["amount"] for one in found["ledger.Entry"] if one["purpose"] == "buy_in"]
        assert found["cage.Slip"][0]["amount"] == 500

    def test_who_never_came_is_refused(self) -> None:
        with pytest.raises(Refusal, match="nobody_of_that_name"):
            taken(personal_data.export_player, "nobody")


def test_every_column_that_names_a_person_is_taken_out() -> None:
    covered = {(one.model, name) for one in (*OF_STAFF, *OF_PLAYERS) for name in one.named}
    for model in apps.get_models():
        label = model._meta.label
        for field in model._meta.concrete_fields:
            if field.name in NAMING and isinstance(field, models.CharField) and label not in NOBODYS:
                assert (label, field.name) in covered, f"{label}.{field.name}"


def test_every_row_of_a_person_is_taken_out() -> None:
    """What hangs on a login."""
    covered = {one.model for one in OF_STAFF}
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User:
                assert model._meta.label in covered


def test_the_page_says_of_each_why_it_is_kept() -> None:
    for model in {one.model for one in (*OF_STAFF, *OF_PLAYERS)} | BESIDE:
        assert f"`{model}`" in PAGE, model


class TestThePage:
    @pytest.fixture
    def ada(self) -> Client:
        client = Client()
        client.force_login(User.objects.create_user("ada", role="administrator", language="en"))
        return client

    def test_a_member_of_staff(self, evening: None, ada: Client) -> None:
        answer = ada.post(reverse("people-data"), {"act": "staff", "who": "carla"})
        assert answer["Content-Type"] == "application/zip" and "staff-carla-" in answer["Content-Disposition"]
        with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
            assert "accounts.User.json" in archive.namelist()

    def test_a_player_is_looked_for_and_chosen(self, evening: None, ada: Client) -> None:
        page = ada.get(reverse("people-data"), {"player": "an"}).text
        assert 'value="ana"' in page
        answer = ada.post(reverse("people-data"), {"act": "player", "who": "ana"})
        assert answer["Content-Type"] == "application/zip"

    def test_the_name_of_a_player_is_erased(self, evening: None, ada: Client) -> None:
        assert execute(MESA, {"command": "join", "player": "ines", "name": "Doña Inés"}, CROUPIER).ok
        page = ada.get(reverse("people-data"), {"player": "ines"}).text
        assert "Doña Inés" in page and 'value="erase-name"' in page
        form = {"act": "erase-name", "who": "ines"}
        refused = ada.post(reverse("people-data"), form)
        assert refused.status_code == 409 and "once he has left" in refused.text
        assert execute(MESA, {"command": "leave", "player": "ines"}, CROUPIER).ok
        done = ada.post(f"{reverse('people-data')}?player=Inés", form, follow=True)
        assert done.redirect_chain == [(reverse("people-data"), 302)] and "goes by his id" in done.text
        assert "Doña Inés" not in ada.get(reverse("people-data"), {"player": "ines"}).text

    def test_a_refusal_is_said_above_the_form(self, ada: Client) -> None:
        answer = ada.post(reverse("people-data"), {"act": "player", "who": "nobody"})
        assert answer.status_code == 422 and "Nobody has" in answer.text

    @pytest.mark.parametrize("role", [Role.JEFE, Role.INSPECTOR, Role.DIRECTOR, Role.CAMBISTA, Role.CROUPIER])
    def test_nobody_else_makes_such_a_file(self, role: str) -> None:
        client = Client()
        client.force_login(User.objects.create_user("one", role=role))
        assert client.post(reverse("people-data"), {"act": "player", "who": "ana"}).status_code == 403

"""The languages that the house offers: in the login, to its people, and to who had chosen another one."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.administration import people, settings
from casino.common.refusals import Refusal
from casino.people.models import User
from tests.administration.conftest import ANA

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_languages(django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        settings.change(ANA, {"HOUSE_LANGUAGES": ("es", "sl")})


def test_the_login_offers_only_these() -> None:
    page = Client().get("/login/").text
    assert 'value="sl"' in page and 'value="fr"' not in page


def test_a_browser_that_asks_for_another_reads_the_houses() -> None:
    answer = Client().get("/login/", headers={"accept-language": "fr"})
    assert answer["Content-Language"] == "es"
    assert Client().get("/login/", headers={"accept-language": "sl"})["Content-Language"] == "sl"


def test_who_had_chosen_another_reads_the_houses(client: Client) -> None:
    client.force_login(User.objects.create_user("carla", role="croupier", language="en"))
    assert client.get("/")["Content-Language"] == "es"
    refused = client.post("/api/tables/mesa/commands", "{}", content_type="application/json")
    assert refused["Content-Language"] == "es"


def test_nobody_chooses_another(client: Client) -> None:
    carla = User.objects.create_user("carla", role="croupier", language="es")
    client.force_login(carla)
    client.post("/language/", {"language": "fr"})
    carla.refresh_from_db()
    assert carla.language == "es"
    client.post("/language/", {"language": "sl"})
    carla.refresh_from_db()
    assert carla.language == "sl"


def test_nobody_is_given_another() -> None:
    with pytest.raises(Refusal, match="no_such_language"):
        people.add(ANA, {"username": "bruno", "role": "jefe", "language": "fr"})


@pytest.mark.parametrize(
    "said",
    [
        {"HOUSE_LANGUAGES": []},
        {"HOUSE_LANGUAGES": ["sl"]},
        {"HOUSE_LANGUAGES": ["es", "de"]},
        {"LANGUAGE_CODE": "fr"},
    ],
)
def test_the_houses_own_is_always_one_of_them(client: Client, said: dict[str, Any]) -> None:
    client.force_login(User.objects.create_user("ana.admin", role="administrator", language="es"))
    form = client.get(reverse("house-settings")).context["form"]
    kept = {name: form[name].value() for name in form.fields}
    answer = client.post(reverse("house-settings"), kept | said)
    assert answer.status_code == 422 and "HOUSE_LANGUAGES" in answer.context["form"].errors

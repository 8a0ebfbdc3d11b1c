"""Where a request wants to be led next is a path of this house, or the first page."""

import pytest
from django.test import Client

from casino.people.models import User

ELSEWHERE = ("en", "floor", "//elsewhere.example/", "https://elsewhere.example/", "javascript:x")


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_what_is_no_path_of_this_house_leads_to_the_first_page(client: Client, wanted: str) -> None:
    client.force_login(User.objects.create_user("one", role="inspector"))
    assert client.get("/locked/", {"next": wanted})["Location"] == "/"


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_the_login_leads_nowhere_else(client: Client, wanted: str) -> None:
    User.objects.create_user("one", password="a passphrase of his", role="inspector")
    answer = client.post(f"/login/?next={wanted}", {"username": "one", "password": "a passphrase of his"})
    assert answer.status_code == 302 and answer["Location"] in ("/", "/work/")


@pytest.mark.django_db
@pytest.mark.parametrize("choice", [{"language": "sl"}, {"theme": "light"}])
def test_a_choice_on_the_login_page_leads_back_to_its_form(client: Client, choice: dict[str, str]) -> None:
    page = "/login/?next=/tables/mesa-1/"
    assert client.get(page).text.count(f'name="next" value="{page}"') == 2
    wrong = client.post(page, {"username": "nobody", "password": "x", "next": "/tables/mesa-1/"})
    assert wrong.text.count(f'name="next" value="{page}"') == 2
    address = f"/{next(iter(choice))}/"
    assert client.post(address, choice | {"next": page})["Location"] == page
    assert client.post(address, choice)["Location"] == "/"


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_the_choice_of_a_language_leads_nowhere_else(client: Client, wanted: str) -> None:
    assert client.post("/language/", {"language": "sl", "next": wanted})["Location"] == "/"

"""What a browser is sent: compressed pages and files, what it needs to install the app, and the way to the work."""

import gzip
import json

import pytest
from django.test import Client

from casino.people.models import User
from casino.people.permissions import Post, Role
from tables.door import duty
from tables.door.service import create_table
from tables.rules.roles import Actor
from tests.support.own_house import having

GZIPPED = {"HTTP_ACCEPT_ENCODING": "gzip"}


@pytest.mark.django_db
def test_a_page_is_sent_compressed_and_never_twice_with_the_same_length() -> None:
    answers = [Client().get("/login/", **GZIPPED) for _ in range(20)]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert b"<form" in gzip.decompress(answers[0].content)
    assert len({len(answer.content) for answer in answers}) > 1


def test_a_style_sheet_is_sent_compressed() -> None:
    answer = Client().get("/static/css/base.css", **GZIPPED)
    sent = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert answer["Content-Encoding"] == "gzip"
    assert b"--amber" in gzip.decompress(sent)


def test_a_file_has_no_header_that_means_something_for_a_page_only() -> None:
    answer = Client().get("/static/css/base.css")
    assert answer["X-Content-Type-Options"] == "nosniff"
    for name in (
        "Cross-Origin-Opener-Policy",
        "Referrer-Policy",
        "Access-Control-Allow-Origin",
        "Set-Cookie",
    ):
        assert name not in answer


@having(house_name="Casino de la Costa")
def test_the_app_can_be_installed_under_the_name_of_the_house() -> None:
    answer = Client().get("/app.webmanifest")
    told = json.loads(answer.content)
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["name"], told["display"], told["start_url"]) == (
        "Casino de la Costa",
        "fullscreen",
        "/work/",
    )
    for icon in told["icons"]:
        assert Client().get(icon["src"]).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "serves", "address"),
    [
        (Role.CROUPIER, "", "/"),
        (Role.CROUPIER, "mesa-1", "/tables/mesa-1/console/"),
        (Role.CROUPIER, "mesa-1 mesa-2", "/"),
        (Role.JEFE, "", "/floor/"),
        (Role.INSPECTOR, "", "/inspector/"),
        (Role.CAMBISTA, "", "/counter/"),
        (Role.ADMINISTRATOR, "", "/administration/"),
        ("", "", "/"),
    ],
)
def test_the_first_page_of_each_role_is_its_work(role: str, serves: str, address: str) -> None:
    create_table("mesa-1", "Mesa 1")
    client = Client()
    client.force_login(User.objects.create_user("alguien", password="x", role=role, serves=serves))
    assert client.get("/work/")["Location"] == address
    assert client.get(address).status_code == 200


def test_a_croupiers_first_page_is_where_he_is_on_duty(client: Client, db: None) -> None:
    for slug in ("mesa-1", "mesa-2"):
        create_table(slug, slug)
    carla = User.objects.create_user("carla", password="x", role=Role.CROUPIER, serves="mesa-1 mesa-2")
    duty.begin("mesa-2", Actor("julio", Role.JEFE), Post.CROUPIER, carla.username)
    client.force_login(carla)
    assert client.get("/work/")["Location"] == "/tables/mesa-2/console/"

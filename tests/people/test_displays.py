"""The link of a wall is exchanged for a cookie; its token stands in no later address, and in no log."""

import logging
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from casino.common.telemetry.logging import Masked, masked
from casino.people.models import Token
from casino.people.sessions.displays import COOKIE
from tables.door.service import create_table
from tests.hub.sockets import closed, do, hear, opened

WALL = "/tables/mesa/wall/"
SOCKET = "/ws/screens/wall/mesa/"


@pytest.fixture
def secret(db: None) -> str:
    create_table("mesa", "Mesa")
    return Token.objects.issue("glass", "display", "mesa")


def link(secret: str, client: Client | None = None, query: str = "") -> HttpResponse:
    answer: HttpResponse = (client or Client()).get(f"/wall/{secret}/{query}")
    return answer


def test_the_link_leads_to_an_address_without_the_token(secret: str) -> None:
    answer = link(secret, query="?language=en")
    assert (answer.status_code, answer["Location"]) == (302, f"{WALL}?language=en")
    assert "no-store" in answer["Cache-Control"] and answer["Referrer-Policy"] == "no-referrer"


def test_the_cookies_are_for_this_wall_alone_and_unreadable_for_scripts(secret: str) -> None:
    cookies = link(secret).cookies.values()
    assert {cookie["path"] for cookie in cookies} == {WALL, SOCKET}
    for cookie in cookies:
        assert cookie["httponly"] and cookie["samesite"] == "Lax"
        assert 0 < int(cookie["max-age"]) <= 365 * 24 * 60 * 60
        assert secret not in cookie.value


def test_the_wall_is_shown_with_the_cookie_and_nowhere_says_the_token(secret: str) -> None:
    client = Client()
    link(secret, client)
    page = client.get(f"{WALL}?language=en")
    assert page.status_code == 200 and f'data-socket="{SOCKET}?language=en"' in page.text
    assert 'lang="en"' in page.text and secret not in page.text


def revoked(token: Token) -> None:
    token.revoke()


def expired(token: Token) -> None:
    token.expires = timezone.now() - timedelta(seconds=1)
    token.save()


def rotated(token: Token) -> None:
    token.rotate()


ENDS = (revoked, expired, rotated)


@pytest.mark.parametrize("end", ENDS)
def test_a_token_that_has_ended_shows_nothing(secret: str, end: Callable[[Token], None]) -> None:
    client = Client()
    link(secret, client)
    end(Token.objects.get())
    assert client.get(WALL).status_code == 403
    assert link(secret).status_code == 403


def test_a_cookie_is_not_made_by_whoever_likes(secret: str) -> None:
    client = Client()
    for forged in ("x", "WzEsIngiXQ:1x:y", secret, ""):
        client.cookies[f"{COOKIE}0"] = forged
        assert client.get(WALL).status_code == 403


def test_a_display_sees_no_other_wall(secret: str) -> None:
    create_table("otra", "Otra")
    client = Client()
    client.cookies[f"{COOKIE}0"] = link(secret).cookies[f"{COOKIE}0"].value
    assert client.get("/tables/otra/wall/").status_code == 403


def test_a_glass_that_has_the_cookie_of_a_former_release_goes_on(secret: str) -> None:
    client = Client()
    client.cookies["wall0"] = link(secret).cookies[f"{COOKIE}0"].value
    assert client.get(WALL).status_code == 200


def test_the_glasses_of_two_houses_keep_their_own(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    client.cookies["wall_of-another_0"] = "x"
    link(secret, client)
    client.cookies["wall0"] = "a cookie of another house"
    assert client.get(WALL).status_code == 200


@pytest.mark.django_db(transaction=True)
class TestSocket:
    async def test_the_secret_in_an_address_opens_nothing(self) -> None:
        await do(create_table)("mesa", "Mesa")
        secret = await do(Token.objects.issue)("glass", "display", "mesa")
        async with opened(f"{SOCKET}?token={secret}") as line:
            assert await closed(line) == 4401

    @pytest.mark.parametrize("end", ENDS)
    async def test_a_token_that_has_ended_closes_the_socket(
        self, end: Callable[[Token], None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tables.live.hub.HEARTBEAT", 0.1)
        await do(create_table)("mesa", "Mesa")
        secret = await do(Token.objects.issue)("glass", "display", "mesa")
        async with opened(SOCKET, shown=secret) as line:
            await hear(line, "screen")
            await do(lambda: end(Token.objects.get()))()
            assert await closed(line) == 4401


# Logs


def test_no_line_of_the_log_says_the_token(secret: str, caplog: pytest.LogCaptureFixture) -> None:
    Token.objects.get().revoke()
    with caplog.at_level(logging.DEBUG):
        link(secret)
    assert any("/wall/" in record.getMessage() for record in caplog.records)
    formatter = Masked(logging.Formatter())
    assert all(secret not in formatter.format(record) for record in caplog.records)


def test_every_handler_masks() -> None:
    formatters = [formatter["()"]() for formatter in settings.LOGGING["formatters"].values()]
    assert formatters and all(isinstance(formatter, Masked) for formatter in formatters)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"GET /wall/{'x' * 43}/ 403", "GET /wall/…/ 403"),
        (f"http://127.0.0.1:8000/wall/{'x' * 43}/?language=en", "http://127.0.0.1:8000/wall/…/?language=en"),
        ("/ws/screens/wall/mesa-1/?token=abc&language=es", "/ws/screens/wall/mesa-1/?token=…&language=es"),
        ("Authorization: Bearer abc-_", "Authorization: Bearer …"),
        ("__Host-sessionid_1a2b=abc; csrftoken_1a=d", "__Host-sessionid_1a2b=…; csrftoken_1a=…"),
        ("cookie: wall_1a2b_0=x:y:z; wall1=x", "cookie: wall_1a2b_0=…; wall1=…"),
        ("cookie: sessionid=abc; wall1=x:y:z", "cookie: sessionid=…; wall1=…"),
        (f"Not Found: /setup/{'x' * 43}/", "Not Found: /setup/…/"),
        (f"Not Found: /setup/{'x' * 43}", "Not Found: /setup/…"),
        (f"Not Found: //setup/{'x' * 43}/more", "Not Found: //setup/…/more"),
        (f"GET /locked/?next=%2Fsetup%2F{'x' * 43}%2F", "GET /locked/?next=%2Fsetup%2F…%2F"),
        ("/tables/mesa-1/wall/ 200", "/tables/mesa-1/wall/ 200"),
    ],
)
def test_secrets_are_left_out_of_a_line(line: str, shown: str) -> None:
    assert masked(line) == shown


def test_a_glass_for_several_tables_opens_their_links_as_one(secret: str) -> None:
    create_table("otra", "Otra")
    other = Token.objects.issue("glass", "display", "otra")
    client = Client()
    answer = link(f"{secret}+{other}", client)
    assert answer["Location"] == "/walls/mesa+otra/"
    page = client.get("/walls/mesa+otra/")
    assert page.text.count("<iframe") == 2 and "/tables/otra/wall/" in page.text
    assert secret not in page.text and "frame-src 'self'" in page["Content-Security-Policy"]
    paths = {cookie["path"] for cookie in answer.cookies.values()}
    assert paths == {WALL, SOCKET, "/tables/otra/wall/", "/ws/screens/wall/otra/"}
    shown = {cookie["path"]: cookie.value for cookie in answer.cookies.values()}
    for path in (WALL, "/tables/otra/wall/"):
        glass = Client()
        glass.cookies[f"{COOKIE}0"] = shown[path]
        framed = glass.get(path)
        assert framed.status_code == 200 and framed["X-Frame-Options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]


def test_one_link_that_does_not_hold_lets_the_glass_see_nothing(secret: str) -> None:
    answer = link(f"{secret}+{'x' * 43}")
    assert answer.status_code == 403 and not answer.cookies
    assert Client().get("/walls/mesa+%3Cscript%3E/").status_code == 404
    assert link("+".join([secret] * 10)).status_code == 403

"""A screen that is watched and not touched stays readable and live; what is done on it asks for the PIN."""

import json
from urllib.parse import quote

import pytest
from django.test import Client

from casino.people.login import pins
from casino.people.models import StaffSession, User
from tables.door.service import create_table
from tests.hub.sockets import closed, do, hear, opened
from tests.people.test_staff_sessions import PASSPHRASE, PIN, idle, log_in

WATCHED = ("/floor/", "/tables/mesa/", "/inspector/")
OTHERS = (
    "/tables/mesa/console/",
    "/tables/mesa/money/",
    "/counter/",
    "/reports/",
    "/account/",
    "/inspector/sign-ins/",
)


HIDDEN = 'id="only-shown" role="status" hidden'  # what says that only looking is possible


def desk(role: str = "jefe") -> Client:
    """Where somebody of this role, who has a PIN, is logged in."""
    create_table("mesa", "Mesa")
    julio = User.objects.create_user("julio", password=PASSPHRASE, role=role, language="en")
    pins.choose(julio, PIN)
    return log_in(julio)


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["jefe", "inspector"])
def test_what_is_watched_stays_readable_and_nothing_else_does(role: str) -> None:
    client = desk(role)
    assert HIDDEN in client.get("/floor/").text
    idle()
    for path in WATCHED:
        page = client.get(path)
        assert page.status_code == 200 and HIDDEN not in page.text, path
        assert f"/locked/?next={quote(path, '')}" in page.text
    for path in OTHERS:
        assert client.get(path)["Location"].startswith("/locked/?next="), path
    assert client.get("/api/tables").json()["error"]["code"] == "locked"


@pytest.mark.django_db
def test_its_acts_are_refused_and_to_look_is_no_touch() -> None:
    client = desk()
    idle()
    before = StaffSession.objects.get().active
    client.get("/floor/")
    for path in ("/api/tables/mesa/commands", "/api/tables/mesa/disputes", "/api/section"):
        answer = client.post(path, json.dumps({"tables": ""}), content_type="application/json")
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "locked")
    assert client.post("/floor/").status_code == 302
    assert StaffSession.objects.get().active == before


@pytest.mark.django_db
def test_after_the_pin_he_is_where_he_was() -> None:
    client = desk()
    idle()
    answer = client.post("/locked/", {"pin": PIN, "next": "/tables/mesa/"})
    assert answer["Location"] == "/tables/mesa/"
    assert HIDDEN in client.get("/tables/mesa/").text


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/floor/", "/tables/mesa/money/", "/inspector/?table=mesa&kind=note"])
def test_the_lock_leads_back_to_the_page_on_which_it_was_touched(page: str) -> None:
    client = desk()
    for more in ({"headers": {"referer": f"http://testserver{page}"}}, {"data": {"next": page}}):
        answer = client.post("/lock/", **more)
        lock = client.get(answer["Location"])
        assert f'name="next" value="{page.replace("&", "&amp;")}"' in lock.text
        wrong = client.post("/locked/", {"pin": "1379", "next": page})
        assert f'name="next" value="{page.replace("&", "&amp;")}"' in wrong.text
        assert client.post("/locked/", {"pin": PIN, "next": page})["Location"] == page


@pytest.mark.django_db
def test_a_form_that_was_sent_while_locked_leads_back_to_its_page() -> None:
    client = desk()
    idle()
    answer = client.post("/account/", {"pin": "1"}, headers={"referer": "http://testserver/account/?x=1"})
    assert answer["Location"] == "/locked/?next=%2Faccount%2F%3Fx%3D1"
    for elsewhere in ("http://evil.test/floor/", "http://testserver//evil.test/", "nonsense", ""):
        answer = client.post("/account/", {"pin": "1"}, headers={"referer": elsewhere})
        assert answer["Location"] == "/locked/?next=%2F", elsewhere


@pytest.mark.django_db
def test_locked_by_hand_it_is_dark() -> None:
    client = desk()
    client.post("/lock/")
    for path in WATCHED:
        assert client.get(path)["Location"].startswith("/locked/?next="), path


@pytest.mark.django_db(transaction=True)
class TestSocket:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tables.live.hub.HEARTBEAT", 0.1)

    @pytest.mark.parametrize("path", ["floor/", "table/mesa/"])
    async def test_a_watched_screen_goes_on(self, path: str) -> None:
        await do(create_table)("mesa", "Mesa")
        async with (
            opened(f"/ws/screens/{path}", "jefe") as line,
            opened("/ws/screens/counter/", "jefe") as other,
        ):
            await hear(line, "screen")
            await hear(other, "screen")
            await do(idle)()
            assert await closed(other) == 4423  # by now the house has seen that nobody touches it
            await line.send_to(json.dumps({"type": "shown", "version": 0}))
            await hear(line, "heartbeat")
            await do(idle)()

    async def test_it_opens_while_the_rest_is_locked_and_closes_when_locked_by_hand(self) -> None:
        await do(create_table)("mesa", "Mesa")
        async with opened("/ws/screens/floor/", "jefe") as line:
            await hear(line, "screen")
            await do(StaffSession.objects.update)(locked="2026-01-01T00:00:00Z")
            assert await closed(line) == 4423

"""Who leaves his group, or the directory, is out within minutes; while the directory is away the tables go on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from casino.administration.directory import people, watch
from casino.administration.directory.watch import Watch
from casino.common import clock
from casino.people import access_log
from casino.people.login import pins, takeover
from casino.people.models import AccessEvent, DirectoryPerson, StaffSession, User
from casino.people.sessions import staff_sessions
from tables.door import duty
from tests.directory.conftest import BEGIN, ComeIn
from tests.directory.directory import HOUSE, Directory
from tests.directory.test_coming_in import who
from tests.people.phone import Hands


@pytest.fixture
def hands() -> Iterator[Hands]:
    hands = Hands()
    with clock.running_on(hands):
        yield hands


def rounds(hands: Hands, watching: Watch, minutes: int) -> None:
    """The server asks every two minutes."""
    for _ in range(minutes // 2):
        hands.wait(120)
        watching.round()


def sessions(login: str) -> int:
    return StaffSession.objects.filter(user__username=login).count()


def test_who_stays_in_his_group_stays_in(directory: Directory, come_in: ComeIn, hands: Hands) -> None:
    directory.has("carla", "mesas")
    browser, _answer = come_in("carla")
    rounds(hands, Watch(), 30)
    assert (sessions("carla"), who(browser)) == (1, "carla")


def test_who_leaves_his_group_is_out_at_the_next_question(
    directory: Directory, come_in: ComeIn, hands: Hands
) -> None:
    directory.has("carla", "mesas")
    browser, _answer = come_in("carla")
    directory.has("carla", "cocina")
    rounds(hands, Watch(), 2)
    assert (sessions("carla"), User.objects.get(username="carla").role) == (0, "")
    assert browser.get("/account/").status_code == 302
    assert AccessEvent.objects.filter(what=access_log.SESSION_ENDED, person="carla").exists()


def test_who_leaves_the_directory_is_out_and_takes_no_tablet_over(
    directory: Directory, come_in: ComeIn, hands: Hands
) -> None:
    directory.has("carla", "mesas")
    come_in("carla")
    carla = User.objects.get(username="carla")
    pins.choose(carla, "2580")
    assert carla in takeover.who_can()
    directory.loses("carla")
    rounds(hands, Watch(), 2)
    assert sessions("carla") == 0
    assert carla not in takeover.who_can()
    directory.has("carla", "mesas")
    come_in("carla")
    assert carla in takeover.who_can()


def test_a_pin_takes_a_tablet_over_and_that_session_ends_with_the_group_too(
    directory: Directory, come_in: ComeIn, hands: Hands
) -> None:
    directory.has("carla", "mesas")
    directory.has("dora", "mesas")
    come_in("carla")
    tablet, _answer = come_in("dora")
    carla = User.objects.get(username="carla")
    pins.choose(carla, "2580")
    request = tablet.get("/account/").wsgi_request
    takeover.check(request, carla, "2580")
    takeover.take_over(request, carla, "mesa-1")
    request.session.save()
    assert (sessions("dora"), sessions("carla")) == (0, 2)
    directory.has("carla")
    rounds(hands, Watch(), 2)
    assert sessions("carla") == 0


def test_while_the_directory_is_away_nobody_is_out(
    directory: Directory, come_in: ComeIn, hands: Hands, settings: Any
) -> None:
    directory.has("carla", "mesas")
    come_in("carla")
    watching = Watch()
    settings.DIRECTORY_ISSUER = "http://127.0.0.1:1"
    rounds(hands, watching, 60)
    assert sessions("carla") == 1
    assert AccessEvent.objects.filter(what=access_log.DIRECTORY_DOWN, alarm=True).count() == 1
    settings.DIRECTORY_ISSUER = directory.url
    rounds(hands, watching, 20)
    assert sessions("carla") == 1


def test_of_whom_nobody_asks_is_out_after_ten_minutes(
    directory: Directory, come_in: ComeIn, hands: Hands
) -> None:
    directory.has("carla", "mesas")
    come_in("carla")
    watch.forget_all()  # as a server that has started anew
    watching = Watch()
    rounds(hands, watching, 8)
    assert sessions("carla") == 1
    rounds(hands, watching, 4)
    assert sessions("carla") == 0
    assert DirectoryPerson.objects.get().asked is None


def test_a_local_person_is_asked_for_nowhere(directory: Directory, hands: Hands) -> None:
    ana = User.objects.get(username="ana.admin")
    browser = Client()
    browser.force_login(ana)
    rounds(hands, Watch(), 30)
    assert sessions("ana.admin") == 1


def test_what_was_asked_with_is_forgotten_after_a_shift(
    directory: Directory, come_in: ComeIn, hands: Hands
) -> None:
    directory.has("carla", "mesas")
    come_in("carla")
    hands.wait(12 * 3600 + 1)
    Watch().round()
    assert not watch._held


def test_who_loses_his_role_is_on_duty_nowhere(
    directory: Directory, come_in: ComeIn, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory.has("carla", "mesas")
    come_in("carla")
    ended: list[str] = []
    monkeypatch.setattr(duty, "end_of", lambda person, _actor: ended.append(person))
    directory.has("carla")
    rounds(hands, Watch(), 2)
    assert ended == ["carla"]


def again(browser: Client, directory: Directory, login: str, **query: str) -> Any:
    """Show again at the directory who is there."""
    back = directory.shown_at(browser.get(BEGIN, query)["Location"], login)
    return browser.get(back.removeprefix(HOUSE))


def test_a_locked_tablet_is_unlocked_by_the_directory(directory: Directory, come_in: ComeIn) -> None:
    directory.has("carla", "mesas")
    browser, _answer = come_in("carla")
    browser.post("/lock/")
    assert "/login/directory/?next=" in browser.get("/locked/").content.decode()
    assert browser.get("/account/")["Location"].startswith("/locked/")
    assert again(browser, directory, "carla", next="/account/")["Location"] == "/account/"
    assert browser.get("/account/").status_code == 200


def test_somebody_else_does_not_unlock_it(directory: Directory, come_in: ComeIn) -> None:
    directory.has("carla", "mesas")
    directory.has("dora", "mesas")
    browser, _answer = come_in("carla")
    browser.post("/lock/")
    assert again(browser, directory, "dora").status_code == 403
    assert browser.get("/account/")["Location"].startswith("/locked/")


def test_a_pin_is_chosen_after_showing_who_one_is(directory: Directory, come_in: ComeIn) -> None:
    directory.has("carla", "mesas")
    browser, _answer = come_in("carla")
    StaffSession.objects.update(confirmed=StaffSession.objects.get().confirmed - timedelta(minutes=16))
    pin = {"pin": "2580", "again": "2580"}
    assert browser.post("/account/", pin).status_code == 403
    again(browser, directory, "carla")
    assert browser.post("/account/", pin).status_code == 302
    assert pins.has_one(User.objects.get(username="carla"))
    browser.post("/lock/")
    browser.post("/locked/", {"pin": "2580"})
    assert browser.get("/account/").status_code == 200


def test_a_grave_act_is_confirmed_by_the_directory(
    directory: Directory, come_in: ComeIn, settings: Any
) -> None:
    from casino.administration.directory import groups
    from tests.directory.conftest import ANA

    settings.SECOND_FACTOR = "roles"
    groups.add(ANA, "informatica", "administrator")
    directory.has("ines", "informatica", amr=("mfa",))
    browser, _answer = come_in("ines")
    assert browser.get("/administration/people/").status_code == 200
    StaffSession.objects.update(confirmed=StaffSession.objects.get().confirmed - timedelta(minutes=16))
    asked = browser.get("/administration/people/")
    assert asked["Location"].startswith("/confirm/")
    assert "/login/directory/?next=" in browser.get(asked["Location"]).content.decode()
    again(browser, directory, "ines", next="/administration/people/")
    assert browser.get("/administration/people/").status_code == 200


def test_ten_minutes_are_more_than_a_few_questions() -> None:
    assert timedelta(seconds=3 * watch.EVERY) <= people.LASTS
    assert staff_sessions.SessionState  # the sessions' own end stands with them

"""The administrator's list of groups, what the person page says, and what the doctor finds."""

from typing import Any

import pytest
from django.test import Client

from casino.operations import doctor
from casino.operations.doctor import directory as check
from casino.people.models import DirectoryGroup, DirectoryPerson, User
from tests.directory.conftest import ComeIn
from tests.directory.directory import Directory

PAGE = "/administration/directory/"


@pytest.fixture
def ana(directory: Directory) -> Client:
    browser = Client()
    browser.force_login(User.objects.get(username="ana.admin"))
    return browser


def listed() -> list[tuple[str, str]]:
    return [*DirectoryGroup.objects.order_by("place").values_list("name", "role")]


def test_groups_are_added_moved_and_removed(ana: Client) -> None:
    assert ana.post(PAGE, {"act": "add", "name": "caja", "role": "cambista"}).status_code == 302
    number = DirectoryGroup.objects.get(name="caja").pk
    ana.post(PAGE, {"act": "up", "group": number})
    assert listed() == [("jefes", "jefe"), ("caja", "cambista"), ("mesas", "croupier")]
    ana.post(PAGE, {"act": "remove", "group": number})
    assert listed() == [("jefes", "jefe"), ("mesas", "croupier")]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"name": "jefes", "role": "croupier"}, 409),
        ({"name": "", "role": "croupier"}, 422),
        ({"name": "x" * 256, "role": "croupier"}, 422),
        ({"name": "unseen\u200b", "role": "croupier"}, 422),
        ({"name": "caja", "role": "display"}, 422),
    ],
)
def test_what_is_no_line_of_the_list_is_refused(said: Any, status: int, ana: Client) -> None:
    assert ana.post(PAGE, {"act": "add", **said}).status_code == status
    assert len(listed()) == 2


def test_the_page_names_the_groups_that_no_line_names(
    ana: Client, directory: Directory, come_in: ComeIn
) -> None:
    directory.has("eva", "cocina", "mesas")
    come_in("eva")
    assert '<option value="cocina">' in ana.get(PAGE).content.decode()


def test_only_an_administrator_opens_it_and_only_where_there_is_a_directory(
    ana: Client, settings: Any
) -> None:
    jefe = Client()
    jefe.force_login(User.objects.create_user("julio", role="jefe"))
    assert jefe.get(PAGE).status_code == 403
    assert PAGE in ana.get("/administration/").content.decode()
    settings.DIRECTORY_ISSUER = ""
    assert ana.get(PAGE).status_code == 404
    assert PAGE not in ana.get("/administration/").content.decode()


def test_a_login_is_handed_over_and_taken_back_on_its_page(
    ana: Client, directory: Directory, come_in: ComeIn
) -> None:
    carla = User.objects.create_user("carla", role="croupier")
    page = f"/administration/people/{carla.pk}/"
    assert "hand-over" in ana.get(page).content.decode()
    ana.post(page, {"act": "hand-over"})
    directory.has("carla", "mesas")
    come_in("carla")
    shown = ana.get(page).content.decode()
    assert 'value="reset"' not in shown and 'name="role"' not in shown and "mesas" in shown
    shown = ana.post(page, {"act": "take-out"}).content.decode()
    assert not DirectoryPerson.objects.exists()
    assert 'value="reset"' in ana.get(page).content.decode()


def found(settings: Any) -> set[str]:
    return {finding.level for finding in check.directory()}


def test_the_doctor_finds_a_directory_that_answers(directory: Directory, settings: Any) -> None:
    assert found(settings) == {doctor.OK}


def test_the_doctor_finds_one_that_does_not(directory: Directory, settings: Any) -> None:
    settings.DIRECTORY_ISSUER = "http://127.0.0.1:1"
    assert found(settings) == {doctor.FAULT}
    settings.DIRECTORY_ISSUER = f"{directory.url}/"  # it calls itself otherwise
    assert found(settings) == {doctor.FAULT}
    settings.DIRECTORY_ISSUER = ""
    assert found(settings) == set()


def test_the_doctor_finds_another_hour(
    directory: Directory, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check.provider, "discover", lambda: ({}, "Sat, 21 Nov 2026 21:00:00 GMT"))
    assert found(settings) == {doctor.FAULT}


def test_the_doctor_asks_for_a_list_and_for_an_administrator(directory: Directory, settings: Any) -> None:
    DirectoryGroup.objects.all().delete()
    User.objects.filter(username="ana.admin").update(is_active=False)
    assert found(settings) == {doctor.OK, doctor.WARNING}

"""People come in by the house's directory, with the role of their groups and no more."""

import subprocess
import sys
from typing import Any

import pytest
from django.test import Client

from casino.administration import people as staff
from casino.administration.directory import groups, people
from casino.common import clock
from casino.house.models import Act
from casino.people.models import AccessEvent, DirectoryPerson, StaffSession, User
from tests.directory.conftest import ANA, ComeIn
from tests.directory.directory import ROOT, Directory
from tests.people.phone import Hands, given_to


def who(browser: Client) -> str:
    """The login that is logged in in this browser; empty for nobody."""
    found = User.objects.filter(pk=browser.session.get("_auth_user_id")).first()
    return found.username if found else ""


def test_a_first_login_makes_the_person_with_the_role_of_his_group(
    directory: Directory, come_in: ComeIn
) -> None:
    directory.has("carla", "mesas", given_name="Carla", family_name="Ruiz", locale="sl-SI")
    browser, answer = come_in("carla", next="/account/")
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    carla = User.objects.get(username="carla")
    assert (who(browser), carla.role) == ("carla", "croupier")
    assert (carla.get_full_name(), carla.language) == ("Carla Ruiz", "sl")
    assert not carla.has_usable_password()
    assert "mesas" in browser.get("/account/").content.decode()
    acts = Act.objects.filter(about="carla").order_by("pk").values_list("what", "actor")
    assert [*acts] == [("person_made", "(directory)"), ("person_changed", "(directory)")]


def test_who_is_in_no_group_of_the_list_comes_in_without_a_role(
    directory: Directory, come_in: ComeIn
) -> None:
    directory.has("eva", "cocina")
    browser, _answer = come_in("eva")
    assert (who(browser), User.objects.get(username="eva").role) == ("eva", "")
    assert browser.get("/floor/").status_code == 403
    groups.add(ANA, "cocina", "cambista")
    assert User.objects.get(username="eva").role == "cambista"


def test_the_first_line_of_the_list_counts(directory: Directory, come_in: ComeIn) -> None:
    directory.has("julio", "mesas", "jefes")
    come_in("julio")
    assert User.objects.get(username="julio").role == "jefe"
    groups.raise_(ANA, groups.in_order()[1].pk)
    assert User.objects.get(username="julio").role == "croupier"
    assert not StaffSession.objects.filter(user__username="julio").exists()  # he comes in again with it


def test_the_same_person_keeps_his_login_whatever_he_is_called_there(
    directory: Directory, come_in: ComeIn
) -> None:
    directory.has("carla", "mesas", sub="7", given_name="Carla")
    come_in("carla")
    directory.people.clear()
    directory.has("carla.ruiz", "mesas", sub="7", given_name="Carla María")
    browser, _answer = come_in("carla.ruiz")
    assert who(browser) == "carla"
    assert User.objects.get(username="carla").first_name == "Carla María"


def test_another_person_of_a_login_that_is_taken_is_refused(directory: Directory, come_in: ComeIn) -> None:
    staff.add(ANA, {"username": "carla", "role": "jefe"})
    directory.has("carla", "mesas")
    browser, answer = come_in("carla")
    assert (answer.status_code, who(browser)) == (409, "")
    assert User.objects.get(username="carla").role == "jefe"
    assert AccessEvent.objects.get(what="directory_failed").detail == "login_taken"


def test_a_login_that_looks_like_anothers_is_refused(directory: Directory, come_in: ComeIn) -> None:
    staff.add(ANA, {"username": "carla", "role": "jefe"})
    directory.has("сarla", "mesas")  # the first letter is Cyrillic
    browser, answer = come_in("сarla")
    assert (answer.status_code, who(browser)) == (409, "")
    assert AccessEvent.objects.get(what="directory_failed").detail == "login_alike"


def test_a_name_that_looks_like_anothers_does_not_replace_his_own(
    directory: Directory, come_in: ComeIn
) -> None:
    staff.add(ANA, {"username": "ruiz", "role": "jefe", "first_name": "Carla", "last_name": "Ruiz"})
    directory.has("dora", "mesas", given_name="Dora", family_name="Paz")
    come_in("dora")
    directory.has("dora", "mesas", given_name="Сarla", family_name="Ruiz")
    browser, _answer = come_in("dora")
    assert (who(browser), User.objects.get(username="dora").first_name) == ("dora", "Dora")


def test_a_login_that_is_handed_over_is_his_from_then_on(directory: Directory, come_in: ComeIn) -> None:
    passphrase = staff.add(ANA, {"username": "carla", "role": "jefe"})
    people.hand_over(ANA, "carla")
    Client().post("/login/", {"username": "carla", "password": passphrase})
    assert (
        AccessEvent.objects.filter(what="sign_in_failed").count() == 0
    )  # it holds until he comes in by the directory
    directory.has("carla", "mesas")
    browser, _answer = come_in("carla")
    carla = User.objects.get(username="carla")
    assert (who(browser), carla.role, carla.has_usable_password()) == ("carla", "croupier", False)
    assert StaffSession.objects.filter(user=carla).count() == 1


def test_a_login_that_is_taken_out_is_managed_here_again(directory: Directory, come_in: ComeIn) -> None:
    directory.has("carla", "mesas")
    browser, _answer = come_in("carla")
    passphrase = people.take_out(ANA, "carla")
    assert browser.get("/account/").status_code == 302
    assert User.objects.get(username="carla").check_password(passphrase)
    assert not DirectoryPerson.objects.exists()
    _browser, answer = come_in("carla")
    assert answer.status_code == 409


def test_the_last_administrator_who_needs_no_directory_stays_one(
    directory: Directory, come_in: ComeIn
) -> None:
    groups.add(ANA, "informatica", "administrator")
    directory.has("ines", "informatica")
    come_in("ines")
    ines = groups.By("ines")
    for act in (staff.suspend, staff.end, people.hand_over):
        with pytest.raises(staff.Refusal) as refused:
            act(ines, "ana.admin")
        assert refused.value.code == "last_administrator"


def test_role_name_and_passphrase_of_a_directorys_person_are_not_changed_here(
    directory: Directory, come_in: ComeIn
) -> None:
    directory.has("carla", "mesas")
    come_in("carla")
    for act in (
        lambda: staff.change(ANA, "carla", role="director"),
        lambda: staff.change(ANA, "carla", first_name="Otra"),
        lambda: staff.reset_passphrase(ANA, "carla"),
    ):
        with pytest.raises(staff.Refusal) as refused:
            act()
        assert refused.value.code == "of_directory"
    staff.change(ANA, "carla", language="en")


def test_who_is_suspended_here_does_not_come_in(directory: Directory, come_in: ComeIn) -> None:
    directory.has("carla", "mesas")
    come_in("carla")
    staff.suspend(ANA, "carla")
    browser, answer = come_in("carla")
    assert (answer.status_code, who(browser)) == (403, "")
    assert AccessEvent.objects.filter(what="directory_failed").latest("pk").detail == "not_let_in"


def test_a_second_factor_of_the_directory_is_believed_where_it_says_so(
    directory: Directory, come_in: ComeIn, settings: Any
) -> None:
    settings.SECOND_FACTOR = "roles"
    directory.has("julio", "jefes", amr=("pwd", "otp", "mfa"))
    browser, _answer = come_in("julio")
    assert browser.get("/floor/").status_code == 200
    directory.has("julio", "jefes", amr=("pwd",))
    browser, answer = come_in("julio")
    assert (answer["Location"], who(browser)) == ("/login/code/", "")
    assert browser.get(answer["Location"])["Location"] == "/second-factor/"


def test_a_phone_of_the_house_gives_the_code_where_the_directory_asked_for_none(
    directory: Directory, come_in: ComeIn, settings: Any
) -> None:
    directory.has("julio", "jefes")
    come_in("julio")
    settings.SECOND_FACTOR = "roles"
    hands = Hands()
    with clock.running_on(hands):
        phone, _codes = given_to(User.objects.get(username="julio"), hands)
        browser, answer = come_in("julio")
        assert (answer["Location"], who(browser)) == ("/login/code/", "")
        browser.post("/login/code/", {"code": phone.code})
    assert who(browser) == "julio"


def test_nothing_is_stored_or_logged_of_what_the_directory_gives(
    directory: Directory, come_in: ComeIn, caplog: pytest.LogCaptureFixture
) -> None:
    from django.apps import apps

    from casino.administration.directory import watch

    directory.has("carla", "mesas")
    with caplog.at_level("DEBUG"):
        browser, _answer = come_in("carla")
    held = next(iter(watch._held.values())).refresh
    rows = [row for model in apps.get_models() for row in model._default_manager.values()]
    assert held not in f"{rows}" and held not in f"{dict(browser.session)}"
    assert "eyJ" not in f"{rows}{dict(browser.session)}{caplog.text}" and held not in caplog.text


def test_a_house_without_a_directory_has_nothing_of_it(db: None) -> None:
    assert Client().get("/login/directory/").status_code == 404
    assert Client().get("/login/directory/answer/").status_code == 404
    assert "/login/directory/" not in Client().get("/login/").content.decode()


def test_the_login_leads_to_the_directory_and_back_to_the_page_that_was_wanted(
    directory: Directory, settings: Any
) -> None:
    page = Client().get("/login/?next=/account/").content.decode()
    assert 'href="/login/directory/?next=%2Faccount%2F"' in page
    assert "Entrar con el directorio de la casa" in page
    settings.DIRECTORY_NAME = "Casino ID"
    assert "Entrar con Casino ID" in Client().get("/login/").content.decode()


def test_a_house_without_a_directory_loads_nothing_of_it() -> None:
    asked = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'casino.site.settings'; django.setup();"
        "from casino.site import urls; from casino.site.management.commands import serve;"
        "sys.exit(bool({'authlib', 'joserfc', 'requests', 'urllib3'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=False).returncode == 0

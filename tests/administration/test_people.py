"""Who administers the staff: what is done, what is refused, and that both are entered."""

import re

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from casino.administration import people
from casino.administration.csv_list import Source
from casino.common.refusals import Refusal
from casino.house.models import Act
from casino.people.models import User
from casino.people.permissions import STAFF
from tables.door.service import create_table
from tables.record.audit.house import house_faults
from tests.administration.conftest import ANA

pytestmark = pytest.mark.django_db


def add(login: str, role: str = "croupier") -> User:
    people.add(ANA, {"username": login, "role": role})
    return User.objects.get(username=login)


def refused(code: str) -> "pytest.RaisesContext[Refusal]":  # type: ignore[name-defined]
    return pytest.raises(Refusal, match=f"^{code}$")


def last() -> Act:
    return Act.objects.order_by("-pk")[0]


@pytest.mark.parametrize("role", sorted(STAFF))
def test_a_person_who_is_made_comes_in_with_the_passphrase_that_is_shown(role: str) -> None:
    passphrase = people.add(ANA, {"username": "bruno", "role": role, "first_name": "Bruno"})
    user = User.objects.get(username="bruno")
    assert user.check_password(passphrase) and user.role == role
    made = last()
    assert (made.what, made.about, made.actor, made.address) == (
        "person_made",
        "bruno",
        "ana.admin",
        "10.0.0.1",
    )
    assert made.after["first_name"] == "Bruno" and passphrase not in str(made.after)


def test_what_is_refused_is_entered_with_its_code_and_changes_nothing() -> None:
    add("bruno")
    with refused("login_taken"):
        people.add(ANA, {"username": "Bruno", "role": "jefe"})
    assert (last().what, last().refused, User.objects.count()) == ("person_made", "login_taken", 1)


def test_a_change_is_entered_with_before_and_after_and_nothing_else() -> None:
    add("bruno")
    people.change(ANA, "bruno", role="jefe", first_name="Bruno")
    assert last().before == {"role": "croupier", "first_name": ""}
    assert last().after == {"role": "jefe", "first_name": "Bruno"}


class TestRights:
    @pytest.fixture(autouse=True)
    def administrators(self) -> None:
        add("ana.admin", "administrator")

    def test_nobody_changes_his_own(self) -> None:
        add("otra", "administrator")
        for act in (
            lambda: people.change(ANA, "ana.admin", role="jefe"),
            lambda: people.suspend(ANA, "ana.admin"),
            lambda: people.end(ANA, "ana.admin"),
            lambda: people.reset_passphrase(ANA, "ana.admin"),
        ):
            with refused("not_yourself"):
                act()
            assert last().refused == "not_yourself"
        assert User.objects.get(username="ana.admin").role == "administrator"

    def test_the_last_administrator_stays(self) -> None:
        other = people.By("novamas (root)")
        for act in (
            lambda: people.change(other, "ana.admin", role="jefe"),
            lambda: people.suspend(other, "ana.admin"),
            lambda: people.end(other, "ana.admin"),
        ):
            with refused("last_administrator"):
                act()
        add("otra", "administrator")
        people.suspend(other, "ana.admin")
        with refused("last_administrator"):
            people.suspend(other, "otra")


def test_who_is_suspended_loses_his_sessions_until_he_is_let_in(client: Client) -> None:
    client.force_login(add("bruno", "jefe"))
    people.suspend(ANA, "bruno")
    assert client.get("/").status_code == 302
    people.resume(ANA, "bruno")
    assert User.objects.get(username="bruno").is_active


def test_who_has_ended_never_comes_back() -> None:
    add("bruno")
    people.end(ANA, "bruno")
    for act in (people.resume, people.suspend, people.end):
        with refused("has_ended"):
            act(ANA, "bruno")
    assert not User.objects.get(username="bruno").is_active


def test_a_session_is_ended_by_its_number(client: Client) -> None:
    user = add("bruno", "jefe")
    client.force_login(user)
    people.end_session(ANA, "bruno", user.sessions.get().pk)
    assert client.get("/").status_code == 302
    with refused("no_such_session"):
        people.end_session(ANA, "bruno", 1)


def test_two_hundred_come_from_a_file_in_one_act(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "hashed", lambda passphrase: f"hash of {passphrase}")
    lines = "".join(f"crupier{number},croupier\n" for number in range(200))
    made = people.take(ANA, Source("staff.csv", f"username,role\n{lines}".encode()))
    assert len(made) == User.objects.count() == 200
    assert Act.objects.count() == 1 and len(last().after["logins"]) == 200


def test_one_broken_line_refuses_the_file_and_is_entered() -> None:
    with refused("refused_line") as found:
        people.take(ANA, Source("staff.csv", b"username,role\nbruno,jefe\nleo,boss\n"))
    assert "line 3: There is no role" in found.value.text()
    assert (last().what, last().about, last().refused) == ("people_imported", "staff.csv", "refused_line")
    assert not User.objects.exists()


@pytest.mark.parametrize("by", [",", ";", "\t"])
def test_a_list_is_taken_as_a_spreadsheet_of_any_country_saves_it(by: str) -> None:
    lines = ("username,role,last_name,language", 'bruno,jefe,"Paz; y Sol, viuda",es', "leo,croupier,Díaz,")
    people.take(ANA, Source("staff.csv", "\r\n".join(saved(line, by) for line in lines).encode("utf-8-sig")))
    assert [*User.objects.order_by("username").values_list("username", "role", "last_name")] == [
        ("bruno", "jefe", "Paz; y Sol, viuda"),
        ("leo", "croupier", "Díaz"),
    ]


@pytest.mark.parametrize("heads", ["Usuario;Rol;Nombre;Apellidos", "IDENTIFIANT;Rôle;Prénom;Nom de famille"])
@pytest.mark.parametrize("role", ["Jefe", "JEFE", "jefe de mesa", "Chef de table", "vodja mize"])
def test_a_list_is_taken_in_the_words_of_its_language(heads: str, role: str) -> None:
    people.take(ANA, Source("staff.csv", f"{heads}\nbruno;{role};Bruno;Paz\n".encode()))
    [bruno] = User.objects.all()
    assert (bruno.username, bruno.role, bruno.get_full_name()) == ("bruno", "jefe", "Bruno Paz")


def test_a_refused_role_names_those_of_the_page() -> None:
    with translation.override("es"), refused("no_such_role") as found:
        people.add(ANA, {"username": "leo", "role": "boss"}, "una contraseña larga")
    assert "Crupier" in found.value.text() and "croupier" not in found.value.text()


def saved(line: str, by: str) -> str:
    """The line with these separators; what is in quotes stays."""
    return '"'.join(part if at % 2 else part.replace(",", by) for at, part in enumerate(line.split('"')))


@pytest.mark.parametrize("lines", [b"username,role", b"username;role\n\n\n"])
def test_a_list_without_rows_is_refused_and_entered(lines: bytes) -> None:
    with refused("no_rows") as found:
        people.take(ANA, Source("staff.csv", lines))
    assert "staff.csv has no rows" in found.value.text()
    assert (last().what, last().refused) == ("people_imported", "no_rows")


def test_a_refused_list_is_told_in_the_words_of_the_page() -> None:
    with translation.override("es"):
        assert gettext("There is no role “%(role)s”; there are %(known)s.").startswith("No existe el rol ")
        for name in ("la lista", "staff.csv"):
            said = gettext("%(file)s is empty; its first line names the columns: %(columns)s.")
            assert (
                said % {"file": name, "columns": ""}
                == f"No hay nada en {name}; la primera línea nombra las columnas: ."
            )


def test_the_audit_holds_after_all_of_it() -> None:
    add("bruno")
    people.change(ANA, "bruno", role="jefe")
    people.end(ANA, "bruno")
    assert list(house_faults(lambda: None)) == []


class TestTables:
    """The tables to which a person is assigned."""

    @pytest.fixture(autouse=True)
    def tables(self) -> None:
        for slug in ("mesa-1", "mesa-2"):
            create_table(slug, slug.title())

    def test_they_are_kept_in_order_and_entered(self) -> None:
        add("bruno")
        people.change(ANA, "bruno", serves="mesa-2 mesa-1 mesa-2")
        assert User.objects.get(username="bruno").serves == "mesa-1 mesa-2"
        assert (last().before, last().after) == ({"serves": ""}, {"serves": "mesa-1 mesa-2"})

    def test_one_that_is_not_there_is_refused(self) -> None:
        add("bruno")
        with refused("no_such_table_named"):
            people.change(ANA, "bruno", serves="mesa-1 mesa-9")
        assert User.objects.get(username="bruno").serves == ""

    def test_a_list_names_them(self) -> None:
        lines = b"username,role,tables\nbruno,croupier,mesa-2 mesa-1\nmarta,jefe,\n"
        people.take(ANA, Source("staff.csv", lines))
        assert User.objects.get(username="bruno").serves == "mesa-1 mesa-2"
        with refused("refused_line"):
            people.take(ANA, Source("staff.csv", b"username,role,tables\ndora,croupier,mesa-9\n"))

    def test_they_are_ticked_on_his_page(self, client: Client) -> None:
        client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
        bruno = add("bruno")
        page = f"/administration/people/{bruno.pk}/"
        client.post(page, {"act": "assign", "serves": ["mesa-2", "mesa-1"]})
        assert User.objects.get(username="bruno").serves == "mesa-1 mesa-2"
        ticked = re.findall(r'name="serves"[^>]*?checked', client.get(page).text)
        assert len(ticked) == 2
        client.post(page, {"act": "assign"})
        assert User.objects.get(username="bruno").serves == ""
        marta = add("marta", "jefe")
        assert 'name="serves"' not in client.get(f"/administration/people/{marta.pk}/").text


@pytest.mark.parametrize(
    "text",
    [
        "username;role;;\nbruno;jefe;;\nleo;croupier;;\n",
        "username;role;language;tables\nbruno;jefe\nleo;croupier;\n",  # some leave out what ends a line
        "Username, ROLE \nbruno,jefe\nleo,croupier\n",
        ";;\nusername;;role\n;;\nbruno;;jefe\n\n;;\nleo;;croupier\n;;;;\n",
        "username\trole\t\r\nbruno\tJefe de mesa\t\r\nleo\tCrupier\t\r\n",
        "username,role\nbruno,JEFE DE MESA\nleo,Krupje\n",
    ],
)
def test_a_list_is_taken_as_a_spreadsheet_leaves_it(text: str) -> None:
    people.take(ANA, Source("staff.csv", text.encode()))
    assert [(user.username, user.role) for user in User.objects.order_by("username")] == [
        ("bruno", "jefe"),
        ("leo", "croupier"),
    ]


@pytest.mark.parametrize("text", ["username;role;;\nbruno;jefe;;x\n", "username;;role\nbruno;x;jefe\n"])
def test_what_stands_in_a_column_without_a_name_is_not_lost(text: str) -> None:
    with pytest.raises(Refusal, match="bad_line"):
        people.take(ANA, Source("staff.csv", text.encode()))


def test_a_page_takes_so_many_at_once_and_no_more() -> None:
    lines = "".join(f"crupier{number},croupier\n" for number in range(4))
    with pytest.raises(Refusal, match="too_many_rows"):
        people.take(ANA, Source("staff.csv", f"username,role\n{lines}".encode()), most=3)
    assert not User.objects.exists() and last().refused == "too_many_rows"


class TestLookalikes:
    """Nobody is taken for another: neither his login nor his name."""

    @pytest.mark.parametrize("login", ["сarla", "cаrlа", "car1a", "carIa", "CАRLA"])
    def test_a_login_that_looks_like_another_is_refused_wherever_it_is_made(self, login: str) -> None:
        add("carla")
        source = Source("staff.csv", f"username,role\nbea,jefe\n{login},jefe\n".encode())
        with refused("login_alike"):
            add(login, "jefe")
        with refused("refused_line") as told:
            people.take(ANA, source)
        assert told.value.fields["line"] == 3
        assert User.objects.count() == 1

    def test_two_that_look_alike_in_one_file_are_refused(self) -> None:
        with refused("refused_line") as told:
            people.take(ANA, Source("staff.csv", "username,role\ncarla,jefe\nсarla,jefe\n".encode()))
        assert (told.value.fields["line"], told.value.fields["refusal"].code) == (3, "login_alike")
        assert not User.objects.exists()

    def test_who_has_ended_is_still_read_of(self) -> None:
        add("carla")
        people.end(ANA, "carla")
        with refused("login_alike"):
            add("сarla")

    def test_the_same_name_is_two_people_and_one_in_other_letters_is_refused(self) -> None:
        row = {"role": "croupier", "first_name": "Carla", "last_name": "Ruiz"}
        people.add(ANA, row | {"username": "carla"})
        people.add(ANA, row | {"username": "moreno"})
        people.add(ANA, row | {"username": "otra", "last_name": "Otra"})
        for last_name in ("Ruіz", "Rulz".replace("l", "І").lower().title(), "Ｒuiz".replace("u", "υ")):
            with refused("name_alike"):
                people.change(ANA, "otra", last_name=last_name)
            with refused("name_alike"):
                people.add(ANA, row | {"username": "nueva", "last_name": last_name})
        people.change(ANA, "moreno", role="jefe", first_name="Carla", last_name="Ruiz")
        people.end(ANA, "carla")
        people.end(ANA, "moreno")
        people.change(ANA, "otra", last_name="Ruіz")

    @pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\u3164", "\u2066", "\u00ad"])
    @pytest.mark.parametrize("field", ["username", "first_name", "last_name"])
    def test_a_letter_that_nobody_sees_is_refused(self, field: str, hidden: str) -> None:
        row = {"username": "bruno", "role": "jefe", "first_name": "Bruno", "last_name": "Gil"}
        with pytest.raises(Refusal, match=r"^(unseen_character|not_well_formed)$"):
            people.add(ANA, row | {field: f"{row[field]}{hidden}"})
        people.add(ANA, row)
        if field != "username":
            with refused("unseen_character"):
                people.change(ANA, "bruno", **{field: f"{hidden}x"})
        assert User.objects.get().first_name == "Bruno"

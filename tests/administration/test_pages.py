"""The pages of the administration, as a browser without JavaScript uses them."""

import re
from typing import Any

import pytest
from django import forms
from django.conf import settings as django_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from casino.administration import first_run, people, settings
from casino.administration.labels import SETTINGS
from casino.administration.pages.house import HouseForm, _initial
from casino.common.clock import moments
from casino.common.house import house
from casino.house.models import Act
from casino.people.models import Token, User
from tables.models import HouseReglamento, Table
from tables.view.floor import lines
from tests.administration.conftest import ANA
from tests.support.house import JEFE
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
OPENING = {"reglamento": "argentina", "minimum": "100", "maximum": "1.000", "chip": "10"}
CODE = re.compile(r"<code>([^<]+)</code>")
EXAMPLES = django_settings.BASE_DIR / "docs" / "examples"


@pytest.fixture
def ana(client: Client) -> Client:
    client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
    return client


def posted(client: Client, page: str, act: str, *arguments: object, **said: Any) -> Any:
    return client.post(reverse(page, args=arguments), {"act": act, **said}, follow=True)


def once(answer: Any) -> list[str]:
    """What the page shows this once."""
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    return CODE.findall(answer.content.decode().split('class="panel once"')[1].split("</section>")[0])


class TestPeople:
    def test_one_is_made_and_its_passphrase_shown_once(self, ana: Client) -> None:
        [passphrase] = once(posted(ana, "people", "add", username="bruno", role="jefe", language="sl"))
        assert User.objects.get(username="bruno").check_password(passphrase)
        assert passphrase not in ana.get(reverse("people")).content.decode()

    def test_the_list_has_its_columns_and_the_form_of_a_file_those_of_the_file(self, ana: Client) -> None:
        page = ana.get(reverse("people"), {"list": ""}).content.decode()
        head = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page, re.DOTALL)
        words = [re.sub(r"<[^>]+>", "", one).strip() for one in head]
        assert words == ["", "Name", "Login", "Role", "Tables", "Language", "Last login", "State", "More"]
        assert "username,role,language,first_name,last_name,tables</textarea>" in page

    def test_a_refusal_keeps_what_was_typed(self, ana: Client) -> None:
        answer = posted(ana, "people", "add", username="ana.admin", role="jefe", first_name="Anita")
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "The login ana.admin is taken." in page and 'value="Anita"' in page

    def test_a_list_is_taken_or_refused_whole(self, ana: Client) -> None:
        typed = "username,role\nbruno,jefe\nleo,boss\n"
        refused = posted(ana, "people", "import", list=typed)
        assert (
            refused.status_code == 422
            and "the list, line 3: There is no role “boss”" in refused.content.decode()
        )
        file = SimpleUploadedFile("staff.csv", b"username,role\nbruno,jefe\nleo,croupier\n")
        assert len(once(posted(ana, "people", "import", file=file))) == 2
        assert User.objects.count() == 3

    def test_what_is_done_to_a_person(self, ana: Client) -> None:
        people.add(ANA, {"username": "bruno", "role": "croupier"})
        bruno = User.objects.get(username="bruno")
        for act, told in (("suspend", "Suspended."), ("resume", "Let in again."), ("end", "Ended.")):
            answer = posted(ana, "person", act, bruno.pk)
            assert answer.redirect_chain and told in answer.content.decode()
        assert "has ended" in posted(ana, "person", "resume", bruno.pk).content.decode()

    def test_nobody_raises_his_own_rights(self, ana: Client) -> None:
        me = User.objects.get(username="ana.admin")
        assert 'name="role"' not in ana.get(reverse("person", args=[me.pk])).content.decode()
        assert posted(ana, "person", "change", me.pk, role="jefe").status_code == 403
        assert Act.objects.latest("pk").refused == "not_yourself"

    def test_a_page_leads_on_and_is_sorted_by_its_heads(self, ana: Client) -> None:
        User.objects.bulk_create(User(username=f"crupier{one}", role="croupier") for one in range(1, 121))
        first = ana.get(reverse("people"), {"role": "croupier"}).content.decode()
        assert first.index(">crupier2<") < first.index(">crupier10<") and ">crupier51<" not in first
        onward = re.findall(r'rel="next" href="\?([^"]*)"', first)[0].replace("&amp;", "&")
        assert ">crupier51<" in ana.get(f"{reverse('people')}?{onward}").content.decode()
        last = ana.get(reverse("people"), {"role": "croupier", "order": "-login"}).content.decode()
        assert ">crupier120<" in last and 'aria-sort="descending"' in last

    def test_each_view_says_how_many_it_has(self, ana: Client) -> None:
        for login, role in (("bruno", "jefe"), ("carla", "croupier"), ("leo", "croupier")):
            people.add(ANA, {"username": login, "role": role})
        page = ana.get(reverse("people")).content.decode()
        counts = re.findall(r'>\s*(\w+) <span class="count">(\d+)</span>', page)
        assert ("All", "4") in counts and ("Croupiers", "2") in counts and ("Jefes", "1") in counts

    def test_many_are_given_tables_and_each_is_entered(self, ana: Client) -> None:
        posted(ana, "house-tables", "add", many=3, first=1, name="Mesa", slug="mesa", **OPENING)
        for login in ("carla", "leo"):
            people.add(ANA, {"username": login, "role": "croupier"})
        people.change(ANA, "carla", serves="mesa-3")
        chosen = [User.objects.get(username=login).pk for login in ("carla", "leo")]
        posted(ana, "people-chosen", "tables", person=chosen, how="add", serves=["mesa-1", "mesa-2"])
        serves = dict(User.objects.values_list("username", "serves"))
        assert serves["carla"] == "mesa-1 mesa-2 mesa-3" and serves["leo"] == "mesa-1 mesa-2"
        assert Act.objects.filter(what="person_changed", actor="ana.admin").count() == 3

    def test_what_is_refused_to_one_is_done_to_the_others(self, ana: Client) -> None:
        people.add(ANA, {"username": "leo", "role": "croupier"})
        chosen = [one.pk for one in User.objects.all()]
        page = posted(ana, "people-chosen", "end", person=chosen).content.decode()
        assert User.objects.get(username="leo").ended and "Ended: leo" in page
        assert User.objects.get(username="ana.admin").is_active
        assert Act.objects.latest("pk").refused == "" or "not_yourself" in Act.objects.values_list(
            "refused", flat=True
        )

    def test_new_passphrases_of_many_are_shown_once(self, ana: Client) -> None:
        for login in ("carla", "leo"):
            people.add(ANA, {"username": login, "role": "croupier"})
        chosen = [one.pk for one in User.objects.filter(role="croupier")]
        shown = once(posted(ana, "people-chosen", "passphrases", person=chosen))
        assert len(shown) == 2 and User.objects.get(username="carla").check_password(shown[0])


class TestTables:
    def test_what_is_proposed_stands_in_the_form_of_the_jefe(self, ana: Client, client: Client) -> None:
        posted(ana, "house-tables", "add", many=1, first=1, name="Mesa", slug="mesa", **OPENING)
        jefe = Client()
        jefe.force_login(User.objects.create_user("julio", role="jefe"))
        page = jefe.get("/tables/mesa-1/").content.decode()
        assert re.search(r'name="maximum"[^>]*value="1000"', page)

    @pytest.mark.parametrize(
        ("said", "status"),
        [({"many": 0}, 422), ({"many": 201}, 422), ({"minimum": "x"}, 422), ({"maximum": "55"}, 409)],
    )
    def test_what_cannot_be_is_refused_whole(self, ana: Client, said: dict[str, Any], status: int) -> None:
        wanted = {"many": 3, "first": 1, "name": "Mesa", "slug": "mesa", **OPENING, **said}
        assert posted(ana, "house-tables", "add", **wanted).status_code == status
        assert not Table.objects.exists()

    def test_an_amount_is_typed_as_the_house_writes_it_and_never_means_another(
        self, ana: Client, house_has: HouseHas
    ) -> None:
        house_has(decimals=2)
        wanted = {"many": 1, "first": 1, "name": "Mesa", "slug": "mesa", **OPENING}
        unclear = posted(ana, "house-tables", "add", **wanted | {"maximum": "1,250"})
        assert unclear.status_code == 422 and not Table.objects.exists()
        assert "write it like 1,250.50 or 1250.50." in unclear.content.decode()
        posted(
            ana, "house-tables", "add", **wanted | {"maximum": "1,250.50", "minimum": "0,50", "chip": "0.5"}
        )
        said = Table.objects.get().proposal
        assert (said["minimum"], said["maximum"], said["chip"]) == (50, 125_050, 50)
        page = ana.get(reverse("house-table", args=["mesa-1"])).content.decode()
        assert 'name="maximum" value="1250.50"' in page

    def test_one_is_named_moved_and_retired(self, ana: Client) -> None:
        posted(ana, "house-tables", "add", many=3, first=1, name="Mesa", slug="mesa", **OPENING)
        posted(ana, "house-tables", "up", table="mesa-3")
        posted(ana, "house-table", "rename", "mesa-3", name="Azul")
        posted(ana, "house-table", "retire", "mesa-1")
        assert [line["name"] for line in lines()] == ["Azul", "Mesa 2"]
        posted(ana, "house-table", "back", "mesa-1")
        assert len(lines()) == 3


class TestDisplays:
    def test_each_table_has_its_wall_with_a_code(self, ana: Client) -> None:
        posted(ana, "house-tables", "add", many=2, first=1, name="Mesa", slug="mesa", **OPENING)
        answer = posted(ana, "tokens", "issue", kind="display", table="*", name="Wall", days=30)
        links = once(answer)
        assert len(links) == 2 and answer.content.decode().count('class="qr"') == 2
        assert Client().get(links[0], follow=True).status_code == 200

    def test_a_new_link_ends_the_old_one(self, ana: Client) -> None:
        posted(ana, "house-tables", "add", many=1, first=1, name="Mesa", slug="mesa", **OPENING)
        [old] = once(posted(ana, "tokens", "issue", kind="display", table="mesa-1", name="Wall", days=30))
        token = Token.objects.get()
        [new] = once(posted(ana, "tokens", "rotate", token=token.pk))
        assert Client().get(old).status_code == 403 and Client().get(new).status_code == 302
        posted(ana, "tokens", "revoke", token=token.pk)
        assert Client().get(new).status_code == 403

    def test_figures_are_of_the_house_and_of_no_table(self, ana: Client) -> None:
        posted(ana, "house-tables", "add", many=1, first=1, name="Mesa", slug="mesa", **OPENING)
        [secret] = once(posted(ana, "tokens", "issue", kind="figures", table="*", name="Warehouse", days=30))
        assert "/" not in secret
        token = Token.objects.get()
        for said in ({}, {"find": "the house"}):
            page = ana.get(reverse("tokens"), said).content.decode()
            assert re.search(r'<th scope="row" class="short">\s*The house\s*</th>', page)
        chosen = ana.get(reverse("tokens"), {"act": "revoke", "token": token.pk}).content.decode()
        assert "<b>The house</b>" in chosen
        refused = posted(ana, "tokens", "revoke", token=[token.pk, 99]).content.decode()
        assert "The house · Warehouse" in refused
        assert not Token.objects.in_force().exists()


class TestHouse:
    def test_the_settings_are_in_the_form_and_kept(
        self, ana: Client, django_capture_on_commit_callbacks: Any
    ) -> None:
        form = ana.get(reverse("house-settings")).context["form"]
        said = {name: form[name].value() for name in form.fields}
        said |= {"HOUSE_NAME": "Casino de la Costa", "CURRENCY": "EUR", "DECIMALS": 2}
        said |= {"DENOMINATIONS": "0,50 1 5", "COUNTER_LIMIT": "1000"}
        with django_capture_on_commit_callbacks(execute=True):
            assert ana.post(reverse("house-settings"), said).status_code == 302
        assert house().denominations == (50, 100, 500) and house().counter_limit == 100_000
        assert "Casino de la Costa" in Client().get("/login/").content.decode()

    def test_the_hour_of_the_next_game_is_written_as_its_field_takes_it(self, ana: Client) -> None:
        assert '<input type="time" name="NEXT_GAME"' in ana.get(reverse("house-settings")).text
        for language, _ in django_settings.LANGUAGES:
            with translation.override(language):
                assert "21:00" in str(SETTINGS["NEXT_GAME"][1]), language

    def test_a_title_of_two_parts_has_the_colon_of_the_language(self) -> None:
        with translation.override("fr"):
            assert str(SETTINGS["LONG_CUTTING"][0]).startswith("Anormalement long\u202f: ")

    def test_a_space_that_does_not_break_groups_and_others_stand_between_chips(self, ana: Client) -> None:
        form = ana.get(reverse("house-settings")).context["form"]
        said = {name: form[name].value() for name in form.fields}
        checked = HouseForm(said | {"DENOMINATIONS": " 1\u202f000  500 5\u00a0000\t50"})
        assert checked.is_valid() and checked.cleaned_data["DENOMINATIONS"] == (50, 500, 1_000, 5_000)

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("CURRENCY", "eur"),
            ("TIME_ZONE", "Mars"),
            ("DENOMINATIONS", "5 5"),
            ("DAY_BEGINS", "24"),
            ("COUNTER_LIMIT", "0.5"),
            ("DECIMALS", "9"),
        ],
    )
    def test_a_wrong_value_is_said_beside_it(self, ana: Client, name: str, value: str) -> None:
        form = ana.get(reverse("house-settings")).context["form"]
        said = {field: form[field].value() for field in form.fields} | {name: value}
        answer = ana.post(reverse("house-settings"), said)
        assert answer.status_code == 422 and name in answer.context["form"].errors
        assert value.split()[0] in answer.content.decode()
        above, _head, _fields = answer.text.partition("<h2>Logo</h2>")
        assert f'href="#id_{name}-setting"' in above and f'id="id_{name}-setting"' in answer.text
        assert not Act.objects.exists()

    def test_a_reglamento_is_checked_and_kept(self, ana: Client) -> None:
        good = b'slug = "casa"\ntitle = "De la Casa"\nbase = "argentina"\n'
        checked = posted(ana, "house-reglamentos", "check", file=SimpleUploadedFile("casa.toml", good))
        page = checked.content.decode()
        assert "This file is good." in page and "look at it" not in page
        assert not HouseReglamento.objects.exists()
        file = checked.context["checked"]["file"]
        assert "casa@1 is kept." in posted(ana, "house-reglamentos", "add", checked=file).content.decode()
        assert (
            "casa@1 was kept already."
            in posted(ana, "house-reglamentos", "add", checked=file).content.decode()
        )
        assert HouseReglamento.objects.get().text.encode() == good

    def test_what_is_doubtful_and_what_each_chance_comes_to_is_seen_before_it_is_kept(
        self, ana: Client
    ) -> None:
        dragon = (EXAMPLES / "ez.toml").read_bytes()
        answer = posted(ana, "house-reglamentos", "check", file=SimpleUploadedFile("ez.toml", dragon))
        page = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))
        assert "Dragon 7 is a trade mark of its maker, and a house needs a licence." in page
        assert "Dragon 7 dragon-7 2.2535% -7.6062% 2.2534% -7.6113%" in page
        assert "Banco banca 43.6118% -1.0161% 43.6064% -1.0183%" in page

    def test_what_is_wrong_is_said_beside_the_file(self, ana: Client) -> None:
        bad = SimpleUploadedFile("casa.toml", b'slug = "casa"\ntitle = "C"\nbase = "spain"\ntie = 9\n')
        answer = posted(ana, "house-reglamentos", "check", file=bad)
        page = answer.content.decode()
        assert answer.status_code == 422 and page.count("casa.toml, line 4:") == 1
        described, wrong = re.search(r'aria-describedby="([^"]+)"', page), page.index('id="file-wrong"')
        assert described and described[1].split() == ["file-help", "file-wrong"]
        assert page.index('name="file"') < wrong < page.index("casa.toml, line 4:")

    @pytest.mark.parametrize("checked", ["", "casa", "WyJjYXNhIl0:1uXyZa:forged"])
    def test_only_what_somebody_has_looked_at_is_kept(self, ana: Client, checked: str) -> None:
        answer = posted(ana, "house-reglamentos", "add", checked=checked)
        assert "Choose a file first." in answer.content.decode() and not HouseReglamento.objects.exists()


class TestActs:
    def test_an_inspector_reads_what_was_done_and_what_was_refused(self, ana: Client) -> None:
        posted(ana, "people", "add", username="bruno", role="jefe")
        posted(ana, "people", "import", list="username,role\nleo,boss\n")
        irene = Client()
        irene.force_login(User.objects.create_user("irene", role="inspector", language="en"))
        page = irene.get(reverse("acts")).content.decode()
        assert "Login made" in page and "line 2: There is no role “boss”" in page and "127.0.0.1" in page
        only = irene.get(reverse("acts"), {"only": "refused"}).content.decode()
        assert "<td>bruno</td>" not in only and "the list" in only


class TestFirstRun:
    PASSPHRASE = "korrekt pferd batterie"

    def test_from_the_link_to_a_floor_that_works(self) -> None:
        client, link = Client(), f"/setup/{first_run.make_link(ANA)}/"
        said = {"username": "ana.admin", "passphrase": self.PASSPHRASE, "again": self.PASSPHRASE}
        assert client.post(link, said).url == reverse("login")
        assert client.get(link).status_code == 404
        client.force_login(User.objects.get(username="ana.admin"))
        steps = client.get(reverse("administration")).context["steps"]
        assert [step.is_done for step in steps] == [False] * 4
        form = client.get(reverse("house-settings")).context["form"]
        kept = {name: form[name].value() for name in form.fields} | {"HOUSE_NAME": "Casino"}
        client.post(reverse("house-settings"), kept)
        posted(client, "house-tables", "add", many=3, first=1, name="Mesa", slug="mesa", **OPENING)
        posted(client, "people", "import", list="username,role\njulio,jefe\ncarla,croupier\n")
        walls = once(posted(client, "tokens", "issue", kind="display", table="*", name="Wall", days=30))
        assert client.get(reverse("administration")).context["steps"] == []
        self.plays(walls[0])

    def plays(self, wall: str) -> None:
        from tables.door.service import execute

        jefe = Client()
        jefe.force_login(User.objects.get(username="julio"))
        assert jefe.get("/floor/").content.decode().count('id="tile-mesa-') == 3
        assert execute(
            "mesa-1", {"command": "open_table", **Table.objects.get(slug="mesa-1").proposal}, JEFE
        ).ok
        assert Client().get(wall, follow=True).status_code == 200

    def test_two_different_passphrases_make_nobody(self) -> None:
        link = f"/setup/{first_run.make_link(ANA)}/"
        said = {"username": "ana.admin", "passphrase": self.PASSPHRASE, "again": "another one"}
        assert Client().post(link, said).status_code == 422
        assert not User.objects.exists()


class TestTwoAdministrators:
    """Each keeps what he sees; neither takes back what the other has changed meanwhile."""

    @pytest.fixture
    def bruno(self) -> User:
        people.add(ANA, {"username": "bruno", "role": "croupier", "first_name": "Bruno"})
        return User.objects.get(username="bruno")

    @staticmethod
    def as_shown(page: str) -> dict[str, str]:
        """What a browser posts of a page that is left as it is: hidden fields, inputs and chosen options."""
        said = dict(re.findall(r'<input type="hidden" name="(shown_\w+)" value="([^"]*)"', page))
        return said | {name.removeprefix("shown_"): value for name, value in said.items()}

    def test_a_role_that_was_taken_away_does_not_come_back(self, ana: Client, bruno: User) -> None:
        said = self.as_shown(ana.get(reverse("person", args=[bruno.pk])).content.decode())
        people.change(ANA, "bruno", role="cambista", language="sl")
        answer = posted(ana, "person", "change", bruno.pk, **said | {"first_name": "Bruno José"})
        bruno.refresh_from_db()
        assert answer.status_code == 200
        assert (bruno.first_name, bruno.role, bruno.language) == ("Bruno José", "cambista", "sl")

    def test_who_changes_the_same_is_told_and_sees_what_it_is_now(self, ana: Client, bruno: User) -> None:
        said = self.as_shown(ana.get(reverse("person", args=[bruno.pk])).content.decode())
        people.change(ANA, "bruno", role="cambista")
        answer = posted(ana, "person", "change", bruno.pk, **said | {"role": "jefe"})
        page = answer.content.decode()
        assert answer.status_code == 409 and "Somebody else has changed this" in page
        assert re.search(r'value="cambista"[^>]*checked', page)
        bruno.refresh_from_db()
        assert bruno.role == "cambista"

    def test_tables_that_were_assigned_meanwhile_are_not_taken_back(self, ana: Client, bruno: User) -> None:
        posted(ana, "house-tables", "add", many=3, first=1, name="Mesa", slug="mesa", **OPENING)
        said = self.as_shown(ana.get(reverse("person", args=[bruno.pk])).content.decode())
        people.change(ANA, "bruno", serves="mesa-1 mesa-2")
        refused = posted(
            ana, "person", "assign", bruno.pk, shown_serves=said["shown_serves"], serves=["mesa-3"]
        )
        bruno.refresh_from_db()
        assert refused.status_code == 409 and bruno.serves == "mesa-1 mesa-2"

    def test_a_table_that_was_renamed_meanwhile_keeps_its_name(self, ana: Client) -> None:
        posted(ana, "house-tables", "add", many=1, first=1, name="Mesa", slug="mesa", **OPENING)
        said = self.as_shown(ana.get(reverse("house-table", args=["mesa-1"])).content.decode())
        Table.objects.filter(slug="mesa-1").update(name="Salón")
        refused = posted(ana, "house-table", "rename", "mesa-1", shown_name=said["shown_name"], name="Grande")
        assert refused.status_code == 409 and Table.objects.get().name == "Salón"

    def test_settings_that_another_has_changed_stay(
        self, ana: Client, django_capture_on_commit_callbacks: Any
    ) -> None:
        first, second = HouseForm(initial=_initial()), HouseForm(initial=_initial())

        def keep(form: HouseForm, **said: str) -> Any:
            with django_capture_on_commit_callbacks(execute=True):
                return ana.post(reverse("house-settings"), self.page_of(form) | said)

        assert keep(second, COUNTER_LIMIT="888").status_code == 302
        assert keep(first, HOUSE_NAME="Casa Nueva").status_code == 302
        assert (house().counter_limit, house().house_name) == (888, "Casa Nueva")
        refused = keep(first, COUNTER_LIMIT="777")
        assert refused.status_code == 422 and "Somebody else has changed this" in refused.content.decode()
        assert house().counter_limit == 888
        with django_capture_on_commit_callbacks(
            execute=True
        ):  # as the sentence says: to keep it again is enough
            again = ana.post(reverse("house-settings"), dict(refused.context["form"].data.lists()))
        assert again.status_code == 302 and house().counter_limit == 777

    def test_an_untouched_page_changes_nothing(self, ana: Client) -> None:
        assert HouseForm(self.page_of(HouseForm(initial=_initial())), initial=_initial()).changed_data == []

    @staticmethod
    def page_of(form: HouseForm) -> dict[str, Any]:
        """What a browser posts of this form when nothing is touched."""
        said: dict[str, Any] = {}
        for bound in form:
            value = bound.value()
            if value is None or value is False:
                value = "False" if value is False else ""
            said[bound.html_initial_name] = value
            if not (isinstance(bound.field, forms.BooleanField) and value == "False"):
                said[bound.html_name] = value
        return said


class TestWhatAReaderSees:
    def test_an_act_is_said_in_words(self, ana: Client) -> None:
        rows = "".join(f"crupier{number:03},croupier\n" for number in range(20))
        posted(ana, "people", "import", list=f"username,role\n{rows}")
        people.add(ANA, {"username": "bruno", "role": "croupier"})
        people.change(ANA, "bruno", role="cambista")
        people.suspend(ANA, "bruno")
        page = re.sub(r"\s+", " ", ana.get(reverse("acts")).content.decode())
        assert "Can log in: yes → no" in page and "Role: Croupier → Cambista" in page
        assert "crupier007 … (20)" in page and "crupier008" not in page and "True" not in page

    def test_an_act_has_amounts_times_and_settings_as_people_write_them(
        self, ana: Client, django_capture_on_commit_callbacks: Any
    ) -> None:
        User.objects.update(language="es")
        with django_capture_on_commit_callbacks(execute=True):
            settings.change(ANA, {"DECIMALS": 2, "COUNTER_LIMIT": 100_050, "DENOMINATIONS": (50, 100)})
        people.add(ANA, {"username": "bruno", "role": "croupier"})
        people.end(ANA, "bruno")
        page = re.sub(r"\s+", " ", ana.get(reverse("acts")).content.decode())
        assert "<td>Mayor canje sin jefe, Decimales de un importe, Fichas</td>" in page
        assert "Mayor canje sin jefe: 100000 → 1000,50" in page and "→ 0,50 · 1,00" in page
        assert moments.minute(User.objects.get(username="bruno").ended) in page and "+00:00" not in page

    def test_time_zones_are_those_of_places(self) -> None:
        zones = dict(HouseForm(initial=_initial()).fields["TIME_ZONE"].choices)
        assert {"UTC", "Europe/Madrid", "America/Argentina/Buenos_Aires"} <= zones.keys()
        assert not {"Factory", "localtime", "W-SU", "Etc/GMT+12"} & zones.keys()

    def test_a_missing_amount_is_said_to_be_missing(self, ana: Client) -> None:
        wanted = {"many": 1, "first": 1, "name": "Mesa", "slug": "mesa", **OPENING, "minimum": " "}
        assert "An amount is missing." in posted(ana, "house-tables", "add", **wanted).content.decode()


def test_acts_are_sorted_and_found_by_a_period(ana: Client) -> None:
    for login in ("bruno", "carla"):
        posted(ana, "people", "add", username=login, role="jefe", language="en")
    listed = ana.get(reverse("acts"), {"order": "about"}).content.decode()
    assert listed.index("<td>bruno</td>") < listed.index("<td>carla</td>")
    newest = ana.get(reverse("acts")).content.decode()
    assert newest.index("<td>carla</td>") < newest.index("<td>bruno</td>")
    assert "<td>carla</td>" not in ana.get(reverse("acts"), {"until": "01/01/2020"}).content.decode()
    wrong = ana.get(reverse("acts"), {"since": "soon"}).content.decode()
    assert 'id="wrong-since"' in wrong and 'value="soon"' in wrong


def test_several_displays_are_let_in_no_more(ana: Client) -> None:
    posted(ana, "house-tables", "add", many=3, first=1, name="Mesa", slug="mesa", **OPENING)
    posted(ana, "tokens", "issue", kind="display", table="*", name="Wall", days=30)
    first, second, third = Token.objects.order_by("table")
    posted(ana, "tokens", "revoke", token=[first.pk, second.pk])
    assert [*Token.objects.in_force()] == [third]


def test_what_an_act_changed_is_said_in_words(ana: Client) -> None:
    assert posted(ana, "people-data", "staff", who="ana.admin").status_code == 200
    page = ana.get(reverse("acts")).content.decode()
    assert "Kind: – → Staff" in page and re.search(r"Rows: – → \d+", page)

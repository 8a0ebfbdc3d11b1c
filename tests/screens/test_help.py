"""Every phase has its help, every role its card, and a tour is remembered with the login."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from casino.people.models import User
from casino.people.permissions import PAGES, STAFF, Right, Role
from tables.engine.state import PHASES
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.roles import COMMANDS, may_command
from tables.screens.catalogue import SCREENS
from tables.screens.why.cards import RULES, WITH, sections
from tables.view.labels.commands import COMMAND_LABELS, KEYS
from tables.view.labels.help import HELP
from tables.view.labels.rights import PAGE_LABELS, RIGHT_LABELS
from tables.view.labels.tours import TOURS

KNOWN_RULES = {rule for rules in REGLAMENTOS.values() for rule in rules.articles}


def test_every_phase_has_its_help_and_cites_rules_that_there_are() -> None:
    assert HELP.keys() == set(PHASES)
    assert {rule for told in HELP.values() for rule in told.rules} <= KNOWN_RULES
    assert all(told.steps for told in HELP.values())


def test_a_card_cites_rules_that_there_are_and_names_rights_that_somebody_has() -> None:
    assert {*RULES.values(), *(rule for also in WITH.values() for rule in also)} <= KNOWN_RULES
    assert RULES.keys() <= COMMANDS.keys()
    assert RIGHT_LABELS.keys() <= set(Right)
    assert PAGE_LABELS.keys() <= PAGES.keys()


@pytest.mark.parametrize("role", sorted(STAFF))
@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_a_card_has_every_act_of_its_role_and_no_other(slug: str, role: Role) -> None:
    rules = REGLAMENTOS[slug]
    found = {str(title): acts for title, acts in sections(rules, role)}
    own = {name for name in rules.commands if may_command(role, name)} - {"incident", "burn_shoe"}
    assert len(found.get("En la mesa", found.get("At the table", []))) == len(own)
    assert found


def test_the_article_of_an_act_is_that_of_its_reglamento() -> None:
    found = dict(sections(REGLAMENTOS["argentina"], Role.CROUPIER))
    cited = {act.articles for acts in found.values() for act in acts}
    assert {"13", "25, 29, 30", "35", "36, 38", "49"} <= cited
    silent = dict(sections(REGLAMENTOS["spain"], Role.CROUPIER))
    assert {act.articles for acts in silent.values() for act in acts} == {""}


def test_a_card_names_an_act_as_its_key_does() -> None:
    """Each of these words stands on a screen, and none is what the record says of the act."""
    on_screens = "".join(
        path.read_text() for path in (settings.BASE_DIR / "templates" / "fragments").rglob("*.html")
    )
    with translation.override("en"):
        for command, words in KEYS.items():
            assert f'_("{words}")' in on_screens, command
            assert str(words) != str(COMMAND_LABELS[command])
        found = {
            str(act.label) for _, acts in sections(REGLAMENTOS["argentina"], Role.CROUPIER) for act in acts
        }
    assert {"Pay", "NO MORE BETS", "Repeat", "Gives the suite"} <= found
    assert not {"Payment", "Bets repeated", "Arrival"} & found


@pytest.mark.django_db
class TestPages:
    def client(self, role: str = "croupier", **more: str) -> Client:
        client = Client()
        client.force_login(User.objects.create_user(f"one-{role}", role=role, **more))
        return client

    @pytest.mark.parametrize("role", sorted(STAFF))
    def test_every_member_of_staff_reads_every_card(self, role: str) -> None:
        client = self.client(role)
        for of in STAFF:
            assert client.get(f"/reglamentos/spain/cards/{of}/").status_code == 200

    @pytest.mark.parametrize("path", ["spain/cards/display", "spain/cards/nobody", "nowhere/cards/jefe"])
    def test_there_is_no_card_of_what_is_nobody(self, path: str) -> None:
        assert self.client().get(f"/reglamentos/{path}/").status_code == 404

    def test_the_tours_start_again_from_ones_own_page_and_from_the_head_of_each_screen(self) -> None:
        client = self.client("jefe", toured="console floor")
        assert b'href="?tour"' in client.get("/floor/").content
        assert b'href="?tour"' not in client.get("/account/").content
        assert client.post("/account/", {"tours": "again"}).status_code == 302
        assert User.objects.get().toured == ""
        assert b'id="tour"' in client.get("/floor/").content

    def test_only_tours_that_there_are_and_of_who_is_logged_in(self) -> None:
        assert self.client().post("/tour/", {"screen": "nothing"}).status_code == 404
        assert Client().post("/tour/", {"screen": "console"}).status_code == 401
        assert self.client("jefe").get("/tour/").status_code == 405


def test_a_tour_is_of_a_screen() -> None:
    assert TOURS.keys() <= SCREENS.keys() | {"timeline"}

"""The words of a reglamento on every screen and paper: its own where it has them, in the reader's language."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from casino.people.models import User
from casino.site.texts import catalogue
from tables.door.service import create_table, execute, read
from tables.models import Table
from tables.record.reglamentos.words import speaking
from tables.reports.pass_list import COLUMNS, Filter, pass_list
from tables.reports.player_session import player_session
from tables.reports.renderers.csv_file import as_csv
from tables.reports.selectors.scope import of_shift, shift_numbered
from tables.reports.shift_sheet import shift_sheet
from tables.robot.client import LocalClient
from tables.robot.context import Behaviour
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens import wall
from tables.screens.console import screen as console
from tables.screens.floor import screen as floor
from tables.screens.money import screen as money
from tables.screens.table import screen as table_page
from tables.view.labels.game import chance_label
from tables.view.labels.money import GAME_PURPOSE_LABELS, LINE_LABELS
from tables.view.screen import Screen, view_of
from tests.support.counter import done
from tests.support.house import JEFE

MESA = "mesa"
LANGUAGES = [code for code, _ in settings.LANGUAGES]
LIVELY = Behaviour(min_seated=4, max_seated=7, opens=0.5, takes=0.4, rare_acts=0.4, declines=0.2)
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 10}
SEEN_BY = (
    (console, "croupier"),
    (table_page, "jefe"),
    (floor, "jefe"),
    (money, "croupier"),
    (wall, "display"),
)
SCREENS: list[tuple[Screen, str]] = [(module.SCREEN, role) for module, role in SEEN_BY]
SAID = re.compile(r"""(?:aria-label|title|data-name|data-plain|placeholder|data-word)="([^"]*)"|>([^<]*)<""")


def said(html: str) -> str:
    """What a reader sees or hears of a page: its text, and the names of what has none."""
    return unescape(" | ".join(" ".join((a or b).split()) for a, b in SAID.findall(f">{html}<")))


def drawn(language: str) -> Iterator[tuple[str, str]]:
    """Every screen of the table as it is now, by its name."""
    with translation.override(language):
        for screen, role in SCREENS:
            yield screen.name, said("".join(screen.render(view_of(*read(MESA), role)).values()))


def played(reglamento: str, commands: int, seed: int = 7) -> Iterator[str]:
    """A robot plays at the table; yields the phase after each accepted command."""
    create_table(MESA, "Mesa")
    opening = {"command": "open_table", "reglamento": reglamento, **LIMITS}
    assert execute(MESA, opening, JEFE).ok
    done("opening", 0, table=MESA)
    robot, client = Robot(seed, LIVELY), LocalClient(MESA, JEFE)
    for _ in range(commands):
        command = robot.next(client.snapshot())
        assert command
        answer = client.send(command)
        if not answer["ok"]:
            robot.refused(command, answer["error"]["code"])
        else:
            yield read(MESA)[1].phase


def spoken_in(reglamento: str, *phases: str) -> dict[str, str]:
    """What the floor says of the table in these phases, in Spanish."""
    spoken: dict[str, str] = {}
    for phase in played(reglamento, 400):
        if phase in phases and phase not in spoken:
            spoken[phase] = dict(drawn("es"))["floor"]
        if len(spoken) == len(phases):
            break
    return spoken


def papers(language: str) -> Iterator[str]:
    """The table's sheet, its passes, and a player's session."""
    table = Table.objects.get(slug=MESA)
    shift = shift_numbered(table, 1)
    assert shift
    scope = of_shift(table, shift)
    player = next(iter(read(MESA)[1].names))
    with translation.override(language):
        for report in (
            shift_sheet(table, shift),
            pass_list(table, scope.passes, Filter()),
            player_session(scope, player),
        ):
            yield as_csv(report)


def pages() -> Iterator[str]:
    """The whole pages, with what stands beside the parts that change."""
    client = Client()
    client.force_login(User.objects.create_user("julia", role="jefe"))
    for language in LANGUAGES:
        User.objects.filter(username="julia").update(language=language)
        for address in (f"/tables/{MESA}/console/", f"/tables/{MESA}/"):
            answer = client.get(address)
            assert answer.status_code == 200, address
            yield said(answer.content.decode())


@pytest.mark.django_db
class TestChemin:
    FORBIDDEN = {
        "es": r"\bsuites?\b|\bremat|\bpagador",
        "en": r"\bsuites?\b",
        "fr": r"\bsuites?\b",
        "sl": r"\bsuit",
    }
    PASSED = {"es": "Mano pasada", "en": "Passed hand", "fr": "Main passée", "sl": "Predana roka"}

    def test_chemin_de_fer_never_says_suite(self) -> None:
        seen: set[str] = set()
        wrong: list[tuple[str, str, str]] = []
        for number, phase in enumerate(played("chemin-de-fer", 400)):
            if phase not in seen or number % 200 == 0:
                seen.add(phase)
                for language in LANGUAGES:
                    texts = dict(drawn(language))
                    wrong += self.faults(language, texts)
                    assert phase != "suite" or self.PASSED[language] in texts["floor"]
        for language in LANGUAGES:
            wrong += self.faults(language, {"papers": "|".join(papers(language)).replace("\n", "|")})
        assert not wrong
        assert {"auction", "offer", "suite", "betting", "dealing", "resolved"} <= seen
        for page in pages():
            assert not re.search(r"\bsuites?\b|\bremat|\bsuit[aeo]\b", page, re.I)

    def faults(self, language: str, texts: dict[str, str]) -> list[tuple[str, str, str]]:
        """What should not be said: the language, the screen and the words around it."""
        around = re.compile(rf"[^|]*(?:{self.FORBIDDEN[language]})[^|]*", re.IGNORECASE)
        return [(language, screen, found) for screen, text in texts.items() for found in around.findall(text)]

    def test_it_speaks_of_the_hand_subasta_and_garaje(self) -> None:
        with speaking("chemin-de-fer"), translation.override("es"):
            assert str(LINE_LABELS["suite"]) == "Manos pasadas"
        spoken = spoken_in("chemin-de-fer", "suite", "auction")
        assert "Mano pasada" in spoken["suite"] and "Subasta" in spoken["auction"]

    def test_argentina_speaks_of_suite_and_remate(self) -> None:
        spoken = spoken_in("argentina", "suite", "auction")
        assert "Suite" in spoken["suite"] and "Remate" in spoken["auction"]


@pytest.mark.django_db
class TestSpain:
    def test_spain_says_crupier_and_banco(self) -> None:
        seen: set[str] = set()
        texts = ""
        for phase in played("spain", 250):
            if phase not in seen:
                texts += " | ".join(text for _screen, text in drawn("es"))
            seen.add(phase)
        texts += " | ".join(papers("es"))
        assert {"cutting", "offer", "betting", "dealing", "resolved"} <= seen
        assert "Corta el crupier" in texts and "Banco" in texts
        assert not re.findall(r"[^|]*\bpagador[^|]*", texts, re.I)
        assert not re.findall(r"\|\s*B?\s*Banca\s*\|", texts)  # the chance


@pytest.mark.django_db
class TestBanca:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("reglamento", REGLAMENTOS)
    def test_the_holders_bank_and_a_bet_on_banca_are_two_words(self, reglamento: str, language: str) -> None:
        with translation.override(language), speaking(reglamento):
            lines = [str(LINE_LABELS[line]) for line in ("punto", "banca", "tie", "bank", "house_bank")]
            assert len(set(lines)) == len(lines)
            assert chance_label(reglamento, "bank") != chance_label(reglamento, "banca")
            purposes = [str(label) for label in GAME_PURPOSE_LABELS.values()]
            assert len(set(purposes)) == len(purposes)
            titles = [str(column.title) for column in COLUMNS]
            assert len(set(titles)) == len(titles)

    def test_a_players_bank_is_never_called_by_the_word_of_the_chance(self) -> None:
        named: set[str] = set()
        for phase in played("argentina", 200):
            if phase in named or not read(MESA)[1].bank:
                continue
            named.add(phase)
            texts = {screen: [part.strip() for part in text.split("|")] for screen, text in drawn("es")}
            assert "BANQUERO" in texts["wall"] and "BANCA" not in texts["wall"]
            for screen in ("floor", "table"):
                assert any("Banca del jugador" in part for part in texts[screen]), screen
                assert (
                    not any(part in ("▲ Banca", "Banca") for part in texts[screen][:60]) or screen == "table"
                )
        assert {"betting", "dealing", "resolved"} <= named


class TestCatalogues:
    def test_french_has_its_narrow_spaces(self) -> None:
        for entry in polib.pofile(str(catalogue("fr"))):
            for text in entry.msgstr_plural.values() or [entry.msgstr]:
                assert not re.search(r"[^\u202f][;!?»]|[^\u202f\s]:(?![/\d])|«[^\u202f]", text), text

    def test_french_has_its_apostrophes_and_its_own_names_of_the_hands(self) -> None:
        for entry in polib.pofile(str(catalogue("fr"))):
            for text in entry.msgstr_plural.values() or [entry.msgstr]:
                assert not re.search(r"\w'\w", text), text
                assert not re.search("banquero|igualdad|garaje", text.lower()), text

    def test_spanish_opens_its_questions(self) -> None:
        for entry in polib.pofile(str(catalogue("es"))):
            assert entry.msgstr.count("¿") == entry.msgstr.count("?"), entry.msgstr

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_sentence_ends_as_the_english_one(self, language: str) -> None:
        for entry in polib.pofile(str(catalogue(language))):
            if entry.msgid in ("MIN", "MAX", "№"):
                continue  # abbreviations, which some languages end with a point
            ends = entry.msgid.endswith((".", "…", ":", "?"))
            for text in entry.msgstr_plural.values() or [entry.msgstr]:
                assert text[-1] == entry.msgid[-1] if ends else text[-1] not in ".:", (entry.msgid, text)

    def test_every_own_word_belongs_to_a_text_of_the_product(self) -> None:
        general = {entry.msgid for entry in polib.pofile(str(catalogue("en"))) if not entry.msgctxt}
        for rules in REGLAMENTOS.values():
            assert rules.words.keys() <= general, (rules.slug, rules.words.keys() - general)

    def test_every_template_of_a_table_uses_the_words_of_its_reglamento(self) -> None:
        """Its library replaces Django's tag only where it is loaded later."""
        own: set[str] = {text for rules in REGLAMENTOS.values() for text in rules.words}
        for path in sorted((settings.BASE_DIR / "templates").rglob("*.html")):
            source = path.read_text()
            if own & set(re.findall(r'{% translate "([^"]*)"', source)):
                loaded: list[Any] = re.findall(r"{% load ([^%]*) %}", source)
                libraries = " ".join(loaded).split()
                assert "table" in libraries, path
                assert libraries.index("table") > libraries.index("i18n"), path

    def test_whatever_is_shown_for_a_table_asks_for_its_words(self) -> None:
        """Django's own gettext would give the general word where the reglamento has another one."""
        for path in sorted((settings.BASE_DIR / "tables").rglob("*.py")):
            assert "django.utils.translation import gettext" not in path.read_text(), path

"""A house's own reglamento: read from its file, refused with line and reason, kept by version."""

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.utils import translation

from casino.administration import reglamentos
from casino.administration.csv_list import Source, of_file
from casino.common.refusals import Refusal
from casino.house.acts import By
from tables.door.service import create_table, execute, read
from tables.models import HouseReglamento
from tables.record.reglamentos.catalogue import add, on_offer, resolve
from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.file import read_reglamento
from tables.record.reglamentos.review import doubts
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.table.screen import opening_forms
from tests.support.house import JEFE, Croupier, game

EXAMPLES = settings.BASE_DIR / "docs" / "examples"
CASA = (EXAMPLES / "casa.toml").read_text()
OFFICE = By("ana")
pytestmark = pytest.mark.django_db


def test_what_is_not_said_is_the_bases() -> None:
    rules, base = read_reglamento(CASA), REGLAMENTOS["argentina"]
    assert rules.chance("banca").commission == Fraction(1, 20)
    assert (rules.settings["decks"], rules.words["Tie"]) == (8, "Empate")
    assert rules.bank_tax and rules.bank_tax.rate == Fraction(1, 20) and rules.bank_tax.by_parity
    assert (rules.drawing, rules.articles, rules.offer) == (base.drawing, base.articles, base.offer)


def test_drawing_table_and_payout() -> None:
    rules = read_reglamento((EXAMPLES / "eight-for-nine.toml").read_text())
    assert [line.to_one for line in rules.chance("tie").pays] == [9]
    assert rules.drawing.banca_move(6, 6) == "stand"
    assert rules.drawing.banca_move(6, 7) == "draw"


def test_whom_a_table_needs_is_the_bases_but_for_what_is_said() -> None:
    casa = 'slug = "casa"\ntitle = "Casa"\nbase = "spain"\n'
    assert read_reglamento(casa).staffing == REGLAMENTOS["spain"].staffing
    said = read_reglamento(f"{casa}[staffing]\npagador = 1\ncambista = 0")
    assert said.staffing == {"croupier": 2, "jefe": 1, "pagador": 1}


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


HEAD = 'slug = "casa"\ntitle = "Casa"\nbase = "argentina"\n'
REFUSED = [
    ('slug = "casa"\ntitle = "x"\nbase = "nowhere"', 3, "nowhere"),
    ('slug = "argentina"\ntitle = "x"\nbase = "argentina"', 1, "product's own"),
    ('slug = "Casa Grande"\ntitle = "x"\nbase = "argentina"', 1, "slug"),
    (HEAD + 'colour = "red"', 4, "colour"),
    (HEAD + '[deductions]\nbanca = "3/2"', 5, "share"),
    (HEAD + "[deductions]\nbanca = 0.05", 5, "banca"),
    (HEAD + '[deductions]\n\nbanca = "1/0"', 6, "share"),
    (HEAD.replace("argentina", "chemin-de-fer") + "[payouts]\ntie = 9", 5, "chemin-de-fer has no such thing"),
    (HEAD.replace("argentina", "chemin-de-fer") + "[settings]\ntie_bet = 1", 5, "tie_bet"),
    (HEAD + "[settings]\ndecks = 7", 5, "decks"),
    (HEAD + "[settings]\nmin_seated = 3\ntie_bett = 1", 6, "tie_bett"),
    (HEAD + '[drawing]\npunto = "DDDDDWSSS"', 5, "punto"),
    (HEAD + '[drawing]\npunto = "DDDDDWSSDD"', 5, "punto"),
    (HEAD + '[drawing.banca]\n6 = "SSSSSSDDSS"', 5, "banca"),
    (HEAD + '[drawing.banca]\n9 = "SSSSSSSSSSS"', 5, "banca"),
    (HEAD + '[words]\nsuite = "x"', 5, "words"),
    (HEAD + '[articles]\n1 = "x"\n52 = "x"', 6, "argentina has no article 52"),
    (HEAD + '[articles]\n1 = ""', 5, "articles"),
    (HEAD + "[staffing]\njefe = 1\ndealer = 1", 6, "one of croupier"),
    (HEAD + "[staffing]\npagador = -1", 5, "staffing"),
    (HEAD + '[staffing]\npagador = "two"', 5, "staffing"),
    (HEAD + "[settings\ndecks = 6", 4, "TOML"),
    ("", 1, "slug"),
    ("tie = " + "9" * 5000, 1, "too many digits"),
    ("a = " + "[" * 5000, 1, "nested too deeply"),
    ("a = " + "{b = " * 5000, 1, "nested too deeply"),
    (HEAD.replace('title = "', 'title = "\\u0000'), 2, "control character"),
    (HEAD + '[words]\ntie = "\\u001b[2J"', 5, "control character"),
    (HEAD + '[articles]\n30 = "\\u0007"', 5, "control character"),
]


@pytest.mark.parametrize(("text", "line", "reason"), REFUSED)
def test_what_cannot_be_is_refused_with_its_line_and_reason(text: str, line: int, reason: str) -> None:
    with pytest.raises(Fault) as fault:
        read_reglamento(text)
    assert fault.value.line == line, fault.value
    assert reason in fault.value.reason
    with translation.override("es"), pytest.raises(Fault) as said:
        read_reglamento(text)
    assert said.value.reason != fault.value.reason
    with pytest.raises(Refusal) as refused:
        reglamentos.add(OFFICE, Source("file.toml", text.encode()))
    assert f"line {line}" in refused.value.text()
    assert not HouseReglamento.objects.exists()


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("nothing", "bytes"):
        with pytest.raises(Refusal):
            reglamentos.check(of_file(tmp_path / name))


def test_a_table_keeps_the_version_it_was_opened_with(tmp_path: Path) -> None:
    add(CASA)
    create_table("mesa", "Mesa")
    opening = {"command": "open_table", "reglamento": "casa", "minimum": 10, "maximum": 1000, "chip": 1}
    assert execute("mesa", opening, JEFE).ok
    add(CASA.replace('banca = "1/20"', 'banca = "1/4"'))
    assert read("mesa")[1].reglamento == "casa@1"
    for seat, player in enumerate(("ana", "bea", "carl", "dora"), 1):
        execute("mesa", {"command": "join", "player": player}, JEFE)
        execute("mesa", {"command": "sit", "player": player, "seat": seat}, JEFE)
    game("mesa", 200, Croupier())
    call_command("audit", "mesa")
    out = StringIO()
    call_command("replay", "mesa", "--snapshot", stdout=out)
    assert '"reglamento": "casa@1"' in out.getvalue()
    create_table("otra", "Otra")
    assert execute("otra", opening, JEFE).ok
    assert read("otra")[1].reglamento == "casa@2"


def test_the_same_text_again_is_no_new_version() -> None:
    file = of_file(EXAMPLES / "casa.toml")
    assert [reglamentos.add(OFFICE, file)[1] for _ in range(2)] == [True, False]
    assert [str(row) for row in HouseReglamento.objects.all()] == ["casa@1"]


@pytest.mark.parametrize(
    "name", ["nowhere", "casa@0", "casa@7", "casa@99999999999999999999", "a\x00b", "ñ", ""]
)
def test_a_name_that_nobody_keeps_is_malformed(name: str) -> None:
    add(CASA)
    create_table("mesa", "Mesa")
    opening = {"command": "open_table", "reglamento": name, "minimum": 10, "maximum": 1000, "chip": 1}
    answer = execute("mesa", opening, JEFE)
    assert answer.error and answer.error["code"] == "malformed"


def test_no_version_is_ever_changed_or_deleted() -> None:
    add(CASA)
    for act in (lambda rows: rows.update(text="x"), lambda rows: rows.delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            act(HouseReglamento.objects.all())


def test_it_is_tried_in_memory_before_it_is_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(
        '{"command": "open_table", "by": "jefe", "reglamento": "casa", "minimum": 1, "maximum": 9, "chip": 1}'
    )
    call_command("play", str(script), "--snapshot", reglamento=str(EXAMPLES / "casa.toml"))
    assert '"reglamento": "casa@1"' in capsys.readouterr().out
    assert not HouseReglamento.objects.exists()
    for faulty in (tmp_path / "nothing", script):
        with pytest.raises(SystemExit) as left:
            call_command("play", str(script), reglamento=str(faulty))
        assert left.value.code == 2


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.name)
def test_the_examples_are_good(file: Path) -> None:
    assert reglamentos.check(of_file(file)).title


def warned_of(file: Path) -> str:
    with translation.override("en"):
        source = of_file(file)
        return "\n".join(reglamentos.warnings(reglamentos.check(source), source))


def test_a_reglamento_under_which_a_player_gains_is_warned_of() -> None:
    told = warned_of(EXAMPLES / "casa.toml")
    assert told.startswith("Bank · Punto: Stands: in the long run the player gains 0.75%"), told


@pytest.mark.parametrize(
    ("said", "warned"),
    [
        ("", ""),
        (
            '[deductions]\nbanca = "0"\nbank = "1/10"',
            "banca · Punto: Stands: in the long run the player gains 1.52%",
        ),
        ("[payouts]\ntie = 9", ""),
        # not offered unless a jefe chooses `tie_bet`
        ("[payouts]\ntie = 10", "tie · Punto: Draws: in the long run the player gains 4.67%"),
        ('[deductions]\nbank = "0"', "A bank opened with more than half the maximum · Punto: Stands: in the"),
        ('[drawing]\npunto = "DDDDDSSSSS"', ""),
    ],
)
def test_what_the_house_would_lose_on(said: str, warned: str, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(HEAD + said)
    told = warned_of(tmp_path / "own.toml")
    assert ("gains" in told) == bool(warned) and warned in told, told


@pytest.mark.parametrize("rules", REGLAMENTOS.values(), ids=lambda rules: rules.slug)
def test_no_reglamento_of_the_product_is_one_of_which_it_warns(rules: Reglamento) -> None:
    assert list(doubts(rules, "", ["es"])) == []


def test_where_a_players_bank_covers_the_bets_one_gains_what_the_other_loses(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        HEAD.replace("argentina", "chemin-de-fer") + '[deductions]\nbank = "0"'
    )
    assert not warned_of(tmp_path / "own.toml")


def test_the_odds_of_a_file_that_nobody_has_added() -> None:
    file, told = str(EXAMPLES / "casa.toml"), [StringIO(), StringIO(), StringIO()]
    call_command("odds", file, stdout=told[0])
    call_command("odds", reglamento=None, file=file, stdout=told[1])
    assert "0.007434" in told[0].getvalue() and told[0].getvalue() == told[1].getvalue()
    add(CASA)
    call_command("odds", "casa", stdout=told[2])
    assert told[2].getvalue().splitlines()[1:] == told[0].getvalue().splitlines()[1:]


def test_odds_of_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "faulty.toml").write_text(HEAD + 'colour = "red"')
    for name, said in (
        ("nothing.toml", "cannot read"),
        ("bytes.toml", "cannot read"),
        ("faulty.toml", "line 4"),
    ):
        with pytest.raises(CommandError, match=said) as error:
            call_command("odds", str(tmp_path / name))
        assert error.value.returncode == 2
    for words in ([], ["argentina", "--reglamento", str(tmp_path / "faulty.toml")]):
        with pytest.raises(CommandError, match="REGLAMENTO"):
            call_command("odds", *words)


def test_where_no_table_of_the_database_is_made_yet_a_sentence_says_so(tmp_path: Path) -> None:
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "DATABASE_URL": ""}
    for words in (["odds", "casa"], ["odds", "no/where"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=settings.BASE_DIR,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 2 and "Traceback" not in done.stderr
        assert "the database is not migrated; run manage.py migrate first" in done.stderr


def test_the_jefe_may_choose_it_on_his_screen() -> None:
    add(CASA)
    assert "casa" in [rules.slug for rules, *_ in opening_forms()]


def test_a_sixth_is_found_beside_the_five_without_a_change_to_them() -> None:
    first, second = CASA, CASA.replace('banca = "1/20"', 'banca = "1/4"')
    assert (add(first)[0].name, add(second)[0].name) == ("casa@1", "casa@2")
    assert resolve("casa") == resolve("casa@2") == read_reglamento(second, 2)
    assert resolve("casa@1") == read_reglamento(first, 1)
    assert [rules.slug for rules in on_offer()] == [*REGLAMENTOS, "casa"]
    for name in ("casa@3", "nowhere", "casa\x00"):
        with pytest.raises(KeyError):
            resolve(name)


def test_its_seats_and_burning_are_defaults_of_its_tables() -> None:
    """Its tables keep them, even where the jefe goes back to what the base has."""
    head = 'slug = "nueve"\ntitle = "Nueve"\nbase = "spain"\n'
    add(head + "[settings]\nseats = 9\nseats_left_out = [4]\nburn = 3\nfree_passes = 1\n")
    create_table("mesa-9", "Mesa 9")
    limits = {"reglamento": "nueve", "minimum": 10, "maximum": 100, "chip": 10}
    for chosen, burned in (({}, 3), ({"burn": 0}, 0)):
        assert execute("mesa-9", {"command": "open_table", **limits, "settings": chosen}, JEFE).ok
        state = read("mesa-9")[1]
        assert list(state.seats) == [1, 2, 3, 5, 6, 7, 8, 9, 10]
        assert (state.settings["burn"], state.settings["seats_left_out"]) == (burned, (4,))
        assert execute("mesa-9", {"command": "close_table"}, JEFE).ok
    with pytest.raises(Fault, match=r"line 5: settings.seats: "):
        read_reglamento(head + "[settings]\nseats = 16\n")

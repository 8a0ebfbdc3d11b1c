"""What the documents say is so."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from ledger.conf import CHART
from tables.door import notify
from tables.door.service import create_table, game_of, read
from tables.management.commands.play import TABLE, play_line
from tables.management.memory_database import memory_database
from tables.rules.reglamentos import REGLAMENTOS
from tables.view.snapshot import take

README = (settings.BASE_DIR / "README.md").read_text()
PASS = re.search(r"plays this -->\n```\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def answers() -> Iterator[list[Any]]:
    assert PASS
    with notify.silence(), memory_database():
        create_table(TABLE, TABLE)
        yield [(json.loads(line), play_line(line.encode())) for line in PASS[1].splitlines()]


@pytest.mark.django_db
def test_the_pass_of_the_readme_goes_as_it_says(answers: list[Any]) -> None:
    refused = [(command["command"], answer.error["article"]) for command, answer in answers if not answer.ok]
    assert refused == [("place_bet", "13")]
    now = take(TABLE, game_of(read(TABLE)[1], "jefe"))
    lines = {(line["player"], line["chance"]): line for line in now["last_pass"]["settlements"]}
    assert now["bank"]["stake"] == 200
    assert lines["ana", "bank"]["deduction"] == 0
    assert (lines["carl", "banca"]["win"], lines["carl", "banca"]["deduction"]) == (150, 15)
    assert lines["bea", "punto"]["win"] == -200


def test_the_two_commands_are_targets_of_make() -> None:
    makefile = (settings.BASE_DIR / "Makefile").read_text()
    for word in re.findall(r"^make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{word}:", makefile, re.MULTILINE), word


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_the_page_of_the_odds_is_what_the_command_prints(
    reglamento: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("odds", reglamento)
    assert capsys.readouterr().out.strip() in (settings.BASE_DIR / "docs" / "odds.md").read_text()


def test_the_page_of_the_money_names_every_kind_of_account() -> None:
    page = (settings.BASE_DIR / "docs" / "money.md").read_text()
    accounts = page.split("## Accounts")[1].split("## Slips")[0]
    named = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]+)`", accounts))))
    assert set(CHART.kinds) <= named
    assert named - {"table", "cage", "house", "main"} <= set(CHART.kinds)

"""docs/operations.md: every command on it works."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from casino.operations.main import parser
from deploy.installation.plan import parser as installer
from tests.operations.houses import Novamas, house

PAGE = (settings.BASE_DIR / "docs" / "operations.md").read_text()
BLOCKS = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.splitlines()]
UNITS = settings.BASE_DIR / "deploy" / "installation" / "units"
OF_AN_INSTALLED_HOUSE = ("upgrade", "rollback")  # `make install-test` runs them


def commands(program: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in LINES if line.startswith(f"{program} ")]


@pytest.fixture(scope="module")
def novamas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Novamas]:
    with house(tmp_path_factory.mktemp("page"), "page") as found:
        yield found


def test_every_command_is_carried_out_in_this_order(novamas: Novamas, tmp_path: Path) -> None:
    files = {"tables.csv": "table,name\nmesa-2,Mesa 2\n", "staff.csv": "username,role\nleo,jefe\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    places = {name: str(tmp_path / name) for name in (*files, "support.zip")} | {
        "/mnt/safe": str(tmp_path / "safe")
    }
    backup = ""
    for words in commands("novamas"):
        parser().parse_args(words)
        if words[0] in OF_AN_INSTALLED_HOUSE:
            continue
        answer = novamas.done(*(places.get(word, word).replace("BACKUP", backup) for word in words))
        backup = answer["file"] if words == ["backup"] else backup


def test_what_needs_an_installed_house_says_so(novamas: Novamas, tmp_path: Path) -> None:
    assert "make install" in novamas.refused("rollback")
    assert "make install" in novamas.refused("upgrade", tmp_path / "x.whl")


def test_the_installer_knows_every_option() -> None:
    for words in commands("make"):
        name = next(word.removeprefix("NAME=") for word in words if word.startswith("NAME="))
        given = next((word.removeprefix("ARGS=") for word in words if word.startswith("ARGS=")), "")
        installer().parse_args(["--name", name, *given.split()])


def test_every_unit_that_is_named_is_installed() -> None:
    ours = {unit.name.removesuffix(".service") for unit in UNITS.iterdir()}
    for unit in re.findall(r"\bnovamas(?:@\d+|-[a-z]+(?:\.timer)?|\.target)(?![\w./])", PAGE):
        assert re.sub(r"@\d+", "@", unit) in ours, unit


def test_the_other_programs_of_the_page_are_those_that_are_installed_with_the_house() -> None:
    programs = {line.split()[0] for line in LINES}
    assert programs == {"novamas", "make", "systemctl", "apt-get"}

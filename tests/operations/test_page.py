"""docs/operations.md: every command on it works."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from casino.operations.main import parser
from deploy.installation.bundle import parser as bundler
from deploy.installation.plan import parser as installer
from tests.operations import putting_away, sealing
from tests.operations.archived import Archived, archived
from tests.operations.houses import Novamas, house
from tests.support.page import blocks_of

PAGE = (settings.BASE_DIR / "docs" / "operations.md").read_text()
BLOCKS = blocks_of(PAGE)
LINES = [line for block in BLOCKS for line in block.splitlines()]
# For a machine that changes its Debian: `make install-test NEXT=1` runs them
NEXT_DEBIAN = blocks_of(PAGE, "Debian's next version")
TO_BE_FOLLOWED = [line for block in BLOCKS if block not in NEXT_DEBIAN for line in block.splitlines()]
UNITS = settings.BASE_DIR / "deploy" / "installation" / "units"
OF_AN_INSTALLED_HOUSE = ("upgrade", "rollback", "restart")  # `make install-test` runs them


def commands(program: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in LINES if line.startswith(f"{program} ")]


@pytest.fixture(scope="module")
def novamas(tmp_path_factory: pytest.TempPathFactory, new_house: Path) -> Iterator[Novamas]:
    with house(tmp_path_factory.mktemp("page"), "page", new_house, embedded=True) as found:
        yield found


class Reader:
    """Follows the page in a house. `here`: the machine that its PostgreSQL is on; None where it is embedded."""

    def __init__(self, novamas: Novamas, folder: Path, here: Archived | None) -> None:
        self.novamas, self._here = novamas, here
        files = {"tables.csv": "table,name\nmesa-2,Mesa 2\n", "staff.csv": "username,role\nleo,jefe\n"}
        for name, text in files.items():
            (folder / name).write_text(text)
        self._places = {name: str(folder / name) for name in (*files, "support.zip")}
        self._places["/mnt/archive"] = str(folder / "archive")
        (folder / "archive").mkdir()
        self._moment = ""

    def follow(self, line: str) -> None:
        program, *words = shlex.split(line)
        if program == "systemctl" and self._here and "postgresql" in words:
            self.novamas.end()
            self._here.stop() if words[0] == "stop" else self._here.start()
            self.novamas = Novamas(self.novamas.environment)
        elif program == "novamas" and words[0] not in OF_AN_INSTALLED_HOUSE:
            parser().parse_args(words)
            self._carry_out([self._places.get(word, word) for word in words])

    def _carry_out(self, words: list[str]) -> None:
        if words[0] == "seal":
            self._seal(*words[1:])
        elif words[0] == "put-away":
            self._put_away(*words[2:])
        elif "--to" not in words:
            self.novamas.done(*words)
        elif self._here:
            self.novamas.done(*(word if word[0] != "2" else self._moment for word in words))
        else:
            assert "no moments" in self.novamas.refused(*words)
        if words == ["backup", "--full"] and self._here:
            self.novamas.done("user", "add", "ines", "jefe")
            self._moment = self._here.archive().isoformat()
            self.novamas.done("user", "add", "omar", "jefe")  # a change after the moment
            self._here.archive()

    def _seal(self, _year: str, *words: str) -> None:
        """The present year, when it is over."""
        done = sealing.run(self.novamas.environment, "-", "this", *words)
        assert done.returncode == 0, done.stdout

    def _put_away(self, folder: str) -> None:
        """The present year, when the one after it is sealed, too."""
        done = putting_away.run(self.novamas.environment, "-", "this", folder)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_command_is_carried_out_in_this_order(novamas: Novamas, tmp_path: Path) -> None:
    reader = Reader(novamas, tmp_path, None)
    for line in TO_BE_FOLLOWED:
        reader.follow(line)


if os.environ.get("DATABASE_URL"):

    def test_the_same_on_postgresql(tmp_path: Path) -> None:
        with archived("page") as (here, novamas):
            reader = Reader(novamas, tmp_path, here)
            for line in TO_BE_FOLLOWED:
                reader.follow(line)
            reader.novamas.end()


def test_what_needs_an_installed_house_says_so(novamas: Novamas, tmp_path: Path) -> None:
    assert "make install" in novamas.refused("rollback")
    assert "make install" in novamas.refused("restart")
    assert "make install" in novamas.refused("upgrade", tmp_path / "x.whl")


def test_the_installer_knows_every_option() -> None:
    for target, *words in commands("make"):
        said = dict(word.split("=", 1) for word in words)
        given = shlex.split(said.get("ARGS", ""))
        if target == "bundle":
            bundler().parse_args(["--key", said["KEY"], *given])
        else:
            assert target == "install"
            installer().parse_args([*(["--name", said["NAME"]] if "NAME" in said else []), *given])


def test_every_unit_that_is_named_is_installed() -> None:
    ours = {unit.name.removesuffix(".service") for unit in UNITS.iterdir()}
    for unit in re.findall(r"\bnovamas(?:@\d+|-[a-z]+(?:\.timer)?|\.target)(?![\w./])", PAGE):
        assert re.sub(r"@\d+", "@", unit) in ours, unit


def test_the_other_programs_of_the_page_are_those_that_are_installed_with_the_house() -> None:
    programs = {line.split()[0] for line in LINES}
    of_postgresql = {"pg_dropcluster", "pg_upgradecluster"}
    assert programs == {"novamas", "make", "systemctl", "apt-get", "docker", *of_postgresql}


def services() -> dict[str, str]:
    """The services of docker-compose.yml, each with its lines."""
    text = (
        (settings.BASE_DIR / "docker-compose.yml")
        .read_text()
        .split("\nservices:\n")[1]
        .split("\nvolumes:\n")[0]
    )
    parts = re.split(r"^  (\w+):.*\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_commands_in_containers_name_a_service_and_a_command_of_the_product(novamas: Novamas) -> None:
    for words in commands("docker"):
        if words[:2] == ["compose", "up"]:
            continue
        _compose, verb, *rest = words
        service, *said = [word for word in rest if word != "--rm"]
        lines = services()[service]
        assert "novamas" not in said[:1] if "entrypoint: [novamas]" in lines else said.pop(0) == "novamas"
        assert (verb == "run") == ("profiles:" in lines)
        novamas.done(*said)


def test_the_command_of_the_containers_is_that_of_the_product(novamas: Novamas) -> None:
    """The script that the image has, with the folder of the image replaced by this one."""
    script = settings.BASE_DIR / "deploy" / "novamas"
    assert "COPY deploy/novamas /usr/local/bin/novamas" in (settings.BASE_DIR / "Dockerfile").read_text()
    text = script.read_text().replace("/house", str(settings.BASE_DIR)).replace("python", sys.executable, 1)
    words = ["sh", "-c", text, "novamas", "doctor", "--json"]
    done = subprocess.run(
        words, env=novamas.environment, capture_output=True, text=True, check=False, cwd="/"
    )
    assert script.stat().st_mode & 0o111 and "found" in json.loads(done.stdout), done.stderr

"""How releases are made and kept, with programs that stand for Python and pip (`make install-test` has them)."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from casino.operations import release

PYTHON = """#!/bin/sh
# `python -m venv FOLDER`
mkdir -p "$3/bin" && echo "venv $PWD $(umask)" >> {log}
cp {novamas} "$3/bin/novamas" && cp {novamas} "$3/bin/python"
"""
NOVAMAS = """#!/bin/sh
echo "$(basename $0) $* $PWD $(umask)" >> {log}
[ -z "$STATIC_ROOT" ] || mkdir -p "$STATIC_ROOT/css"
"""


class Made:
    """A wheel, what stands for Python, and what was done with them."""

    def __init__(self, folder: Path) -> None:
        self.releases, self._log, self.python = folder / "releases", folder / "log", folder / "python"
        self.wheel = self.another("0.1.0")
        novamas = folder / "novamas"
        self._log.touch(0o666)
        for file, text in ((novamas, NOVAMAS), (self.python, PYTHON)):
            file.write_text(text.format(log=self._log, novamas=novamas))
            file.chmod(0o755)

    def another(self, version: str) -> Path:
        wheel = self.releases.parent / f"novamas-{version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(release.LOCK, version)
        return wheel

    def prepare(self) -> Path:
        return release.prepare(self.wheel, self.releases, str(self.python))

    @property
    def lines(self) -> list[str]:
        return self._log.read_text().splitlines()


@pytest.fixture
def made(tmp_path: Path) -> Made:
    return Made(tmp_path)


@pytest.fixture(params=[0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_what_fills_a_release_finds_no_checkout_where_it_runs(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m` looks for modules in the folder where it runs first: that of a checkout has a `casino`."""
    monkeypatch.chdir(Path(__file__).parents[2])
    made.prepare()
    assert any(line.startswith("novamas manage compile_texts") for line in made.lines)
    assert {line.split()[-2] for line in made.lines} == {"/"}
    assert not any("-m casino" in line for line in made.lines)


def test_a_wheel_may_be_named_from_where_one_stands(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made.wheel.parent)
    release.prepare(Path(made.wheel.name), made.releases, str(made.python))
    assert any(f"--no-index {made.wheel}" in line for line in made.lines)


def test_one_that_the_python_of_this_machine_does_not_start_is_made_anew(made: Made) -> None:
    found = made.prepare()
    program = found / "bin/novamas"
    program.write_text("#!/bin/sh\necho \"No module named 'casino'\" >&2\nexit 1\n")
    assert not release.works(found)
    assert made.prepare() == found and release.works(found)
    program.write_text("#!/nonexistent/python3.11\n")
    assert not release.works(found)
    assert made.prepare() == found and release.works(found)


def test_old_releases_go_and_those_that_serve_stay(tmp_path: Path) -> None:
    names = [f"0.1.{number}-0000000{number}" for number in range(6)]
    for number, name in enumerate(names):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (number, number))
    (tmp_path / f".{names[0]}").mkdir()
    (tmp_path / "notes").mkdir()
    release.switch(tmp_path, tmp_path / names[1])
    release.switch(tmp_path, tmp_path / names[0])
    assert set(release.remove_old(tmp_path)) == {f".{names[0]}", *names[2:5]}
    assert {place.name for place in tmp_path.iterdir()} == {
        *names[:2],
        names[5],
        "notes",
        "current",
        "previous",
    }
    assert release.remove_old(tmp_path) == []


@pytest.mark.usefixtures("umask")
def test_nginx_may_read_what_is_collected(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    environment = {**os.environ, "STATIC_ROOT": str(tmp_path / "static")}
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True)
    every = [tmp_path / "static", *(tmp_path / "static").rglob("*")]
    assert {path.stat().st_mode & 0o777 for path in every if path.is_dir()} == {0o755}
    assert {path.stat().st_mode & 0o777 for path in every if path.is_file()} == {0o644}
    assert any(path.suffix == ".gz" for path in every)
    assert {"down.html", "too_fast.json"} <= {path.name for path in every}

"""How releases are made and kept, with programs that stand for Python and pip (`make install-test` has them)."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from casino.operations import release
from casino.operations.answer import Fault

PYTHON = """#!/bin/sh
# `python -c ...` says what it is, and `python -m venv FOLDER` makes a release
[ "$1" != -c ] || {{ echo {version}; exit; }}
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
        self.releases.mkdir()
        self.wheel = self.another("0.1.0")
        novamas = folder / "novamas"
        self._log.touch(0o666)
        self._write(novamas, NOVAMAS)
        self.has_python("py311")

    def has_python(self, version: str) -> None:
        """What the machine has from now on."""
        self._write(self.python, PYTHON, version)

    def _write(self, file: Path, text: str, version: str = "") -> None:
        file.write_text(text.format(log=self._log, novamas=file.parent / "novamas", version=version))
        file.chmod(0o755)

    def another(self, version: str) -> Path:
        wheel = self.releases.parent / f"novamas-{version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(release.LOCK, version)
        return wheel

    def prepare(self) -> Path:
        return release.prepare(self.wheel, self.releases, self.python)

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
    release.prepare(Path(made.wheel.name), made.releases, made.python)
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


def test_another_python_of_the_machine_makes_another_release_beside_it(made: Made) -> None:
    before = made.prepare()
    made.has_python("py313")
    after = made.prepare()
    assert before.name == f"{after.name.removesuffix('-py313')}-py311"
    assert release.works(before) and release.works(after)


def test_one_that_was_killed_before_it_was_whole_is_found_and_removed(made: Made) -> None:
    half = made.releases / f".{release.name_of(made.wheel, made.python)}"
    (half / "bin").mkdir(parents=True)
    (made.releases / ".current.4711").symlink_to(half.name)
    (made.releases / ".bundle.x1").mkdir()
    assert set(release.remove_unfinished(made.releases)) == {half.name, ".bundle.x1"}
    assert list(made.releases.iterdir()) == []


NAMES = [f"0.1.{number}-0000000{number}-py311" for number in range(5)]


@pytest.fixture
def five(tmp_path: Path) -> Path:
    """Releases, of which the second serves and the first did before."""
    for name in NAMES:
        (tmp_path / name / "bin").mkdir(parents=True)
        (tmp_path / name / "bin/python").symlink_to(shutil.which("sleep") or "")
    release.switch(tmp_path, tmp_path / NAMES[0])
    release.switch(tmp_path, tmp_path / NAMES[1])
    return tmp_path


def names(folder: Path) -> set[str]:
    return {place.name for place in folder.iterdir()}


def test_the_present_release_and_the_one_before_stay_and_the_others_go(five: Path) -> None:
    for other in (f".{NAMES[0]}", "notes", "0.1.0-00000009"):  # the last as an earlier state named them
        (five / other).mkdir()
    assert set(release.remove_old(five)) == {f".{NAMES[0]}", *NAMES[2:], "0.1.0-00000009"}
    assert names(five) == {*NAMES[:2], "notes", "current", "previous"}
    assert release.remove_old(five) == []


def test_a_release_with_which_a_process_runs_stays_until_it_has_ended(five: Path) -> None:
    with subprocess.Popen([five / NAMES[3] / "bin/python", "600"]) as process:
        assert NAMES[3] not in release.remove_old(five)
        process.kill()
    assert release.remove_old(five) == [NAMES[3]]


def test_the_one_before_goes_too_when_its_python_is_gone(five: Path) -> None:
    (five / NAMES[0] / "bin/python").unlink()
    (five / NAMES[0] / "bin/python").symlink_to("/nonexistent/python3.11")
    assert NAMES[0] in release.remove_old(five)
    assert release.previous(five) is None and names(five) == {NAMES[1], "current"}


def test_two_at_once_are_not_let_in(tmp_path: Path) -> None:
    with release.alone(tmp_path), pytest.raises(Fault, match="under way"), release.alone(tmp_path):
        pass
    with release.alone(tmp_path):
        pass


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

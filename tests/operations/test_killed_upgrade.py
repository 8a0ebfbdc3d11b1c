"""An upgrade that is killed (SIGKILL) while any of its programs works: the house serves on, the same command goes on,
and nothing is left over."""

import multiprocessing
import shutil
import signal
from pathlib import Path

import pytest

from casino.operations import release, upgrade
from tests.operations.test_upgrade import Machine, in_english, machine

__all__ = ["in_english", "machine"]  # fixtures

STEPS = 11  # programs that a whole upgrade calls, one after the other
# Each counts itself; the one that is wished kills who called it, and does nothing.
COUNTS = """#!/bin/sh
n=$(($(cat {folder}/count) + 1)); echo $n > {folder}/count
[ $n != $(cat {folder}/dies) ] || {{ kill -KILL $PPID; exit 1; }}
"""
PYTHON = """
[ "$1" != -c ] || {{ echo py399; exit; }}
mkdir -p "$3/bin" && cp {folder}/novamas "$3/bin/novamas" && cp {folder}/novamas "$3/bin/python"
"""
NOVAMAS = """
[ -z "$STATIC_ROOT" ] || mkdir -p "$STATIC_ROOT"
echo '{{"backup": "20261127"}}'
"""


class Counting:
    """Counts the programs that an upgrade calls, to a release that is not made yet."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.folder = machine, machine.folder
        shutil.rmtree(machine.releases / machine.second)
        before = machine.releases / machine.first / "bin/novamas"
        systemctl = self.folder / "bin/systemctl"
        for file, text in (
            (self.folder / "python", PYTHON),
            (self.folder / "novamas", NOVAMAS),
            (before, NOVAMAS),
        ):
            self._write(file, text.format(folder=self.folder))
        self._write(systemctl, systemctl.read_text().removeprefix("#!/bin/sh\n"))

    def _write(self, file: Path, text: str) -> None:
        file.write_text(COUNTS.format(folder=self.folder) + text)
        file.chmod(0o755)

    def upgrade(self, dies: int = 0) -> int | None:
        """Its exit status; it is killed in this step, or in none."""
        (self.folder / "count").write_text("0")
        (self.folder / "dies").write_text(str(dies))
        wheel = self.machine.wheels[1]
        process = multiprocessing.get_context("fork").Process(
            target=upgrade.upgrade, args=[wheel], kwargs={"backup": True}
        )
        process.start()
        process.join()
        return process.exitcode

    @property
    def count(self) -> int:
        return int((self.folder / "count").read_text())


@pytest.fixture
def counting(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Counting:
    found = Counting(machine)
    monkeypatch.setattr(release, "python_here", lambda: found.folder / "python")
    monkeypatch.setenv("BACKUP_CONFIG", "/etc/novamas/pgbackrest")
    return found


def test_an_upgrade_has_so_many_steps(counting: Counting) -> None:
    assert (counting.upgrade(), counting.count) == (0, STEPS)


@pytest.mark.parametrize("step", range(1, STEPS + 1))
def test_one_that_is_killed_in_any_of_them_is_given_again(counting: Counting, step: int) -> None:
    machine = counting.machine
    assert counting.upgrade(dies=step) == -signal.SIGKILL
    serving = release.current(machine.releases)
    assert serving and release.works(serving) and set(machine.running()) <= {machine.first, serving.name}
    assert counting.upgrade() == 0
    after = release.current(machine.releases)
    assert after and after.name.endswith("-py399") and machine.running() == [after.name] * 2
    before = release.previous(machine.releases)
    assert before and before.name == machine.first
    left = {place.name for place in machine.releases.iterdir()}
    assert left == {machine.first, after.name, "current", "previous"}

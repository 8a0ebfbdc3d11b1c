"""Which workers a second installation restarts and stops: asked of their processes."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.installation import files, machine
from deploy.installation.plan import Plan, parser, plan_of

NAME, OTHER = "tables.casino.example", "mesas.casino.example"
SYSTEMCTL = """#!/bin/sh
case "$1 $4" in
    show*) cat {folder}/$4 2>/dev/null || echo 0 ;;
    list-units*) printf 'novamas@%s.service loaded active running\\n' 18991 18999 ;;
    *) echo "$*" >> {folder}/log ;;
esac
"""
RELEASE = "0.1.0-00000000"


class House:
    """One worker, as a process of another program than the product's."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root = folder, folder / "root"
        plan = self.plan("--name", NAME)
        for step in (files.folders, files.settings, files.rendered):
            list(step(plan))
        self.python = plan.opt / RELEASE / "bin/python"
        self.python.parent.mkdir(parents=True)
        self.python.symlink_to("/bin/sleep")
        (plan.opt / "current").symlink_to(RELEASE)
        for program, text in (
            (folder / "bin/systemctl", SYSTEMCTL),
            (plan.command, '#!/bin/sh\necho "novamas $*" >> {folder}/log\n'),
        ):
            program.parent.mkdir(exist_ok=True)
            program.write_text(text.format(folder=folder))
            program.chmod(0o755)
        (folder / "log").touch()
        self.process = self.start()

    def plan(self, *wishes: str) -> Plan:
        ports = "--http", "18990", "--https", "18993", "--first-port", "18991", "--workers", "1"
        database = "--database", "postgres://novamas@127.0.0.1/novamas"
        return plan_of(parser().parse_args(["--root", str(self.root), *ports, *database, *wishes]))

    def start(self) -> "subprocess.Popen[bytes]":
        lines = (self.root / "etc/novamas/novamas.env").read_text().splitlines()
        environment = dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")
        process = subprocess.Popen([self.python, "600"], env=environment)
        (self.folder / "novamas@18991.service").write_text(str(process.pid))
        return process

    def done(self, plan: Plan, changed: bool = False) -> list[str]:
        """What was done to the workers."""
        (self.folder / "log").write_text("")
        list(machine.workers(plan, changed))
        return (self.folder / "log").read_text().splitlines()


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    found = House(tmp_path)
    yield found
    found.process.kill()
    found.process.wait()


STOPPED = ["stop novamas@18999.service"]


def test_workers_that_fit_are_left_alone_and_others_stopped(house: House) -> None:
    assert house.done(house.plan()) == STOPPED
    assert house.done(house.plan(), changed=True) == ["novamas restart", *STOPPED]


def test_one_that_was_started_before_the_name_changed_is_restarted(house: House) -> None:
    plan = house.plan("--name", OTHER)
    assert [*files.settings(plan)]
    assert house.done(plan) == ["novamas restart", *STOPPED]


def test_one_of_another_release_is_restarted(house: House) -> None:
    current = house.root / "opt/novamas/current"
    current.unlink()
    (house.root / "opt/novamas/0.1.1-00000001").mkdir()
    current.symlink_to("0.1.1-00000001")
    assert house.done(house.plan()) == ["novamas restart", *STOPPED]


def test_one_that_does_not_run_is_started(house: House) -> None:
    (house.folder / "novamas@18991.service").unlink()
    assert house.done(house.plan()) == ["novamas restart", *STOPPED]


def test_a_database_elsewhere_is_not_started_here(house: House) -> None:
    (house.folder / "log").write_text("")
    assert "nginx" in [*machine.services(house.plan(), changed=False)]
    assert "postgresql" not in (house.folder / "log").read_text()

"""From one release to another, with programs that stand for systemctl and the releases (`make install-test` has
them)."""

import os
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.utils import translation

from casino.operations import release, upgrade
from casino.operations.answer import Fault
from casino.operations.worker import health
from tests.operations.command import Command

TOKEN = "a-token-for-metrics"
# A worker that is restarted has the release that serves then, unless that one is broken.
SYSTEMCTL = """#!/bin/sh
port=${{2#novamas@}}; port=${{port%.service}}
echo "$port $(basename $(readlink {releases}/current))" >> {log}
basename $(readlink {releases}/current) > {runs}/$port
"""
NOVAMAS = """#!/bin/sh
[ "$*" != "$(cat {folder}/fails 2>/dev/null)" ] || {{ echo '{{"error": "Wrong: DAY_BEGINS."}}'; exit 1; }}
echo "{{}}"
"""


class Machine:
    """Two workers, and two releases on the disk, of which the first serves."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.releases, self.runs = folder, folder / "releases", folder / "runs"
        self.log, self.broken = folder / "log", set[str]()
        for place in (self.releases, self.runs, folder / "bin"):
            place.mkdir()
        self.log.touch()
        self._program(folder / "bin/systemctl", SYSTEMCTL)
        self.wheels = [self._wheel(version) for version in ("0.1.0", "0.1.1")]
        self.first, self.second = (release.name_of(wheel, sys.executable) for wheel in self.wheels)
        for name in (self.first, self.second):
            (self.releases / name / "static").mkdir(parents=True)
            (self.releases / name / "bin").mkdir()
            self._program(self.releases / name / "bin/novamas", NOVAMAS)
            (self.releases / name / "bin/python").symlink_to("/bin/sh")
        release.switch(self.releases, self.releases / self.first)
        self.servers = [ThreadingHTTPServer(("127.0.0.1", 0), self._worker()) for _ in range(2)]
        self.ports = [str(server.server_port) for server in self.servers]
        for server, port in zip(self.servers, self.ports, strict=True):
            (self.runs / port).write_text(self.first)
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def running(self) -> list[str]:
        return [(self.runs / port).read_text().strip() for port in self.ports]

    def restarted(self) -> list[str]:
        return [line.split()[0] for line in self.log.read_text().splitlines()]

    def end(self) -> None:
        for server in self.servers:
            server.shutdown()
            server.server_close()

    def _program(self, file: Path, text: str) -> None:
        said = {"releases": self.releases, "log": self.log, "runs": self.runs, "folder": self.folder}
        file.write_text(text.format(**said))
        file.chmod(0o755)

    def _wheel(self, version: str) -> Path:
        wheel = self.folder / f"novamas-{version}-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr(release.LOCK, version)
        return wheel

    def _worker(self) -> Callable[..., BaseHTTPRequestHandler]:
        machine = self

        class Worker(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                runs = (machine.runs / str(self.server.server_address[1])).read_text().strip()
                if self.path == "/metrics":
                    known = self.headers["Authorization"] == f"Bearer {TOKEN}"
                    body = (
                        f'novamas_info{{version="0.1",release="{runs}",database="x"}} 1.0\n' if known else ""
                    )
                else:
                    body = '{"status": "%s"}' % ("migrations" if runs in machine.broken else "ok")
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None:
                pass

        return Worker


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    found = Machine(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.setenv("RELEASES", str(found.releases))
    monkeypatch.setenv("WORKER_PORTS", ",".join(found.ports))
    monkeypatch.setenv("METRICS_TOKEN", TOKEN)
    monkeypatch.setattr(upgrade, "awaited", health)  # they are ready at once, or never
    yield found
    found.end()


def test_an_upgrade_that_was_killed_goes_on_where_it_stopped(machine: Machine) -> None:
    release.switch(machine.releases, machine.releases / machine.second)
    (machine.runs / machine.ports[0]).write_text(machine.second)
    upgrade.upgrade(machine.wheels[1], backup=True)
    assert machine.running() == [machine.second] * 2
    assert machine.restarted() == machine.ports[1:]


def test_one_that_goes_on_and_finds_a_worker_not_ready_takes_all_back(machine: Machine) -> None:
    release.switch(machine.releases, machine.releases / machine.second)
    (machine.runs / machine.ports[0]).write_text(machine.second)
    machine.broken.add(machine.second)
    with pytest.raises(Fault, match=f"{machine.first} serves again"):
        upgrade.upgrade(machine.wheels[1], backup=True)
    assert machine.running() == [machine.first] * 2
    with pytest.raises(Fault, match="no release before"):
        upgrade.rollback()


def test_an_upgrade_says_which_old_releases_it_removed_and_what_a_killed_one_left(machine: Machine) -> None:
    half, old = f".{machine.second}", "0.0.9-00000009-py311"
    for name in (half, old):
        (machine.releases / name).mkdir()
    assert upgrade.upgrade(machine.wheels[1], backup=False).removed == (half, old)
    kept = {place.name for place in machine.releases.iterdir()}
    assert kept == {machine.first, machine.second, "current", "previous"}


def test_one_that_was_killed_before_it_removed_the_old_ones_does_so_when_given_again(
    machine: Machine,
) -> None:
    upgrade.upgrade(machine.wheels[1], backup=False)
    (machine.releases / "0.0.9-00000009-py311").mkdir()
    with pytest.raises(Fault, match="serves already"):
        upgrade.upgrade(machine.wheels[1], backup=False)
    assert not (machine.releases / "0.0.9-00000009-py311").exists()


def test_an_upgrade_waits_for_no_other(machine: Machine) -> None:
    with release.alone(machine.releases), pytest.raises(Fault, match="under way"):
        upgrade.upgrade(machine.wheels[1], backup=False)
    assert machine.running() == [machine.first] * 2


def test_a_release_that_no_longer_starts_is_not_gone_back_to(machine: Machine) -> None:
    upgrade.upgrade(machine.wheels[1], backup=False)
    (machine.releases / machine.first / "bin/novamas").write_text("#!/nonexistent/python\n")
    with pytest.raises(Fault, match="does not start on this machine"):
        upgrade.rollback()
    assert machine.running() == [machine.second] * 2


def test_a_backup_that_fails_ends_an_upgrade_and_one_that_is_not_made_here_does_not(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    (machine.folder / "fails").write_text("backup --json")
    monkeypatch.setenv("BACKUP_CONFIG", "/etc/novamas/pgbackrest")
    with pytest.raises(Fault, match=r"nothing was changed: Wrong: DAY_BEGINS\."):
        upgrade.upgrade(machine.wheels[1], backup=True)
    assert machine.running() == [machine.first] * 2 and machine.restarted() == []
    monkeypatch.delenv("BACKUP_CONFIG")
    upgrade.upgrade(machine.wheels[1], backup=True)
    assert machine.running() == [machine.second] * 2


def test_a_worker_that_is_not_ready_ends_a_restart(machine: Machine, novamas: Command) -> None:
    machine.broken.add(machine.first)
    said = novamas.refused("restart")
    assert f"port {machine.ports[0]} was not ready" in said and f"Not restarted: {machine.ports[1]}." in said
    assert machine.restarted() == machine.ports[:1]


def test_wrong_settings_are_said_before_a_worker_is_touched(machine: Machine, novamas: Command) -> None:
    (machine.folder / "fails").write_text("manage check")
    assert "DAY_BEGINS" in novamas.refused("restart")
    assert machine.restarted() == []

"""Three machines of one network: namespaces at a bridge, and the lines between them, each of which can be cut."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from deploy.gateway import nginx_conf
from deploy.installation import backups
from deploy.installation.two_machines.configuration import BACKUPS, PORT, Pair, files

ROOT = Path(__file__).resolve().parents[2]
BRIDGE = "nvm-bridge"
NETWORK = "10.99.0"
MACHINES = {"a": f"{NETWORK}.1", "b": f"{NETWORK}.2", "w": f"{NETWORK}.3"}
HOUSE, OUTSIDE = f"{NETWORK}.10", f"{NETWORK}.254"  # the address of the tablets, and where they are
WORKER = 8001
REPAIR = 15.0  # seconds until somebody starts an nginx that was killed, which systemd does not
Environment = dict[str, str]
COMMANDS = {
    "patroni": "^/usr/bin/python3 /usr/bin/patroni ",
    "worker": "manage.py serve",
}  # as pgrep finds them


def do(*command: str) -> str:
    """What it prints. Raises CalledProcessError."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Machine:
    """One of the three; it can be cut off, lose its power, and come back with its disk as it was."""

    def __init__(self, folder: Path, pair: Pair, keys: Mapping[str, str]) -> None:
        self.pair, self.name, self.folder = pair, pair.here, folder / pair.here
        self.space, self._line = f"nvm-{self.name}", f"nvm-line-{self.name}"
        self.place = folder / "backups"  # which both see
        self.struck = 0.0  # when it was last cut off, or something of it killed
        self._keys = keys
        self._first: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Its namespace, its line, and its folders with the configuration that an installation has."""
        do("ip", "netns", "add", self.space)
        do("ip", "link", "add", self._line, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        do("ip", "link", "set", self._line, "master", BRIDGE, "up")
        for words in ("addr add {}/24 dev eth0", "link set eth0 up", "link set lo up"):
            do("ip", "-n", self.space, *words.format(self.pair.ip).split())
        shutil.copytree("/etc", self.folder / "etc", symlinks=True, ignore_dangling_symlinks=True)
        for place, owner in (("postgresql", "postgres"), ("etcd", "etcd"), ("house", "root")):
            (self.folder / place).mkdir()
            shutil.chown(self.folder / place, owner, owner)
        for file in files(self.pair):
            path = self.folder / file.path.relative_to("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text)
            path.chmod(file.mode)
            shutil.chown(path, file.owner, file.owner)
        for name, text in self._keys.items():
            (self.folder / "house" / name).write_text(text)
        if self.pair.serves:
            config = self.folder / BACKUPS.relative_to("/")
            config.mkdir(parents=True, exist_ok=True)
            text = backups.text(self.pair.server, str(self.place), self._keys["backup_key"])
            (config / backups.CONFIG).write_text(text)
        self.folder.chmod(0o755)

    def start(self) -> None:
        """Give it power, and its line."""
        self.join()
        said = {"places": self._places(), "services": [*self._services()]}
        (self.folder / "services.json").write_text(json.dumps(said))
        apart = ("unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child")
        program = (
            sys.executable,
            str(ROOT / "tests/two_machines/machine.py"),
            str(self.folder / "services.json"),
        )
        self._first = subprocess.Popen(
            ["ip", "netns", "exec", self.space, *apart, *program], start_new_session=True
        )

    def cut(self) -> None:
        """Nobody reaches it, and it reaches nobody."""
        do("ip", "link", "set", self._line, "down")
        self.struck = time.time()

    def join(self) -> None:
        """After `cut`."""
        do("ip", "link", "set", self._line, "up")

    def lose_power(self) -> None:
        """Nothing of it says goodbye to anybody."""
        self.cut()
        for pid in self._pids():
            _kill(pid)
        if self._first:
            self._first.wait()
            self._first = None

    def kill(self, *words: str) -> None:
        """All processes of it whose command has one of these words."""
        self.struck = time.time()
        for pid in self._pids():
            with suppress(OSError):
                said = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
                if any(word in said for word in words):
                    _kill(pid)

    def run(self, *command: str, environment: Mapping[str, str] | None = None) -> str:
        """What a command prints that runs in its network. Raises CalledProcessError."""
        line = ["ip", "netns", "exec", self.space, *command]
        known = {**os.environ, **(environment or {})}
        return subprocess.run(line, cwd=ROOT, env=known, check=True, capture_output=True, text=True).stdout

    def carry_out(self, *command: str, said: str = "") -> str:
        """What a command prints that root gives at the machine itself. Raises CalledProcessError."""
        first = do("pgrep", "-P", str(self._first.pid)).split()[0] if self._first else ""
        inside = ("nsenter", "--target", first, "--mount", "--net", "--pid", "env", f"--chdir={ROOT}")
        known = {**os.environ, **self.environment(owner=True)}
        done = subprocess.run(
            [*inside, *command], env=known, input=said, check=True, capture_output=True, text=True
        )
        return done.stdout

    def novamas(self, *command: str) -> str:
        """What a command of `novamas` prints there."""
        return self.carry_out(sys.executable, "-m", "casino.operations.main", *command)

    def stop(self, *services: str) -> None:
        """In order, until `go_on`: each is given the time that it takes."""
        for name in services:
            (self.folder / f"{name}.stopped").touch()
            self.carry_out("pkill", "--full", COMMANDS[name])
        while any(self._runs(name) for name in services):
            time.sleep(0.2)

    def _runs(self, name: str) -> bool:
        try:
            return bool(self.carry_out("pgrep", "--full", COMMANDS[name]))
        except subprocess.CalledProcessError:  # it has found none
            return False

    def go_on(self, *services: str) -> None:
        """After `stop`."""
        for name in services:
            (self.folder / f"{name}.stopped").unlink()

    def has_house(self) -> bool:
        """Whether the tablets' address leads to it."""
        return f" {HOUSE}/" in do("ip", "-n", self.space, "-4", "addr", "show", "dev", "eth0")

    def manage(self, *command: str, owner: bool = False) -> str:
        """What a command of the product prints there."""
        return self.run(sys.executable, "manage.py", *command, environment=self.environment(owner=owner))

    def environment(self, *, owner: bool = False) -> Environment:
        """The settings of the house there."""
        role = ("novamas_owner", "owner") if owner else ("novamas", "serving")
        return {
            "DATABASE_URL": self.pair.url(*role),
            "REDIS_URL": "redis://127.0.0.1:6379/0",
            "PAIR": self.pair.said,
            "PAIR_HERE": self.name,
            "VAR_DIR": str(self.folder / "house"),
            "BACKUP_CONFIG": str(BACKUPS),
            "BACKUP_TO": str(self.place),
            "ALLOWED_HOSTS": "*",
            "BEHIND_PROXY": "1",
            "LOG_LEVEL": "WARNING",
            "PYTHONUNBUFFERED": "1",
        }

    def remove(self) -> None:
        """All that was made of it."""
        with suppress(subprocess.CalledProcessError):
            self.lose_power()
        for words in (("netns", "del", self.space), ("link", "del", self._line)):
            subprocess.run(["ip", *words], check=False, capture_output=True)

    def _pids(self) -> Sequence[int]:
        return [int(pid) for pid in do("ip", "netns", "pids", self.space).split()]

    def _places(self) -> dict[str, str]:
        there = {"etc": "/etc", "etcd": "/var/lib/etcd", "postgresql": "/var/lib/postgresql"}
        return {str(self.folder / name): place for name, place in there.items()}

    def _services(self) -> Iterator[dict[str, Any]]:
        etcd = dict(
            line.split("=", 1)
            for line in (self.folder / "etc/default/etcd").read_text().splitlines()
            if line.startswith("ETCD_")
        )
        yield self._service("etcd", "etcd /usr/bin/etcd", etcd)
        if not self.pair.serves:
            return
        drop_in = (self.folder / "etc/systemd/system/patroni.service.d/novamas.conf").read_text()
        pause = float(drop_in.rpartition("RestartSec=")[2])
        yield self._service("patroni", "postgres /usr/bin/patroni /etc/patroni/config.yml", pause=pause)
        yield self._service("haproxy", "root /usr/sbin/haproxy -db -f /etc/haproxy/haproxy.cfg")
        yield self._service(
            "keepalived", "root /usr/sbin/keepalived -n -l -f /etc/keepalived/keepalived.conf"
        )
        yield self._service("redis", "root /usr/bin/redis-server --save --appendonly no --bind 127.0.0.1")
        conf = nginx_conf(self.folder, [WORKER], 80, other=self.pair.other, here=self.pair.ip)
        yield self._service("nginx", f"root /usr/sbin/nginx -c {conf}", pause=REPAIR)
        serve = f"root {sys.executable} manage.py serve --port {WORKER}"
        yield self._service("worker", serve, self.environment())

    def _service(
        self, name: str, said: str, environment: Mapping[str, str] | None = None, *, pause: float = 1.0
    ) -> dict[str, Any]:
        owner, *command = said.split(" ")
        log = self.folder / f"{name}.log"
        folder = str(ROOT) if name == "worker" else "/"
        return {
            "owner": owner,
            "command": command,
            "environment": dict(environment or {}),
            "log": str(log),
            "stopped": str(self.folder / f"{name}.stopped"),
            "folder": folder,
            "pause": pause,
        }


def make_bridge() -> None:
    """Where the lines meet, and the tablets are."""
    do("ip", "link", "add", BRIDGE, "type", "bridge")
    do("ip", "addr", "add", f"{OUTSIDE}/24", "dev", BRIDGE)
    do("ip", "link", "set", BRIDGE, "up")


def remove_bridge() -> None:
    """The same again."""
    subprocess.run(["ip", "link", "del", BRIDGE], check=False, capture_output=True)


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


__all__ = ["BRIDGE", "HOUSE", "MACHINES", "PORT", "Machine", "do", "make_bridge", "remove_bridge"]

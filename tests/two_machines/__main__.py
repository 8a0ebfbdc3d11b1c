"""`make two-machines`: lose each of two machines and a witness in turn, and see what becomes of four tables in play.

After each round every answered key is compared with the database; after a partition again once it has healed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from casino.common.progress import carry_out
from deploy.installation.two_machines import keys, roles
from deploy.installation.two_machines.configuration import BACKUPS, TLS, Pair
from tests.support.served import FURNISH, PEOPLE
from tests.two_machines.network import HOUSE, MACHINES, REPAIR, ROOT, Machine, do, make_bridge, remove_bridge

PACKAGES = "postgresql pgbackrest patroni etcd-server etcd-client haproxy keepalived nginx redis-server iproute2 curl"
PROGRAMS = ("patroni", "pgbackrest", "etcd", "haproxy", "keepalived", "nginx", "redis-server", "openssl")
PATIENCE = 90.0  # seconds until the pair is whole again
PROMISED = 20.0  # seconds after which play has resumed
CALM, APART = 4.0, 25.0  # seconds of play before a fault, and for which a machine is cut off
CONFIG = "/etc/patroni/config.yml"
PGBACKREST = "runuser", "-u", "postgres", "--", "pgbackrest", f"--config-path={BACKUPS}", "--stanza=novamas"
TABLES = {f"mesa-{number}" for number in range(PEOPLE)}
RECORDED = """
SELECT t.slug, r.key, r.version, count(*) OVER (PARTITION BY r.table_id, r.key) FROM tables_record r
JOIN tables_table t ON t.id = r.table_id WHERE r.key <> ''"""


class Broken(Exception):
    """A promise is broken."""


@dataclass
class Tablets:
    """A program of `tablets` and what it has said so far."""

    process: "subprocess.Popen[bytes]"
    log: Path
    read: int = 0
    answered: dict[tuple[str, str], int] = field(default_factory=dict)

    def news(self) -> list[list[Any]]:
        """What happened since the last call."""
        with self.log.open("rb") as log:
            log.seek(self.read)
            lines = log.read().rpartition(b"\n")[0]
        self.read += len(lines) + bool(lines)
        found = [json.loads(line) for line in lines.splitlines()]
        self.answered |= {(one[1], one[2]): one[3] for one in found if one[1] in TABLES}
        return found

    def end(self) -> None:
        """No more is asked."""
        self.process.kill()
        self.process.wait()


class Trial:
    """The house on its machines, in play."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        made = keys.made("two-machines", MACHINES, _postgresql(), folder)
        common = made["passwords"], made["authority"], made["certificates"]
        pairs = {
            name: Pair(MACHINES, name, f"{HOUSE}/24", "eth0", made["postgresql"], *common)
            for name in MACHINES
        }
        self.machines = {name: Machine(folder, pair, made["house"]) for name, pair in pairs.items()}
        self.sessions: list[str] = []
        self.broken: list[str] = []
        self.seen: dict[tuple[str, str], int] = {}
        self.votes_again = 0.0  # when the witness came back without which nothing goes on

    def start(self) -> None:
        """As the installation goes: the witness, the first machine, its roles and tables, the second one."""
        passwords = self.machines["a"].pair.passwords
        for machine in self.machines.values():
            machine.make()
        self.machines["w"].start()
        self.machines["a"].start()
        self.until("a primary", lambda: self.sql("SELECT 1") == "1")
        self.machines["a"].place.mkdir()
        shutil.chown(self.machines["a"].place, "postgres")
        for made in roles.make(self.sql, passwords):
            print(f"  {made}", flush=True)
        a = self.machines["a"]
        a.manage("migrate", "--verbosity", "0", owner=True)
        a.manage("serving_role", "novamas", owner=True)
        self.sessions = json.loads(a.manage("shell", "--verbosity", "0", "-c", FURNISH))
        do(sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0")
        self.machines["b"].start()
        self.until_whole()

    def until_whole(self) -> None:
        """Two copies, a majority of three, an address, and workers that answer."""
        self.until("a second copy", lambda: self.sql("SELECT sync_state FROM pg_stat_replication") == "sync")
        self.until("an address", lambda: [one.has_house() for one in self.serving()].count(True) == 1)
        for one in self.serving():
            self.until(f"a worker of {one.name}", lambda one=one: self._is_ready(one))

    def _is_ready(self, machine: Machine) -> bool:
        return machine.run("curl", "-s", "http://127.0.0.1/healthz").startswith('{"status": "ok"')

    def serving(self) -> list[Machine]:
        """A and B."""
        return [self.machines["a"], self.machines["b"]]

    def say(self, word: str, said: str) -> None:
        """Something must have said this word."""
        if word not in said:
            self.broken.append(f"“{word}” is not said: {said}")

    def sql(self, statement: str) -> str:
        """What the primary answers; raises CalledProcessError where there is none."""
        for machine in self.serving():
            command = ["runuser", "-u", "postgres", "--", "psql", "-qtAX", "-v", "ON_ERROR_STOP=1"]
            where = (
                f"host={machine.pair.ip} user=postgres dbname={self._database(statement)} connect_timeout=2"
            )
            password = {"PGPASSWORD": machine.pair.passwords["superuser"]}
            is_primary = "SELECT pg_is_in_recovery()"
            for asked in (is_primary, statement):
                done = subprocess.run(
                    ["ip", "netns", "exec", machine.space, *command, where, "-c", asked],
                    env=password | {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"},
                    capture_output=True,
                    text=True,
                    cwd="/",
                )
                if done.returncode or (asked == is_primary and done.stdout.strip() != "f"):
                    break
            else:
                return done.stdout.strip()
        return ""

    def _database(self, statement: str) -> str:
        return "novamas" if "tables_" in statement else "postgres"

    def primary(self) -> Machine:
        """The machine whose PostgreSQL takes writes."""
        address = self.sql("SELECT host(inet_server_addr())")
        return next(one for one in self.serving() if one.pair.ip == address)

    def holder(self) -> Machine:
        """The machine that has the tablets' address."""
        return next(one for one in self.serving() if one.has_house())

    def other(self, machine: Machine) -> Machine:
        """The other one that serves."""
        return next(one for one in self.serving() if one is not machine)

    @contextmanager
    def tablets(self, host: str = HOUSE, inside: Machine | None = None) -> Iterator[Tablets]:
        """Tablets in play, in the network or at a machine that is cut off."""
        log = self.folder / f"tablets-{time.monotonic_ns()}.log"
        command = [sys.executable, "-m", "tests.two_machines.tablets", host, json.dumps(self.sessions)]
        space = ["ip", "netns", "exec", inside.space] if inside else []
        with log.open("wb") as out:
            process = subprocess.Popen([*space, *command], cwd=ROOT, stdout=out)
        found = Tablets(process, log)
        try:
            yield found
        finally:
            found.end()

    def compare(self, round_: str) -> tuple[int, int]:
        """How many answered commands are lost, and how many are there twice."""
        rows = [line.split("|") for line in self.sql(RECORDED).splitlines()]
        there = {(table, key): int(version) for table, key, version, _ in rows}
        lost = sum(there.get(which) != version for which, version in self.seen.items())
        doubled = sum(int(times) > 1 for *_, times in rows)
        if lost or doubled:
            self.broken.append(f"{round_}: {lost} lost, {doubled} doubled")
        return lost, doubled

    def until(self, what: str, is_so: Callable[[], bool]) -> None:
        """Raises Broken where it does not come about."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if is_so():
                    return
            except subprocess.CalledProcessError:
                pass
            if time.monotonic() > deadline:
                raise Broken(f"{what} was waited for in vain: {self.folder}")
            time.sleep(0.25)

    def remove(self) -> None:
        """Everything that was made."""
        for machine in self.machines.values():
            machine.remove()
        remove_bridge()


def _postgresql() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parts[-3] if found else ""


# The rounds: each brings about a fault, returns what has to be done for all to be whole again

Undo = Callable[[], None]


def power_cut(trial: Trial, machine: Machine) -> Undo:
    """As when a plug is pulled."""
    machine.lose_power()
    return machine.start


def together(trial: Trial) -> None:
    """Primary and address on one machine."""
    if trial.holder() is not trial.primary():
        switch(trial)


def primary(trial: Trial) -> Undo:
    """With the address."""
    together(trial)
    return power_cut(trial, trial.primary())


def primary_alone(trial: Trial) -> Undo:
    """The address is on the other machine."""
    if trial.holder() is trial.primary():
        switch(trial)
    return power_cut(trial, trial.primary())


def standby(trial: Trial) -> Undo:
    """Without the address."""
    together(trial)
    return power_cut(trial, trial.other(trial.primary()))


def witness(trial: Trial) -> Undo:
    """Play goes on."""
    return power_cut(trial, trial.machines["w"])


def witness_and_primary(trial: Trial) -> Undo:
    """Nothing goes on until the witness is back."""
    back = primary(trial)
    trial.machines["w"].lose_power()

    def again() -> None:
        time.sleep(15)
        trial.votes_again = time.time()
        trial.machines["w"].start()
        time.sleep(10)
        back()

    return again


def postgresql(trial: Trial) -> Undo:
    """Its process alone."""
    trial.primary().kill("/bin/postgres -D", "postgres: ")
    return lambda: None


def patroni(trial: Trial) -> Undo:
    """PostgreSQL outlives it."""
    trial.primary().kill("/usr/bin/patroni")
    return lambda: None


def serving(trial: Trial) -> Undo:
    """nginx and the worker of the machine that has the address."""
    trial.holder().kill("nginx", "manage.py serve")
    return lambda: time.sleep(REPAIR)


def switch(trial: Trial) -> Undo:
    """As before work on a machine."""
    now = trial.primary()
    command = "switchover", "--master", now.name, "--candidate", trial.other(now).name, "--force"
    text = (now.folder / "etc/patroni/config.yml").read_text().replace(str(TLS), f"{now.folder}{TLS}")
    config = now.folder / "patronictl.yml"
    config.write_text(text)
    now.run("patronictl", "-c", str(config), *command[:1], "novamas", *command[1:])
    trial.until_whole()
    return lambda: None


def apart(trial: Trial) -> Undo:
    """The primary goes on living, with tablets of its own."""
    machine = trial.primary()
    machine.cut()
    return machine.join


ROUNDS: list[tuple[str, Callable[[Trial], Undo]]] = [
    *[("power cut of primary and address", primary)] * 5,
    *[("primary cut off alive, then healed", apart)] * 3,
    ("power cut of the primary, address elsewhere", primary_alone),
    ("power cut of the standby", standby),
    ("witness down", witness),
    ("witness and primary down", witness_and_primary),
    ("kill -9 of PostgreSQL", postgresql),
    ("kill -9 of Patroni", patroni),
    ("kill -9 of nginx and worker", serving),
    ("planned switchover", switch),
]


COUNT = "SELECT count(*) FROM tables_record"
ARCHIVED = "SELECT coalesce(last_archived_wal, '') >= '{}' FROM pg_stat_archiver"
STOPPED = "worker", "patroni"


def restore(trial: Trial) -> None:
    """The primary makes the backups, the other machine after a power cut; the house goes back to a moment between what
    each of them has played, and both machines go on from there."""
    trial.until_whole()
    first = trial.primary()
    first.carry_out(*PGBACKREST, "stanza-create")
    with trial.tablets():
        first.novamas("backup")
        trial.say('"backup": null', trial.other(first).novamas("backup", "--json"))
        time.sleep(CALM)
        power_cut(trial, first)
        trial.until("another primary", lambda: trial.sql("SELECT 1") == "1")
        second = trial.primary()
        time.sleep(CALM)
    moment, there = trial.sql(f"SELECT clock_timestamp(), ({COUNT})").split("|")
    with trial.tablets():
        time.sleep(CALM)
    first.start()
    trial.until_whole()
    second.novamas("backup")
    log = trial.sql("SELECT pg_walfile_name(pg_switch_wal())")
    trial.until("the archive", lambda: trial.sql(ARCHIVED.format(log)) == "t")
    more = trial.sql(COUNT)
    for machine in (first, second):
        machine.stop(*STOPPED)
    second.carry_out("patronictl", "-c", CONFIG, "remove", "novamas", said="novamas\nYes I am aware\n")
    print(f"  {second.novamas('restore', '--replace', '--to', moment).strip()}", flush=True)
    second.go_on(*STOPPED)
    trial.until("the restored primary", lambda: trial.sql("SELECT 1") == "1")
    first.go_on(*STOPPED)
    trial.until_whole()
    found = trial.sql(COUNT)
    if found != there or trial.primary() is not second:
        trial.broken.append(f"restored: {found} commands, not {there} of {more}")
    trial.seen = {}  # some of it was left behind on purpose
    play(trial, "after the restore, planned switchover", switch)


def play(trial: Trial, name: str, fault: Callable[[Trial], Undo]) -> None:
    """One round, and its line."""
    trial.until_whole()
    with ExitStack() as stack:
        outside = stack.enter_context(trial.tablets())
        sides = [outside]
        time.sleep(CALM)
        if fault is apart:
            together(trial)
            machine = trial.primary()
            sides.append(stack.enter_context(trial.tablets(machine.pair.ip, machine)))
            time.sleep(CALM)
        for one in sides:
            trial.seen |= {(row[1], row[2]): row[3] for row in one.news() if row[1] in TABLES}
        began = time.time()
        undo = fault(trial)
        began = max(began, *(machine.struck for machine in trial.machines.values()))
        if fault is apart:
            time.sleep(APART)
        elif fault is not witness_and_primary:
            _until_played(trial, outside, began)
        undo()
        _until_played(trial, outside, time.time())
        trial.until_whole()
        time.sleep(1)
    news = [one.news() for one in sides]
    for rows in news:
        trial.seen |= {(row[1], row[2]): row[3] for row in rows if row[1] in TABLES}
    lost, doubled = trial.compare(name)
    waited = (
        f"nothing for {trial.votes_again - began:.0f} s, and after the witness's return "
        if trial.votes_again
        else ""
    )
    began, trial.votes_again = trial.votes_again or began, 0.0
    pause, silent = _longest(news[0], began), _silence(news[0], began)
    errors = Counter(row[2] for row in news[0] if row[1] == "status")
    inside = f", cut-off side {_apart(news[1], began)}" if len(news) > 1 else ""
    if pause > PROMISED:
        trial.broken.append(f"{name}: play resumed after {pause:.1f} s")
    said = " ".join(f"{number}×{status or 'no answer'}" for status, number in sorted(errors.items()))
    print(
        f"{name}: {waited}play resumes on all tables after {pause:.1f} s, the screen after {silent:.1f} s; "
        f"of {len(trial.seen)} lost {lost}, doubled {doubled}; {said or 'no error'}{inside}",
        flush=True,
    )


def _until_played(trial: Trial, tablets: Tablets, since: float) -> None:
    """Until each table has had an answer after that moment, and after its longest pause."""
    waiting = {*TABLES}
    deadline = time.monotonic() + PATIENCE
    since = max(since, time.time())
    while waiting:
        with tablets.log.open() as log:
            for line in log:
                row = json.loads(line) if line.endswith("\n") else [0.0, ""]
                if row[1] in TABLES and row[0] > since + 1:
                    waiting.discard(row[1])
        if time.monotonic() > deadline:
            raise Broken(f"play does not resume at {', '.join(sorted(waiting))}: {trial.folder}")
        time.sleep(0.3)


def _longest(rows: list[list[Any]], began: float) -> float:
    """Seconds of the longest pause of any table."""
    times: dict[str, list[float]] = {table: [began] for table in TABLES}
    for row in rows:
        if row[1] in TABLES and row[0] > began:
            times[row[1]].append(row[0])
    return max(b - a for every in times.values() for a, b in pairwise(every))


def _silence(rows: list[list[Any]], began: float) -> float:
    heard = [began, *(row[0] for row in rows if row[1] == "heard" and row[0] > began)]
    return max(b - a for a, b in pairwise(heard))


def _apart(rows: list[list[Any]], began: float) -> str:
    """What was acknowledged to those who were cut off, from a second after it until it healed."""
    given = [row for row in rows if row[1] in TABLES and began + 1 < row[0] < began + APART]
    return f"acknowledged {len(given)}"


def main() -> int:
    """Exits with 1 where a promise is broken."""
    parser = argparse.ArgumentParser(prog="make two-machines", description=__doc__)
    parser.add_argument("--only", action="append", default=[], help="rounds whose name has these words")
    parser.add_argument("--keep", action="store_true", help="leave what the services said")
    given = parser.parse_args()
    if absent := [name for name in (*PROGRAMS, "ip", "curl") if not shutil.which(name)]:
        sys.exit(f"Not installed: {', '.join(absent)}. apt-get install {PACKAGES}")
    if os.geteuid() or not _postgresql():
        sys.exit("This makes network namespaces, in which PostgreSQL runs: it needs root, and postgresql.")
    began, trial = time.monotonic(), Trial(Path(tempfile.mkdtemp(prefix="novamas-two-machines-")))
    trial.folder.chmod(0o755)
    try:
        make_bridge()
        trial.start()
        print(f"ready after {time.monotonic() - began:.0f} s", flush=True)
        for name, fault in ROUNDS:
            if not given.only or any(words in name for words in given.only):
                play(trial, name, fault)
        if not given.only or any(words in "restore" for words in given.only):
            restore(trial)
        print(trial.machines["a"].manage("audit").strip().splitlines()[-1])
    except Broken as error:
        trial.broken.append(str(error))
    except subprocess.CalledProcessError as error:
        trial.broken.append(f"{error}\n{error.stdout}{error.stderr}")
    finally:
        trial.remove()
    for line in trial.broken:
        print(f"NO {line}")
    print(
        f"two machines: {f'{len(trial.broken)} findings' if trial.broken else 'ok'}, {time.monotonic() - began:.0f} s"
    )
    if not (trial.broken or given.keep):
        shutil.rmtree(trial.folder)
    else:
        print(f"what the services said: {trial.folder}")
    return bool(trial.broken)


if __name__ == "__main__":
    carry_out(main)

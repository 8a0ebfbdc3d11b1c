"""Install on a bare Debian as docs/operations.md says, with the packages of the system, its users and its systemd;
play a pass; back up, fail, and start again. As root; needs debootstrap and systemd-nspawn.

Prints a line for each check, with the seconds since the bare system was up. Everything is downloaded before that."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from casino.people.permissions import Role
from tests.installation.machine import (
    CHECKOUT,
    FIRST,
    HOUSE,
    Machine,
    booted,
    copied,
    make,
    next_debian,
    stock,
)
from tests.installation.place import NAME, Proofs
from tests.support.page import blocks_of

NEEDED = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container", "nsenter": "util-linux"}
BEFORE, AFTER = 12, 13  # the versions of Debian between which the page leads
WISHES = f"NAME={NAME}", "ARGS=--currency EUR --decimals 2 --time-zone Europe/Ljubljana"
UNITS = (
    *("postgresql", "redis-server", "nginx", "novamas.target", "novamas@8001", "novamas@8002"),
    *("novamas-backup.timer", "novamas-proof.timer", "novamas-audit.timer", "novamas-doctor.timer"),
)
OTHER = "mesas.casino.example"
TABLE, LOGIN = "mesa-1", "julio"
ENCODING = "SELECT pg_encoding_to_char(encoding), datctype FROM pg_database WHERE datname = 'novamas'"


def missing() -> str:
    """Why nothing can be tried here; empty if it can."""
    if absent := [package for program, package in NEEDED.items() if shutil.which(program) is None]:
        return f"Nothing was tried, as something is missing: apt-get install {' '.join(absent)}"
    return "" if os.geteuid() == 0 else "Nothing was tried: a bare system is made and started by root."


def run(debian: int, base: Path | None) -> str | None:
    """Why it cannot be tried here; otherwise try it on that version of Debian, and exit with 1 at the first check that
    fails. `base`: a root that debootstrap has made already."""
    if why := missing():
        return why
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        try:
            bare = prepare(Path(folder), debian, base)
        except subprocess.CalledProcessError as error:
            return f"{error.cmd[0]} failed: {(error.stderr or error.stdout).strip()}"
        with booted(bare) as machine:
            prove = Proofs()
            prove(f"a bare Debian {debian} has booted", machine.has_booted())
            install(machine, prove)
            play(machine, prove)
            run_units(machine, prove)
            install_otherwise(machine, prove)
        with booted(bare) as machine:
            prove("the machine has started again", machine.has_booted() or failed(machine))
            serves(machine, prove)
    return None


def run_next(base: Path | None) -> str | None:
    """The same for a house on a bare Debian 12 that is brought to 13 by the lines of docs/operations.md."""
    if why := missing():
        return why
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        try:
            bare, prove = prepare(Path(folder), BEFORE, base), Proofs()
            with booted(bare) as machine:
                prove(f"a bare Debian {BEFORE} has booted", machine.has_booted())
                install(machine, prove)
                play(machine, prove)
                prove("a backup is made", novamas(machine, "backup")[0] == 0)
            prove.begin(f"upgrading to Debian {AFTER}")
            next_debian(bare, AFTER)
        except subprocess.CalledProcessError as error:
            return f"{error.cmd[0]} failed: {(error.stderr or error.stdout).strip()}"
        with booted(bare) as machine:
            prove(f"it has booted as Debian {AFTER}", machine.has_booted() or failed(machine))
            follow(machine, prove)
    return None


def follow(machine: Machine, prove: Proofs) -> None:
    """The lines of the page, and what must hold after them."""
    prove("the house is served by the release of before", is_well(machine))
    found = [one["says"] for one in novamas(machine, "doctor")[1]["found"] if one["about"] == "version"]
    prove("and the doctor says that the machine has another Python", "py313" in found[-1] or print(found))
    page = (HOUSE / "docs/operations.md").read_text()
    for line in (line for block in blocks_of(page, "Debian's next version") for line in block.splitlines()):
        done = machine.run("sh", "-c", line, folder=CHECKOUT)
        prove(line, done.returncode == 0 or print(done.stdout, done.stderr))
    serves(machine, prove)
    release = machine.run("ls", "/opt/novamas").stdout.split()
    prove(
        "the release of the old Python has gone",
        [name for name in release if "-py311" in name] == [] or print(release),
    )
    clusters = machine.run("pg_lsclusters", "--no-header").stdout
    prove("PostgreSQL 17 alone has the house", clusters.split()[:2] == ["17", "main"] or print(clusters))
    prove("the audit holds", novamas(machine, "audit")[0] == 0)
    tables = novamas(machine, "table", "list")[1]
    prove("and what was played is there", [one["table"] for one in tables] == [TABLE] or print(tables))


def prepare(folder: Path, debian: int, base: Path | None) -> Path:
    """The bare system, and its downloads."""
    clock = Proofs()
    bare = copied(folder, base) if base else make(folder, debian)
    clock(f"a bare Debian {debian} is in a folder (not counted below)", True)
    stock(bare)
    clock("the packages are downloaded (not counted below)", True)
    return bare


def install(machine: Machine, prove: Proofs) -> None:
    """By the lines of docs/operations.md."""
    done = machine.run("apt-get", "install", "-y", *FIRST)
    prove("make and python3-venv are installed", done.returncode == 0 or print(done.stderr))
    done = make_install(machine, f"NAME={NAME}", "ARGS=--check")
    prove("nothing else is missing", "Nothing is missing" in done.stdout or print(done.stdout, done.stderr))
    done = make_install(machine, *WISHES)
    prove("the product is installed", done.returncode == 0 or print(done.stdout, done.stderr))
    prove("the link for the first administrator was printed", f"https://{NAME}/setup/" in done.stdout)
    serves(machine, prove)
    again = make_install(machine, *WISHES)
    prove("a second run changes nothing", "Nothing had to be changed" in again.stdout or print(again.stdout))
    psql = machine.run("runuser", "-u", "postgres", "--", "psql", "-qtAX", "-c", ENCODING)
    prove("the database keeps texts as UTF-8", psql.stdout.strip() == "UTF8|C.UTF-8" or print(psql))
    read = machine.run("runuser", "-u", "novamas", "--", "cat", "/etc/novamas/owner.env")
    prove("the product's own user cannot read how the owner of the tables logs in", read.returncode)


def install_otherwise(machine: Machine, prove: Proofs) -> None:
    """Another name and another number of workers, on a house that serves."""
    done = make_install(machine, f"NAME={OTHER}", "ARGS=--workers 3")
    prove("another name and one worker more", done.returncode == 0 or print(done.stdout, done.stderr))
    more = machine.run("systemctl", "is-active", "novamas@8003").returncode
    prove("the third worker is active, and the doctor reaches the house", not more and is_well(machine))
    found = [one["says"] for one in novamas(machine, "doctor")[1]["found"] if one["about"] == "address"]
    prove("by its new name", (len(found) == 1 and OTHER in found[0]) or print(found))
    done = make_install(machine, f"NAME={NAME}", "ARGS=--workers 2")
    prove("the name of before and one worker less", done.returncode == 0 or print(done.stdout, done.stderr))
    more = machine.run("systemctl", "is-active", "novamas@8003").returncode
    prove("the third worker is stopped", more)
    again = make_install(machine)
    prove(
        "what is not wished again stays", "Nothing had to be changed" in again.stdout or print(again.stdout)
    )


def serves(machine: Machine, prove: Proofs) -> None:
    """Every unit runs, and the doctor finds no fault."""
    for unit in UNITS:
        found = machine.run("systemctl", "is-active", unit)
        prove(f"{unit} is active", found.returncode == 0 or failed(machine))
    prove("the doctor finds no fault", is_well(machine) or print(novamas(machine, "doctor")[1]))
    found = novamas(machine, "doctor")[1]
    settings = [one for one in found["found"] if one["about"] == "settings" and one["level"] != "ok"]
    prove("and nothing against the settings", not settings or print(settings))


def play(machine: Machine, prove: Proofs) -> None:
    """A table, a jefe, a pass."""
    made = (
        novamas(machine, "table", "add", TABLE, "Mesa 1"),
        novamas(machine, "user", "add", LOGIN, Role.JEFE),
    )
    prove("a table and a jefe are made", all(status == 0 for status, _ in made) or print(made))
    python, passphrase = "/opt/novamas/current/bin/python", made[1][1]["passphrase"]
    done = machine.run(python, "-m", "tests.installation.inside", TABLE, LOGIN, passphrase, folder=CHECKOUT)
    prove(
        "it speaks its languages, and the first pass is dealt and paid",
        done.returncode == 0 or print(done.stderr),
    )


def run_units(machine: Machine, prove: Proofs) -> None:
    """The timers' units do their work in their sandboxes, and a worker that dies is started again."""
    for name in ("backup", "proof", "audit", "doctor"):
        unit = f"novamas-{name}.service"
        done = machine.run("systemctl", "start", unit)
        prove(f"{unit} does its work", done.returncode == 0 or failed(machine))
    noted = machine.run("cat", "/var/lib/novamas/units/novamas-backup.service").stdout.strip()
    prove("the unit has noted how it ended", noted == "success" or print(noted))
    listed = novamas(machine, "backup", "--list")[1]
    prove("there is a backup, and it is proved", (len(listed) == 1 and listed[0]["proved"]) or print(listed))
    worker = first_worker(machine)
    machine.run("systemctl", "kill", "--signal=KILL", "novamas@8001")
    prove("a worker that dies is started again", is_well(machine, worker))


def is_well(machine: Machine, before: str = "") -> bool:
    """Wait until the doctor finds no fault, with another process as first worker than before; at most three minutes."""
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        if first_worker(machine) not in ("0", before) and novamas(machine, "doctor")[0] == 0:
            return True
        time.sleep(0.5)
    return False


def first_worker(machine: Machine) -> str:
    """The number of its process; 0 while there is none."""
    return machine.run("systemctl", "show", "--property=MainPID", "--value", "novamas@8001").stdout.strip()


def make_install(machine: Machine, *words: str) -> subprocess.CompletedProcess[str]:
    """`make install` in the checkout, by a root who keeps what he makes to himself."""
    strictly = "sh", "-c", 'umask 077; exec "$@"', "sh"
    return machine.run(*strictly, "make", "install", *words, folder=CHECKOUT)


def novamas(machine: Machine, *words: str) -> tuple[int, Any]:
    """The status of a command, and its answer."""
    done = machine.run("novamas", *words, "--json")
    return done.returncode, json.loads(done.stdout or "{}")


def failed(machine: Machine) -> bool:
    """Print what systemd says of the units that failed."""
    print(machine.run("systemctl", "--failed", "--no-pager").stdout)
    print(machine.run("journalctl", "--no-pager", "--lines=60", "--priority=warning").stdout)
    print(machine.run("journalctl", "--no-pager", "--lines=60", "--unit=novamas*").stdout)
    return False

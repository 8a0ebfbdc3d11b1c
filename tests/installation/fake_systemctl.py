#!/usr/bin/env python3
"""Stands for systemctl: starts and stops units of $UNITS as ordinary processes, whose numbers are kept in $PIDS."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

UNITS, PIDS = Path(os.environ["UNITS"]), Path(os.environ["PIDS"])


def command_of(unit: str) -> tuple[list[str], dict[str, str]]:
    """What a unit starts, and with which environment."""
    name, _, instance = unit.removesuffix(".service").partition("@")
    text = (UNITS / (f"{name}@.service" if instance else f"{name}.service")).read_text()
    values: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE):
        values.setdefault(key, []).append(value.replace("%i", instance))
    environment = {"PATH": os.environ["PATH"]}
    for said in values.get("EnvironmentFile", []):
        file = Path(said.removeprefix("-"))
        if said != str(file) and not file.exists():
            continue
        pairs = (line.partition("=") for line in file.read_text().splitlines())
        environment |= {name: value for name, is_set, value in pairs if is_set and name[0] != "#"}
    for value in values.get("Environment", []):
        environment |= dict(word.split("=", 1) for word in shlex.split(value))
    return shlex.split(values["ExecStart"][0]), environment


def stop(unit: str) -> None:
    kept = PIDS / unit
    if not kept.exists():
        return
    number = int(kept.read_text())
    try:
        os.kill(number, signal.SIGTERM)
        while (
            Path(f"/proc/{number}").exists() and "State:\tZ" not in Path(f"/proc/{number}/status").read_text()
        ):
            time.sleep(0.05)
    except (ProcessLookupError, FileNotFoundError):
        pass
    kept.unlink()


def start(unit: str) -> None:
    command, environment = command_of(unit)
    log = (PIDS / f"{unit}.log").open("ab")
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, env=environment, stdin=quiet, stdout=log, stderr=log, start_new_session=True, cwd="/"
    )
    if "@" not in unit:  # one that does its work and ends
        sys.exit(process.wait())
    (PIDS / unit).write_text(str(process.pid))


def main() -> None:
    verb, *units = sys.argv[1:]
    for unit in units:
        if verb in ("stop", "restart"):
            stop(unit)
        if verb in ("start", "restart"):
            start(unit)


main()

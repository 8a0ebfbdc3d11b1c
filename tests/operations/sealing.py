"""Runs `novamas seal` 400 days later, and kills the process when it comes to a step, with `-` at none:
`python -m tests.operations.sealing STEP YEAR FOLDER [--check]`, where `this` is the house's present year."""

import os
import signal
import subprocess
import sys
from datetime import timedelta
from typing import Any

import django
from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_save
from django.utils import timezone

LONG = timedelta(days=400)
# Step → what Python is about to do then, and the end of the path that it does it to
TOUCHES = {
    "makes its folder": ("os.mkdir", ".part"),
    "makes a table's folder": ("os.mkdir", "/mesa-4"),
    "begins a file": ("open", ".jsonl.new"),
    "names a file": ("os.rename", ".jsonl.new"),
    "goes on to the next table": ("os.mkdir", "/mesa-9"),
    "begins the journal": ("open", "/journal.jsonl.new"),
    "names the journal": ("os.rename", "/journal.jsonl.new"),
    "begins the manifest": ("open", "/manifest.jsonl.new"),
    "names the manifest": ("os.rename", "/manifest.jsonl.new"),
    "reads it again": ("open", ".part/manifest.jsonl"),
    "names the folder": ("os.rename", ".part"),
    "reads it under its name": ("open", "{year}/manifest.jsonl"),  # once it was killed while it entered it
}
*_, AGAIN = TOUCHES
ENTERS, ENTERED = "enters it", "has entered it"
STEPS = (*(step for step in TOUCHES if step != AGAIN), ENTERS, AGAIN, ENTERED)


def run(environment: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    """This, in a process of its own, in the house with that environment."""
    command = [sys.executable, "-m", "tests.operations.sealing", *map(str, words)]
    variables = environment | {"DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    where = settings.BASE_DIR
    return subprocess.run(command, env=variables, cwd=where, capture_output=True, text=True, check=False)


def main(step: str, year: str, *words: str) -> int:
    """The exit status of the command, if it comes to its end."""
    django.setup()
    from casino.common import clock
    from casino.operations.main import execute

    year = str(clock.date_of(timezone.now()).year) if year == "this" else year
    if step in TOUCHES:
        _die_touching(*TOUCHES[step], year)
    elif step in STEPS:
        from tables.models import Seal

        die_entering(Seal, committed=step == ENTERED)
    with clock.running_on(lambda: timezone.now() + LONG):
        return execute(["seal", year, *words, "--json"])


def _die_touching(event: str, ending: str, year: str) -> None:
    due = ending.format(year=year)

    def look(said: str, given: tuple[Any, ...]) -> None:
        if said == event and str(given[0]).endswith(due):
            die()

    sys.addaudithook(look)


def die_entering(kind: Any, *, committed: bool) -> None:
    """Dies when a row of that model has been entered, or when that is committed."""

    def entered(**_: Any) -> None:
        if committed:
            transaction.on_commit(die)
        else:
            die()

    post_save.connect(entered, sender=kind, weak=False)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

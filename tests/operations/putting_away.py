"""Runs `novamas put-away` when the year after is sealed as well, and kills the process when it comes to a step, with
`-` at none: `python -m tests.operations.putting_away STEP YEAR FOLDER`, where `this` is the present year of the house.
It has been sealed already."""

import subprocess
import sys
from typing import Any

import django
from django.conf import settings
from django.utils import timezone

from tests.operations.sealing import LONG, die, die_entering

ENTERS, ENTERED = "enters it", "has entered it"
DELETES, DELETED = "deletes a piece", "has deleted two pieces"
STEPS = (ENTERS, ENTERED, DELETES, DELETED)
PIECE = 10  # records


def run(environment: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    """This, in a process of its own, in the house with that environment."""
    command = [sys.executable, "-m", "tests.operations.putting_away", *map(str, words)]
    variables = environment | {"DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    where = settings.BASE_DIR
    return subprocess.run(command, env=variables, cwd=where, capture_output=True, text=True, check=False)


def main(step: str, year: str, folder: str) -> int:
    """The exit status of the command, if it comes to its end."""
    django.setup()
    from django.db import connection

    from casino.common import clock
    from casino.operations.main import execute
    from casino.operations.seal import putting_away
    from tables.models import PutAway, Seal

    year = str(clock.date_of(timezone.now()).year) if year == "this" else year
    with clock.running_on(lambda: timezone.now() + 2 * LONG):
        if not Seal.objects.filter(year=int(year) + 1).exists():
            assert execute(["audit", "--scheduled"]) == execute(["seal", str(int(year) + 1), folder]) == 0
        putting_away.AT_ONCE = PIECE
        if step in (ENTERS, ENTERED):
            die_entering(PutAway, committed=step == ENTERED)
        with connection.execute_wrapper(_Deaths({DELETES: 1, DELETED: 3}.get(step))):
            return execute(["put-away", year, folder, "--json"])


class _Deaths:
    """Dies when it is about to delete records for the time with that number."""

    def __init__(self, last: int | None) -> None:
        self._left = last

    def __call__(self, execute: Any, sql: str, *rest: Any) -> Any:
        if self._left is not None and sql.startswith('DELETE FROM "tables_record"'):
            self._left -= 1
            if not self._left:
                die()
        return execute(sql, *rest)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

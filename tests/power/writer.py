"""Plays at a table and at its counter, and says what was answered, until the process is killed.

    python -m tests.power.writer SEED [careless]

`careless`: as a database would be run that does not sync before it answers.
"""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")


def main() -> None:
    """One line for each answer: the number of the record, or that of the slip after an `s`."""
    django.setup()
    from django.db import connection

    from ledger.cage import selectors
    from tables.door import notify
    from tests.support.counter import MESA, cage, done, table
    from tests.support.house import Croupier, game

    if "careless" in sys.argv:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=NORMAL")
    with notify.silence():
        cage()
        table(MESA)
        croupier, number = Croupier(int(sys.argv[1])), 0
        while True:
            game(MESA, 1, croupier)
            number += 1
            if number % 10 == 0:
                _say(f"s{done('buy_in', 10, player='ana').number}")
            _say(str(_last_record()))
            assert selectors.current_shift(f"table:{MESA}")


def _last_record() -> int:
    from tables.models import Table

    return Table.objects.values_list("records", flat=True).get()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""`make bytes`: play passes of all five reglamentos on PostgreSQL, and print how many bytes a pass takes, by table and
index.

Played as in a house: with the counter, by the robot's people, each command under an idempotency key. What was there
before the first pass is left out; the write-ahead log is no part of it.

The row of a table is written with every command, in place unless it has more than half a page or some transaction
still sees the one before; what that leaves behind is cleared each minute, so it is no part of a pass: the last line
says how much it was. Measure on a server that has nothing else to do, as a house's own: an open transaction in any of
its databases keeps every version.
"""

from argparse import ArgumentParser
from collections import Counter
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from casino.common.json_input import Json
from casino.common.progress import Advance, carry_out, progress
from tests.bench.house import house, machine

PASSES, SEED = 1_000, 7
REGLAMENTOS = ("argentina", "slovenia", "monte-carlo", "spain", "chemin-de-fer")
SIZES = """SELECT of.relname, part.relname, pg_relation_size(part.oid)
    FROM pg_class AS of JOIN pg_namespace AS space ON space.oid = of.relnamespace AND space.nspname = 'public'
    JOIN LATERAL (
        SELECT of.oid, '' AS relname UNION ALL
        SELECT toast.oid, 'toast' FROM pg_class AS toast WHERE toast.oid = of.reltoastrelid UNION ALL
        SELECT indexrelid, 'toast' FROM pg_index WHERE indrelid = of.reltoastrelid UNION ALL
        SELECT indexrelid, indexrelid::regclass::text FROM pg_index WHERE indrelid = of.oid
    ) AS part ON true WHERE of.relkind = 'r'"""
WRITTEN = """SELECT n_tup_upd, n_tup_hot_upd, pg_relation_size(relid) FROM pg_stat_user_tables
    WHERE relname = 'tables_table'"""
Sizes = Counter[tuple[str, str]]  # table, and index, `toast` or nothing for the rows


def main() -> int:
    """Returns the exit status."""
    parser = ArgumentParser(prog="make bytes", description=__doc__)
    parser.add_argument("--passes", type=int, default=PASSES, help="of all reglamentos together")
    asked = parser.parse_args()
    print(machine(), flush=True)
    with (
        TemporaryDirectory(prefix="novamas-bytes-") as folder,
        house(Path(folder), "casino.site.settings") as (_, process),
    ):
        sizes, passes, commands, last = process.submit(played, asked.passes).result()
    told(sizes, passes, commands)
    print(last)
    return 0


def played(passes: int) -> tuple[Sizes, int, int, str]:
    """Play so many. What has grown by how much, the passes that were paid, the commands, and see `written`."""
    from tables.door import notify
    from tables.models import Pass, Record
    from tables.robot.night import Plan

    plans = [Plan(f"mesa-{slug}", slug, slug, 100, 10_000, 10) for slug in REGLAMENTOS]
    before = measured()
    with notify.silence(), progress("passes", passes) as advance:
        _play(plans, passes // len(plans), advance)
    last, grown = written(), measured()
    grown.subtract(before)
    return grown, Pass.objects.exclude(result="").count(), Record.objects.count(), last


def _play(plans: list, passes: int, advance: Advance) -> None:  # type: ignore[type-arg]  # Django is not set up yet
    from casino.common.house import house as values
    from tables.door.service import execute
    from tables.robot.client import RobotsClient
    from tables.robot.credentials import JEFE, ROBOT, ROBOT_ROLE
    from tables.robot.night import play_night
    from tables.rules.roles import Actor, may_command

    class Tablet(RobotsClient):
        """Gives every command under a key, as a tablet does."""

        def send(self, command: Json) -> Json:
            is_his = may_command(ROBOT_ROLE, command["command"])
            actor = Actor(ROBOT, ROBOT_ROLE) if is_his else Actor(JEFE, "jefe")
            return execute(self._slug, command, actor, str(uuid4())).as_dict()

    begin = datetime(2026, 11, 20, 20, tzinfo=values().zone)
    play_night(begin, passes, SEED, plans, advance, Tablet)


def measured() -> Sizes:
    """The size of each table, of what lies beside it, and of its indexes, in bytes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute(SIZES)
        found: Sizes = Counter()
        for table, part, size in cursor.fetchall():
            found[table, part] += size
    return found


def written() -> str:
    """How often the rows of the tables were written, and the room that it took; it is given back."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(WRITTEN)
        times, in_place, size = cursor.fetchone()
        cursor.execute("VACUUM FULL tables_table")
    return f"the rows of the tables were written {times:,} times, {in_place / times:.0%} in place, in {size:,} bytes"


def told(sizes: Sizes, passes: int, commands: int) -> None:
    """Print the table, the largest first."""
    print(f"{passes:,} passes, {commands / passes:.1f} commands each; bytes a pass:")
    tables: Counter[str] = Counter()
    for (table, _), size in sizes.items():
        tables[table] += size
    for table, size in tables.most_common():
        if not size:
            continue
        print(f"{size / passes:>9,.0f}  {table}")
        parts = Counter({part: of for (one, part), of in sizes.items() if one == table and of})
        for part, of in parts.most_common():
            print(f"{'':>9}  {of / passes:>9,.0f}  {part or 'rows'}")
    print(f"{sum(tables.values()) / passes:>9,.0f}  all told")


if __name__ == "__main__":
    carry_out(main)

"""`python -m deploy.bench`: measure groups of rows, print them, and write docs/performance.md after a whole run."""

import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from casino.common.progress import carry_out, stages
from deploy.bench import baseline, page
from deploy.bench.context import Bench
from deploy.bench.databases import answering_postgres, answering_redis
from deploy.bench.groups import GROUPS, Group, chosen
from deploy.bench.measure import Row
from deploy.bench.printed import lines_of
from deploy.bench.setting_up import with_django

LONGEST_NOTE = 300  # characters


def main() -> int:
    """Returns the exit status: 0, or 1 if a short run fell behind its baseline."""
    asked = arguments()
    with tempfile.TemporaryDirectory(prefix="novamas-bench-") as folder:
        bench = bench_of(asked, Path(folder))
        # This process only plays evenings; whoever writes has an environment of his own.
        with_django({"VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""})
        return finish(asked, measured(asked, bench))


def measured(asked: Namespace, bench: Bench) -> list[Row]:
    """All rows. A whole run writes its page after each, so that one that is stopped leaves what it has."""
    rows: list[Row] = []
    for row in run(asked, bench):
        rows.append(row)
        if is_whole(asked):
            page.write(bench, rows)
    return rows


def is_whole(asked: Namespace) -> bool:
    """Whether the run is one that the page is written of."""
    return not (asked.only or asked.short or asked.renew)


def finish(asked: Namespace, rows: list[Row]) -> int:
    """Renew the baseline, or compare with it. Returns the exit status."""
    if asked.renew:
        baseline.renew(rows)
    elif asked.short:
        behind = list(baseline.falls_behind(rows))
        print("\n".join(behind) or "no ratio fell by more than a third")
        return 1 if behind else 0
    return 0


def arguments() -> Namespace:
    """What was asked for on the command line."""
    parser = ArgumentParser(prog="python -m deploy.bench", description=__doc__)
    names = ", ".join(group.name for group in GROUPS)
    parser.add_argument("--only", nargs="+", metavar="GROUP", default=[], help=f"only these groups: {names}")
    parser.add_argument("--rounds", type=int, default=5, help="of every row (default: 5)")
    parser.add_argument("--full", action="store_true", help="with the groups that take minutes")
    parser.add_argument("--short", action="store_true", help="only what CI compares with the baseline")
    parser.add_argument("--renew", action="store_true", help="keep the ratios of this run as the baseline")
    return parser.parse_args()


def bench_of(asked: Namespace, folder: Path) -> Bench:
    """The run that was asked for, with the servers that answer."""
    return Bench(
        folder,
        rounds=asked.rounds,
        postgres=answering_postgres(),
        redis=answering_redis(),
    )


def run(asked: Namespace, bench: Bench) -> Iterator[Row]:
    """Measure and print row by row."""
    groups = chosen(asked.only, short=asked.short, full=asked.full)
    with stages(len(groups)) as tell:
        for number, group in enumerate(groups):
            told = replace(bench, tell=partial(tell, number))
            told.say(group.name)
            begun = time.perf_counter()
            for row in _rows(group, told):
                print("\n".join(lines_of(row)), flush=True)
                yield row
            print(f"   {group.name} took {time.perf_counter() - begun:.0f} s", flush=True)


def _rows(group: Group, bench: Bench) -> Iterator[Row]:
    """The rows of a group. One that fails is told, and the others are measured all the same."""
    try:
        yield from group.rows(bench)
    except (EOFError, OSError, RuntimeError) as error:
        yield Row(group.name, group.name, note=f"it failed: {error or type(error).__name__}"[:LONGEST_NOTE])


if __name__ == "__main__":
    carry_out(main)

"""Play random games on both engines, in two processes, and report where they differ and what was met."""

import argparse
import os
import signal
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context

import django

from casino.common.progress import progress

REGLAMENTOS = ("argentina", "chemin-de-fer", "slovenia", "monte-carlo", "spain")
LONG = 1000  # games of each reglamento: from here on everything must have been met
BATCH = 20  # games
SHOWN = 10  # differences
Job = tuple[str, int, int, bool]


def play_batch(job: Job) -> tuple[Job, Counter[str], list[tuple[int, str, list[str]]]]:
    """Play the games with seeds `first` to `last`; each difference with a script that shows it."""
    from tests.differential import coverage
    from tests.differential.duel import play_game, shrink

    reglamento, first, last, shortest = job
    met: Counter[str] = Counter()
    found = []
    for seed in range(first, last):
        outcome = play_game(reglamento, seed, lambda _, told: coverage.count(reglamento, told, met))
        met["commands"] += len(outcome.script)
        if outcome.difference:
            shown = shrink(outcome) if shortest else outcome
            found.append((seed, shown.difference, shown.lines))
    return job, met, found


def jobs(reglamentos: list[str], first: int, games: int) -> Iterator[Job]:
    """Batches, the reglamentos in turn. In a long run a difference is not shrunk: that takes minutes, and a run of its
    one game does it."""
    for start in range(first, first + games, BATCH):
        for reglamento in reglamentos:
            yield reglamento, start, min(start + BATCH, first + games), games < LONG


def start_worker() -> None:
    """A worker leaves an interrupt to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start()


def start() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()


def main() -> int:
    parser = argparse.ArgumentParser(prog="differential", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="of each reglamento")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("reglamentos", nargs="*", choices=[[], *REGLAMENTOS])
    options = parser.parse_args()
    start()
    reglamentos = options.reglamentos or list(REGLAMENTOS)
    met, differences = run(reglamentos, options.first, options.games, options.processes)
    return report(met, differences, reglamentos, options.games >= LONG)


def run(reglamentos: list[str], first: int, games: int, processes: int) -> tuple[Counter[str], int]:
    """Play all games; what was met, and how many games showed a difference."""
    met: Counter[str] = Counter()
    differences = 0
    with (
        get_context("spawn").Pool(processes, start_worker) as pool,
        progress("games", games * len(reglamentos)) as advance,
    ):
        for job, counts, found in pool.imap_unordered(play_batch, jobs(reglamentos, first, games)):
            met.update(counts)
            advance(job[2] - job[1])
            differences += len(found)
            for seed, words, lines in found[: max(0, SHOWN - differences + len(found))]:
                print(f"\n# {job[0]}, seed {seed}: {words}", *lines, sep="\n", flush=True)
    return met, differences


def report(met: Counter[str], differences: int, reglamentos: list[str], long: bool) -> int:
    """Print the counts; the exit status."""
    from tests.differential import coverage

    text, few = coverage.table(met, reglamentos)
    print(f"\n{text}\n{met['commands']} commands, {differences} games with a difference")
    if few:
        print(f"met less than {coverage.ENOUGH} times: {', '.join(few)}")
    return 1 if differences or (long and few) else 0

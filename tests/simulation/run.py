"""Simulate many seeds in two processes; or show within how many each planted defect is found."""

import argparse
import logging
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from multiprocessing import get_context

import django
import structlog

from casino.common.progress import progress

BATCH = 20  # seeds
SHOWN = 5  # failures
ENOUGH = 1000  # seeds within which a planted defect must be found


def main() -> int:
    parser = argparse.ArgumentParser(prog="simulate", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--planted", action="store_true", help="find the planted defects")
    options = parser.parse_args()
    start()
    with get_context("spawn").Pool(options.processes, start_worker) as pool:
        if options.planted:
            return report_planted(pool.imap(find_planted, range(number_of_defects())))
        batches = range(options.first, options.first + options.seeds, BATCH)
        ends = options.first + options.seeds
        jobs = [(begin, min(begin + BATCH, ends)) for begin in batches]
        return report(pool.imap_unordered(simulate_batch, jobs), options.seeds)


def start_worker() -> None:
    """A worker leaves an interrupt to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start()


def start() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    logging.disable(logging.CRITICAL)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def simulate_batch(job: tuple[int, int]) -> tuple[int, list[str]]:
    """The number of seeds, and what was not as promised."""
    from tests.simulation.simulation import simulate

    found = [simulate(seed) for seed in range(*job)]
    return len(found), [words for words in found if words]


def report(batches: Iterable[tuple[int, list[str]]], seeds: int) -> int:
    """Print what is found; the exit status."""
    done = failed = 0
    begun = time.monotonic()
    with progress("seeds", seeds) as advance:
        for number, found in batches:
            done, failed = done + number, failed + len(found)
            advance(number)
            for words in found[: max(0, SHOWN - failed + len(found))]:
                print(f"\n{words}\nagain: make simulate SEEDS=1 FIRST={seed_in(words)}", flush=True)
    print(f"\n{done} seeds, {failed} not as promised, {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


def seed_in(words: str) -> str:
    return words.split(":")[0].removeprefix("seed ")


# Planted defects


def number_of_defects() -> int:
    from tests.simulation.planted import DEFECTS

    return len(DEFECTS)


def find_planted(number: int) -> tuple[str, int | None, str]:
    """A defect, the first seed that finds it, and how."""
    from tests.simulation.planted import DEFECTS

    defect = DEFECTS[number]
    for seed in range(ENOUGH):
        words = simulate_with(number, seed)
        if words:
            return defect.name, seed, words
    return defect.name, None, ""


def simulate_with(number: int | None, seed: int) -> str | None:
    """Run a seed with a planted defect."""
    from tests.simulation.planted import DEFECTS
    from tests.simulation.simulation import simulate

    with nullcontext() if number is None else DEFECTS[number].plant():
        return simulate(seed)


def report_planted(found: Iterator[tuple[str, int | None, str]]) -> int:
    """Print which seed finds what; the exit status."""
    missed = 0
    for name, seed, words in found:
        missed += seed is None
        print(f"{name}: {'NOT FOUND' if seed is None else words[:300]}", flush=True)
    print(f"{missed} planted defects are not found within {ENOUGH} seeds")
    return 1 if missed else 0

"""The command line of `make stopping`."""

import os
import random
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from casino.common.progress import carry_out, progress
from deploy.bench.databases import postgres_database
from deploy.stopping.house import furnished
from deploy.stopping.rounds import Outcome, play
from deploy.worker import usual


def main() -> None:
    """Play the rounds and print what was found. Exits with 1 if anything was not in order."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))  # noqa: S311
    parser.add_argument("--server", default=usual(os.environ.get("DATABASE_URL", "")))
    options = parser.parse_args()
    server = os.environ.get("DATABASE_URL", "")
    print(
        f"{options.server}, {'PostgreSQL' if server else 'SQLite'}, {options.rounds} rounds, seed {options.seed}",
        flush=True,
    )
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(postgres_database(server)) if server else ""
        sys.exit(0 if in_order(folder, url, options) else 1)


def in_order(folder: Path, url: str, options: Namespace) -> bool:
    """Whether the server stopped in order in every round, and has kept what it accepted."""
    house = furnished(folder, url, os.environ.get("REDIS_URL", ""))
    chance, rounds = random.Random(options.seed), options.rounds  # noqa: S311
    outcomes = []
    with progress("rounds", rounds) as advance:
        for number in range(rounds):
            outcomes.append(_told(number, play(house, number, chance, options.server)))
            advance(1)
    good = sum(not outcome.faults for outcome in outcomes)
    lost = {key for outcome in outcomes for key in outcome.accepted} - house.recorded()
    ends = sum((outcome.ends for outcome in outcomes), Counter[int | str]())
    print(f"{good} of {rounds} rounds in order; answers {dict(ends)}; accepted and lost: {len(lost)}")
    print(f"the longest stop took {max(outcome.seconds for outcome in outcomes):.1f} s")
    return good == rounds and not lost and _audit_holds(house.environment)


def _told(number: int, outcome: Outcome) -> Outcome:
    faults = "; ".join(outcome.faults)
    print(
        f"{'NO' if faults else 'ok'} round {number + 1}: {faults or f'{outcome.seconds:.1f} s'} {dict(outcome.ends)}",
        flush=True,
    )
    return outcome


def _audit_holds(environment: dict[str, str]) -> bool:
    line = [sys.executable, "manage.py", "audit"]
    done = subprocess.run(line, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    carry_out(main)

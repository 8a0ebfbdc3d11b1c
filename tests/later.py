"""`make later`: the tests as of a day to come. None may depend on the day on which it was written.

Without those of the browser, whose own clock stays the machine's, and the slow ones.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from casino.common.progress import carry_out
from tests.support.clocks import Clock, library

DAY = 86_400  # seconds
HOURS = 9  # another time of the day, too
LEFT_OUT = ("--ignore=tests/browser", "--ignore=tests/night", "-m", "not slow")
ARGUMENTS = ("-q", "-n", "auto", "--dist", "worksteal", *LEFT_OUT)


def main() -> int:
    """The exit status of pytest."""
    parser = argparse.ArgumentParser(prog="make later")
    parser.add_argument("--days", type=int, default=400)
    given, more = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        made = library(Path(folder))
        if made is None:
            sys.exit("A clock of its own needs Linux and a C compiler.")
        clock = Clock(Path(folder) / "clock", made)
        clock.set(given.days * DAY + HOURS * 3600)
        tests = [sys.executable, "-m", "pytest", *ARGUMENTS, *more]
        return subprocess.run(tests, env=os.environ | clock.environment, check=False).returncode


if __name__ == "__main__":
    carry_out(main)

"""A worker's clock can be set, and only that one."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy.faults.clocks import COMPILER, Clock, library

PROGRAM = """
import sys, time
from datetime import datetime
for _ in sys.stdin:
    steady = time.monotonic()
    time.sleep(0.01)
    print(time.time(), datetime.now().timestamp(), steady, flush=True)
"""
pytestmark = pytest.mark.skipif(
    COMPILER is None or not sys.platform.startswith("linux"), reason="needs Linux and a C compiler"
)


def test_a_clock_jumps_and_comes_back_while_steady_time_goes_on(tmp_path: Path) -> None:
    made = library(tmp_path)
    assert made
    clock = Clock(tmp_path / "clock", made)
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **clock.environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin and process.stdout
        for jump in (0, 7200, -7200, 0):
            clock.set(jump)
            before, steady_before = time.time(), time.monotonic()
            process.stdin.write("\n")
            process.stdin.flush()
            said, dated, steady = map(float, process.stdout.readline().split())
            after, steady_after = time.time(), time.monotonic()
            assert before <= said - jump <= after
            assert before <= dated - jump <= after
            assert steady_before <= steady <= steady_after
        process.stdin.close()

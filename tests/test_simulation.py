"""The deterministic simulation: a short round of it, and what it must find (`make simulate`: many seeds)."""

import os
import subprocess
import sys
from itertools import chain

import pytest
from django.conf import settings

from tests.simulation.planted import DEFECTS, Defect
from tests.simulation.simulation import simulate

pytestmark = pytest.mark.django_db
SHORT = 12  # seeds
FALLBACK = 30  # seeds for a defect that none of its own finds any more


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Nothing is done in other threads here: the simulation brings its own."""


def test_whatever_goes_wrong_everything_is_as_promised() -> None:
    assert [words for seed in range(SHORT) if (words := simulate(seed))] == []


@pytest.mark.parametrize("defect", [one for one in DEFECTS if one.seeds], ids=lambda defect: defect.name)
def test_a_planted_defect_is_found(defect: Defect) -> None:
    with defect.plant():
        assert any(simulate(seed) for seed in chain(defect.seeds, range(FALLBACK)))


def test_the_list_of_planted_defects_is_kept() -> None:
    names = [defect.name for defect in DEFECTS]
    assert len(set(names)) == len(names) >= 20
    assert "the dead card key" in names
    assert sum(bool(defect.seeds) for defect in DEFECTS) >= 20


SHOWN = """
import hashlib
from tests.simulation.run import start; start()
from tests.simulation.simulation import simulate
for seed in (3, 4, 37):
    trace = []
    print(simulate(seed, trace), len(trace) > 10, hashlib.sha256("".join(trace).encode()).hexdigest())
"""


@pytest.mark.slow
def test_a_seed_says_the_same_again_in_another_process() -> None:
    def run(hashes: str) -> str:
        environment = os.environ | {"DJANGO_SETTINGS_MODULE": "casino.settings", "PYTHONHASHSEED": hashes}
        command = [sys.executable, "-c", SHOWN]
        return subprocess.run(
            command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert run("1") == run("2") != ""

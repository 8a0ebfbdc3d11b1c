"""A short round of bad input for what needs no server (`make fuzz` is the long one), and the harness finds defects."""

from collections.abc import Iterator
from mmap import mmap

import pytest

from tests.fuzz import files, run
from tests.fuzz.outcome import Defect, Group, Outcome


@pytest.mark.parametrize(
    ("group", "inputs"), [(files.play_scripts, 60), (files.bundles, 40), (files.reglamentos, 400)]
)
@pytest.mark.django_db
def test_spoiled_files_are_answered(group: Group, inputs: int) -> None:
    found = run.go(group, seed=2, inputs=inputs)
    assert found.inputs >= inputs and not found.defects, found.defects[:1]
    assert len(found.counts) > 1  # not all alike


def test_an_unforeseen_end_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(files, "read_reglamento", fails)
    found = run.go(files.reglamentos, seed=1, inputs=50)
    assert found.defects and not found.holds
    assert any("ZeroDivisionError" in line for line in run.report("files", found))


def test_memory_that_grows_is_a_defect() -> None:
    """It is asked of the system page by page: this process may have freed as much before, and use that again."""
    kept = []

    def hoards(seed: int, inputs: int) -> Iterator[Outcome]:
        for _ in range(inputs):
            kept.append(mmap(-1, 2**20))
            kept[-1].write(b"x" * 2**20)
            yield "taken"

    assert not run.go(hoards, seed=1, inputs=100).is_flat


def test_what_a_defect_was_given_is_told() -> None:
    def one(seed: int, inputs: int) -> Iterator[Outcome]:
        yield Defect("is answered 500", ["jefe", "/floor/"])

    assert any("/floor/" in line for line in run.report("pages", run.go(one, seed=1, inputs=1)))

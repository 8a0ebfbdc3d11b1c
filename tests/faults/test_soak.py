"""A memory that grows is told from one that is warm."""

from types import SimpleNamespace
from typing import Any

import pytest

from deploy.soak.memory import Memory, grown


def test_what_grows_to_the_end_is_found() -> None:
    assert grown([(at, 100_000 + 100 * at) for at in range(1000)], 0.3) > 0.3


def test_what_only_warms_up_is_flat() -> None:
    assert grown([(at, min(100_000 + 1000 * at, 180_000)) for at in range(1000)], 0.3) == 0


def test_what_goes_up_and_down_is_flat() -> None:
    assert grown([(at, 100_000 + 20_000 * (at % 7)) for at in range(1000)], 0.3) == 0


def looked_at(course: list[tuple[int, bool]]) -> list[str]:
    """What is said of a process that used so much at these moments, and whether it was warm then."""
    service: Any = SimpleNamespace(name="worker-1", kilobytes=lambda: used[0])
    memory, used = Memory([service]), [0]
    for at, (used[0], is_warm) in enumerate(course):
        memory.look(at, is_warm=is_warm)
    return memory.growth(0.3)


def test_what_grows_until_every_table_has_had_a_shoe_is_flat() -> None:
    grows = [(100_000 + 1000 * at, False) for at in range(60)]
    assert looked_at([*grows, *[(160_000, True)] * 40]) == []
    assert looked_at([*grows, *[(160_000 + 1000 * at, True) for at in range(40)]]) != []


@pytest.mark.parametrize("warm", [0, 1, 11])
def test_of_what_never_got_warm_or_just_now_nothing_is_said(warm: int) -> None:
    [said] = looked_at([*[(100_000, False)] * 100, *[(100_000, True)] * warm])
    assert said.startswith("nothing can be said of memory: ")

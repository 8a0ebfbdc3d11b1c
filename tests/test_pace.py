"""Nobody does something more often than he may."""

import pytest

from casino.common import clock, pace
from casino.common.pace import Pace


def test_each_for_himself_and_again_when_the_time_is_over() -> None:
    now = [10.0]
    hand = Pace(2, seconds=1.0)
    with clock.on_machine(clock.Machine(elapsed=lambda: now[0])):
        assert [hand.allows("ana") for _ in range(3)] == [True, True, False]
        assert hand.allows("bea")
        now[0] += 0.99
        assert not hand.allows("ana")
        now[0] += 0.01
        assert [hand.allows("ana") for _ in range(3)] == [True, True, False]


def test_those_seen_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "KEPT", 3)
    hand = Pace(1, seconds=60.0)
    for who in "abcd":
        assert hand.allows(who)
    assert len(hand._times) == 3
    assert not hand.allows("d")

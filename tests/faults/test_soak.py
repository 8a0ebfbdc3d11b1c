"""A memory that grows is told from one that is warm."""

from deploy.soak.memory import grown


def test_what_grows_to_the_end_is_found() -> None:
    assert grown([(at, 100_000 + 100 * at) for at in range(1000)], 0.3) > 0.3


def test_what_only_warms_up_is_flat() -> None:
    assert grown([(at, min(100_000 + 1000 * at, 180_000)) for at in range(1000)], 0.3) == 0


def test_what_goes_up_and_down_is_flat() -> None:
    assert grown([(at, 100_000 + 20_000 * (at % 7)) for at in range(1000)], 0.3) == 0

"""Names with numbers, said shortly."""

import pytest

from casino.common.spans import spans


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], ""),
        (["Mesa 2", "Mesa 10", "Mesa 1", "Mesa 3"], "1–3 · 10"),
        (["Azul", "Mesa 1", "Mesa 2"], "Azul · Mesa 1–2"),
        (["Mesa 01", "Mesa 1"], "Mesa 01 · Mesa 1"),
    ],
)
def test_runs_of_numbers_are_said_by_their_ends(names: list[str], said: str) -> None:
    assert spans(names) == said

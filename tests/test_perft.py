"""docs/perft.md: the smaller depths counted again, in both engines."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.differential.perft import both
from tests.second_engine.positions import POSITIONS

DEPTH = 3
PAGE = Path(settings.BASE_DIR) / "docs" / "perft.md"


def published(reglamento: str) -> list[list[int]]:
    """The numbers of one reglamento's ten positions, as the page has them."""
    chapter = PAGE.read_text().split(f"## {reglamento}\n")[1].split("\n## ")[0]
    lines = re.findall(r"^\d+\. \*\*.*?\*\*: (.*)$", chapter, re.MULTILINE)
    return [[int(number.replace(",", "")) for number in line.split(" · ")] for line in lines]


@pytest.mark.parametrize("reglamento", POSITIONS)
def test_both_engines_count_what_is_published(reglamento: str) -> None:
    pages = published(reglamento)
    assert len(POSITIONS[reglamento]) == len(pages) == 10
    for (name, script, tried), numbers in zip(POSITIONS[reglamento], pages, strict=True):
        product, second = both(reglamento, script, tried, DEPTH)
        assert product == second == numbers[:DEPTH], name

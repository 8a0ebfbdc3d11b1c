"""docs/performance.md and its chart."""

import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from deploy.bench.chart import chart
from deploy.bench.context import HOUSE, Bench
from deploy.bench.machine_facts import facts
from deploy.bench.measure import PRODUCT, Row
from deploy.bench.printed import figure, verdicts

TEMPLATE = Path(__file__).with_name("page.md")
PAGE = HOUSE / "docs" / "performance.md"
CHART = PAGE.with_suffix(".svg")


def write(bench: Bench, rows: Sequence[Row]) -> None:
    """Write the page and the chart of a run."""
    known = {
        "facts": _table(("", ""), (facts(bench) | {"Took": _took(bench)}).items()),
        "rows": _rows(rows),
        "unmeasured": _unmeasured(rows),
    }
    PAGE.write_text(TEMPLATE.read_text().format(**known))
    CHART.write_text(chart(rows))


def _took(bench: Bench) -> str:
    seconds = round(time.monotonic() - bench.begun)
    return f"{seconds // 60} min {seconds % 60} s"


def _rows(rows: Sequence[Row]) -> str:
    heads = ("work", "", "beside it", "product", "reached", "asked", "")
    return _table(heads, (line for row in rows if row.rounds for line in _lines(row)))


def _lines(row: Row) -> Iterator[tuple[str, ...]]:
    """As many lines as there is asked, or as there are others to compare with; the first has the row's figures."""
    others = [f"{name} {figure(row.median(name))}" for name in row.rounds if name != PRODUCT]
    own = (row.work, row.unit, "; ".join(others), figure(row.median()))
    asked = list(verdicts(row)) or [("", "", "")]
    for mine, its in zip_longest([own], asked, fillvalue=("",) * len(own)):
        yield (*mine, *its)


def _unmeasured(rows: Sequence[Row]) -> str:
    missing = [f"- {row.work}: {row.note}." for row in rows if not row.rounds]
    return "\n".join(["\nNot measured in this run:\n", *missing, ""]) if missing else ""


def _table(heads: Sequence[str], lines: Iterator[Sequence[str]]) -> str:
    rows = [heads, ["---"] * len(heads), *lines]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)

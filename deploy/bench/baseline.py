"""The short form: ratios that must not fall by more than a third, kept in baseline.json.

They are ratios to contenders of the same run, so a slower machine has the same ones. `--renew` keeps those of this run
as the new baseline.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from deploy.bench.measure import PRODUCT, Row
from deploy.bench.printed import figure

KEPT = Path(__file__).with_name("baseline.json")
WORST = 2 / 3  # of the baseline
A_SECOND = "/s"  # of such figures more is better, of all others less


def ratios(rows: Iterable[Row]) -> dict[str, float]:
    """Row and contender → how many times as good as it the product is."""
    return {
        f"{row.key} / {other}": row.ratio(other) if row.unit == A_SECOND else 1 / row.ratio(other)
        for row in rows
        for other in row.rounds
        if other != PRODUCT
    }


def falls_behind(rows: Iterable[Row]) -> Iterator[str]:
    """A line for each ratio that has fallen too far, or that the baseline has and the run has not."""
    found = ratios(rows)
    for name, kept in json.loads(KEPT.read_text()).items():
        now = found.get(name)
        if now is None:
            yield f"{name}: not measured"
        elif now < WORST * kept:
            yield f"{name}: {figure(now)}, more than a third below the baseline's {figure(kept)}"


def renew(rows: Iterable[Row]) -> None:
    """Keep this run's ratios as the baseline."""
    kept = {name: float(f"{value:.3g}") for name, value in ratios(rows).items()}
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")

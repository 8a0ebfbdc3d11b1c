"""Rows as text: figures, ratios, and whether what is asked was reached."""

from collections.abc import Iterator

from deploy.bench.measure import PRODUCT, Asked, Row

REACHED, MISSED, UNKNOWN = "ok", "NO", "–"


def figure(value: float) -> str:
    """Three digits that count, with thousands set apart: 1,234, 12.3, 0.123."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"


def figures_of(row: Row) -> str:
    """Every contender's median with the row's unit, the product's last."""
    others = [name for name in row.rounds if name != PRODUCT]
    shown = [f"{name} {figure(row.median(name))}{_unit(row)}" for name in others]
    return "; ".join([*shown, f"product {figure(row.median())}{_unit(row)}"])


def _unit(row: Row) -> str:
    return row.unit if row.unit.startswith("/") else f" {row.unit}".rstrip()


def verdicts(row: Row) -> Iterator[tuple[str, str, str]]:
    """For everything asked: what was reached, what is asked, and the verdict."""
    for asked in row.asked:
        reached, holds = row.reached(asked), row.holds(asked)
        said = UNKNOWN if holds is None else REACHED if holds else MISSED
        yield ("–" if reached is None else _compared(reached, asked, row), _bound(asked, row), said)


def _compared(value: float, asked: Asked, row: Row) -> str:
    return f"{figure(value)} × {asked.against}" if asked.against else f"{figure(value)}{_unit(row)}"


def _bound(asked: Asked, row: Row) -> str:
    return f"{'≤' if asked.at_most else '≥'} {_compared(asked.bound, asked, row)}"


def lines_of(row: Row) -> Iterator[str]:
    """A row for the terminal."""
    if not row.rounds:
        yield f"–  {row.work}: not measured: {row.note}"
        return
    yield f"   {row.work}: {figures_of(row)}"
    for reached, bound, said in verdicts(row):
        yield f"{said}     {reached} ({bound} is asked)"

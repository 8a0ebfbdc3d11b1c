"""The chart of a run: how far each row is from what is asked of it."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from deploy.bench.measure import Asked, Row

WIDTH, NAMES, LINE, TOP = 960, 560, 20, 40  # pixels
LEAST, MOST = 1 / 32, 32  # times what is asked, on a scale of powers of two
COLOURS = {True: "#2e7d5b", False: "#b3402e"}
STYLE = "text { font: 12px sans-serif; fill: #333 } .axis { stroke: #bbb } .asked { stroke: #333 }"


def chart(rows: Sequence[Row]) -> str:
    """An SVG picture: one bar for each thing asked, to the right of the middle where it is reached."""
    bars = list(_bars(rows))
    height = TOP + LINE * len(bars) + 10
    lines = [*_scale(height), *(line for place, bar in enumerate(bars) for line in _bar(place, *bar))]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
    title = "<title>Each row beside what is asked of it, on a scale of powers of two</title>"
    return "\n".join([head, title, f"<style>{STYLE}</style>", *lines, "</svg>\n"])


def _bars(rows: Sequence[Row]) -> Iterator[tuple[str, float]]:
    """What is compared, and how many times as good as asked it is."""
    for row in rows:
        for asked in row.asked:
            reached = row.reached(asked)
            if reached:
                against = f" : {asked.against}" if asked.against else ""
                yield f"{row.work}{against}", _times(reached, asked)


def _times(reached: float, asked: Asked) -> float:
    return asked.bound / reached if asked.at_most else reached / asked.bound


def _place(times: float) -> float:
    part = (math.log2(min(max(times, LEAST), MOST)) - math.log2(LEAST)) / math.log2(MOST / LEAST)
    return NAMES + part * (WIDTH - NAMES - 10)


def _scale(height: int) -> Iterator[str]:
    for power in range(-4, 5, 2):
        x, said = _place(2**power), f"{2**power}×" if power >= 0 else f"1/{2**-power}"
        style = "axis" if power else "asked"
        yield f'<line class="{style}" x1="{x:.0f}" y1="{TOP - 8}" x2="{x:.0f}" y2="{height - 8}"/>'
        yield f'<text x="{x:.0f}" y="{TOP - 14}" text-anchor="middle">{"asked" if not power else said}</text>'


def _bar(place: int, name: str, times: float) -> Iterator[str]:
    y, asked, reached = TOP + LINE * place, _place(1), _place(times)
    left, width = min(asked, reached), max(abs(reached - asked), 1)
    yield f'<text x="{NAMES - 8}" y="{y + 11}" text-anchor="end">{escape(_short(name))}</text>'
    yield f'<rect x="{left:.0f}" y="{y}" width="{width:.0f}" height="{LINE - 6}" fill="{COLOURS[times >= 1]}"/>'


def _short(name: str) -> str:
    longest = 88
    return name if len(name) <= longest else f"{name[: longest - 1]}…"

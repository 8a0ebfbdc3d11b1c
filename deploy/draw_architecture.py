"""Draws docs/architecture.svg from the code: `make architecture`.

Rows are the layers of the import contract in pyproject.toml, an arrow says "imports". An arrow that follows from others
(a imports c, and so does b, which a imports) is left out, or nothing could be seen. Written by hand as SVG, so that no
program for drawing is needed and the same code gives the same bytes.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"
CONTRACT = "one-way"
WIDTH, MARGIN = 1160, 20
LETTER, PAD, HEIGHT, GAP = 7.2, 12, 30, 14  # of a box, in pixels
LINE_STEP, LAYER_STEP = HEIGHT + GAP, HEIGHT + 58
STYLE = (
    "text{font:12px ui-monospace,monospace;fill:#1b2a33}"
    ".box{fill:#eef4f1;stroke:#3b6b57}.layer{fill:#f8f8f6;stroke:#ddd}path{fill:none;stroke:#8aa39a;opacity:.7}"
)

Box = tuple[float, float, float]  # left, top, width
Edges = set[tuple[str, str]]


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(picture())


def picture() -> str:
    """The SVG, as it should stand in docs/."""
    layers = layers_of_the_contract()
    boxes, layer_tops, height = places(layers)
    edges = without_shortcuts(imports({name for layer in layers for name in layer}))
    body = [*layer_bands(layer_tops, height), *arrows(edges, boxes), *labels(boxes)]
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
    lines = [opening, f"<style>{STYLE}</style>", ARROW_HEAD, BACKGROUND, *body, "</svg>"]
    return "\n".join(lines) + "\n"


ARROW_HEAD = (
    '<defs><marker id="head" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">'
    '<path d="M0 0 6 3 0 6z" style="fill:#8aa39a;stroke:none"/></marker></defs>'
)
BACKGROUND = '<rect width="100%" height="100%" fill="#fff"/>'


def layers_of_the_contract() -> list[list[str]]:
    """The names of each layer, the highest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == CONTRACT)
    return [[name.strip(" ()") for name in re.split("[:|]", layer)] for layer in layers]


def imports(names: set[str]) -> Edges:
    """(a, b): something in `a` imports something in `b`."""
    sys.path.insert(0, str(ROOT))
    roots = sorted({name.split(".")[0] for name in names})
    graph = grimp.build_graph(*roots)
    found: Edges = set()
    for module in graph.modules:
        source = owner(module, names)
        for imported in graph.find_modules_directly_imported_by(module) if source else ():
            target = owner(imported, names)
            if source and target and source != target:
                found.add((source, target))
    return found


def owner(module: str, names: set[str]) -> str | None:
    """The box that `module` lies in: the longest name that it begins with."""
    parts = module.split(".")
    candidates = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in candidates if name in names), None)


def without_shortcuts(edges: Edges) -> Edges:
    """The edges that do not follow from a path of others."""
    reached: dict[str, set[str]] = {}

    def below(name: str) -> set[str]:
        if name not in reached:
            nexts = {target for source, target in edges if source == name}
            reached[name] = nexts.union(*map(below, nexts))
        return reached[name]

    return {
        (source, target)
        for source, target in edges
        if not any(target in below(other) for start, other in edges if start == source and other != target)
    }


def places(layers: list[list[str]]) -> tuple[dict[str, Box], list[float], float]:
    """Where each box lies, where each layer begins, and how high all is."""
    boxes: dict[str, Box] = {}
    tops, top = [], float(MARGIN)
    for layer in layers:
        tops.append(top)
        for line in wrapped(layer):
            left = (WIDTH - sum(map(width, line)) - GAP * (len(line) - 1)) / 2
            for name in line:
                boxes[name] = (left, top + GAP, width(name))
                left += width(name) + GAP
            top += LINE_STEP
        top += LAYER_STEP - LINE_STEP
    return boxes, tops, top


def wrapped(layer: list[str]) -> Iterator[list[str]]:
    """A layer's names in as many lines as they need."""
    line: list[str] = []
    for name in sorted(layer):
        if line and sum(map(width, [*line, name])) + GAP * len(line) > WIDTH - 4 * MARGIN:
            yield line
            line = []
        line.append(name)
    yield line


def width(name: str) -> float:
    return len(name) * LETTER + 2 * PAD


def layer_bands(tops: list[float], height: float) -> Iterator[str]:
    for top, following in pairwise([*tops, height]):
        deep = following - top - (LAYER_STEP - LINE_STEP) + GAP
        yield f'<rect class="layer" x="{MARGIN}" y="{top:.0f}" width="{WIDTH - 2 * MARGIN}" height="{deep:.0f}" rx="6"/>'


def arrows(edges: Edges, boxes: dict[str, Box]) -> Iterator[str]:
    for source, target in sorted(edges):
        (left, top, wide), (to_left, to_top, to_wide) = boxes[source], boxes[target]
        x, y, to_x = left + wide / 2, top + HEIGHT, to_left + to_wide / 2
        bend = max((to_top - y) / 2, 20)
        curve = (
            f"M{x:.0f} {y:.0f}C{x:.0f} {y + bend:.0f} {to_x:.0f} {to_top - bend:.0f} {to_x:.0f} {to_top:.0f}"
        )
        yield f'<path d="{curve}" marker-end="url(#head)"><title>{source} imports {target}</title></path>'


def labels(boxes: dict[str, Box]) -> Iterator[str]:
    for name, (left, top, wide) in boxes.items():
        yield f'<rect class="box" x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{HEIGHT}" rx="4"/>'
        yield f'<text x="{left + PAD:.0f}" y="{top + 20:.0f}">{escape(name)}</text>'


if __name__ == "__main__":
    main()

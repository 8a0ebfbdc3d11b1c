"""Draws docs/architecture.svg from the imports of the code: `make architecture`.

An arrow means "imports". An arrow that follows from others (a imports c, and so does b, which a imports) is left out to
keep the picture readable. A module outside every part is skipped: a part that imports it counts as importing what it
imports. The SVG is written directly, so that no drawing program is needed and the same code gives the same bytes.
"""

import sys
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "architecture.svg"
PARTS = {
    *("tables.management", "tables.live", "tables.screens", "tables.reports", "tables.api", "tables.robot"),
    *(
        "tables.record.bundle",
        "tables.record.search",
        "tables.record.audit",
        "tables.door.disputes",
        "tables.view.labels",
    ),
    *(
        "tables.door.slips",
        "tables.door.service",
        "tables.view.snapshot",
        "tables.door.notify",
        "tables.models",
    ),
    *(
        "tables.record.projections",
        "tables.record",
        "tables.record.reglamentos",
        "tables.engine",
        "tables.rules",
    ),
    *(
        "ledger.cage",
        "ledger",
        "casino.people",
        "casino.people.permissions",
        "casino.common",
        "shift_proof",
    ),
}
WIDTH, MARGIN = 1160, 20
LETTER, PAD, HEIGHT, GAP = 7.2, 12, 30, 14  # dimensions of a box, in pixels
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
    edges = imports()
    layers = layers_of(edges)
    boxes, layer_tops, height = places(layers)
    body = [*layer_bands(layer_tops, height), *arrows(without_shortcuts(edges), boxes), *labels(boxes)]
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
    lines = [opening, f"<style>{STYLE}</style>", ARROW_HEAD, BACKGROUND, *body, "</svg>"]
    return "\n".join(lines) + "\n"


ARROW_HEAD = (
    '<defs><marker id="head" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">'
    '<path d="M0 0 6 3 0 6z" style="fill:#8aa39a;stroke:none"/></marker></defs>'
)
BACKGROUND = '<rect width="100%" height="100%" fill="#fff"/>'


def imports() -> Edges:
    """Edges (a, b) where something in part `a` imports something in part `b`, directly or through modules outside
    parts."""
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph(*sorted({part.split(".")[0] for part in PARTS}))
    return {
        (source, target)
        for module in graph.modules
        if (source := part_of(module))
        for target in imported_by(graph, module)
        if source != target
    }


def imported_by(graph: grimp.ImportGraph, module: str) -> set[str]:
    """The parts that `module` imports, directly or through modules outside every part."""
    found, seen, waiting = set(), {module}, [module]
    while waiting:
        for imported in graph.find_modules_directly_imported_by(waiting.pop()) - seen:
            seen.add(imported)
            if part := part_of(imported):
                found.add(part)
            else:
                waiting.append(imported)
    return found


def part_of(module: str) -> str | None:
    """The part to which `module` belongs: the longest name that is a prefix of it."""
    names = module.split(".")
    candidates = (".".join(names[:length]) for length in range(len(names), 0, -1))
    return next((name for name in candidates if name in PARTS), None)


def layers_of(edges: Edges) -> list[list[str]]:
    """The parts in rows, each below all parts that import it; unconnected parts come last. Raises ValueError for a
    cycle."""
    rows: list[list[str]] = []
    linked = {part for edge in edges for part in edge}
    left, above = set(linked), set(edges)
    while left:
        row = left - {target for _, target in above}
        if not row:
            raise ValueError(f"a circle of imports among {sorted(left)}")
        rows.append(sorted(row))
        left -= row
        above = {edge for edge in above if edge[0] not in row}
    rows[-1] += sorted(PARTS - linked)
    return rows


def without_shortcuts(edges: Edges) -> Edges:
    """The edges that do not follow from a path of other edges."""
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
    """The position of each box, the top of each layer, and the total height."""
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
    """A layer's names, in as many lines as they need."""
    line: list[str] = []
    for name in layer:
        if line and sum(map(width, [*line, name])) + GAP * len(line) > WIDTH - 4 * MARGIN:
            yield line
            line = []
        line.append(name)
    yield line


def width(name: str) -> float:
    """The width of a box, in pixels."""
    return len(name) * LETTER + 2 * PAD


def layer_bands(tops: list[float], height: float) -> Iterator[str]:
    """The background of each layer."""
    for top, following in pairwise([*tops, height]):
        deep, wide = following - top - (LAYER_STEP - LINE_STEP) + GAP, WIDTH - 2 * MARGIN
        yield f'<rect class="layer" x="{MARGIN}" y="{top:.0f}" width="{wide}" height="{deep:.0f}" rx="6"/>'


def arrows(edges: Edges, boxes: dict[str, Box]) -> Iterator[str]:
    """A curve for each edge."""
    for source, target in sorted(edges):
        (left, top, wide), (to_left, to_top, to_wide) = boxes[source], boxes[target]
        x, y, to_x = left + wide / 2, top + HEIGHT, to_left + to_wide / 2
        bend = max((to_top - y) / 2, 20)
        curve = (
            f"M{x:.0f} {y:.0f}C{x:.0f} {y + bend:.0f} {to_x:.0f} {to_top - bend:.0f} {to_x:.0f} {to_top:.0f}"
        )
        yield f'<path d="{curve}" marker-end="url(#head)"><title>{source} imports {target}</title></path>'


def labels(boxes: dict[str, Box]) -> Iterator[str]:
    """The boxes with their names."""
    for name, (left, top, wide) in boxes.items():
        yield f'<rect class="box" x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{HEIGHT}" rx="4"/>'
        yield f'<text x="{left + PAD:.0f}" y="{top + 20:.0f}">{escape(name)}</text>'


if __name__ == "__main__":
    main()

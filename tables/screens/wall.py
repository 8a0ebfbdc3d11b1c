"""The screen `wall`."""

from tables.screens.registry import Screen, TableView


def fragments(view: TableView) -> dict[str, str]:
    """Its parts, rendered."""
    return {"wall-wall": view.name}


SCREEN = Screen(
    name="wall",
    roles=frozenset({"display", "croupier", "jefe", "inspector"}),
    page="wall/page.html",
    fragments=fragments,
    seen_as="display",
)

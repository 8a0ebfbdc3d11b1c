"""The screen `floor`."""

from tables.screens.registry import Screen, TableView


def fragments(view: TableView) -> dict[str, str]:
    """Its parts, rendered."""
    return {"floor-floor": view.name}


SCREEN = Screen(
    name="floor",
    roles=frozenset({"jefe", "inspector"}),
    page="floor/page.html",
    fragments=fragments,
    of_floor=True,
)

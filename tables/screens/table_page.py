"""The screen `table`."""

from tables.screens.registry import Screen, TableView


def fragments(view: TableView) -> dict[str, str]:
    """Its parts, rendered."""
    return {"table-table_page": view.name}


SCREEN = Screen(
    name="table",
    roles=frozenset({"jefe", "inspector"}),
    page="table_page/page.html",
    fragments=fragments,
    acts=True,
)

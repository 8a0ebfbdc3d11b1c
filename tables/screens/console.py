"""The screen `console`."""

from tables.screens.registry import Screen, TableView


def fragments(view: TableView) -> dict[str, str]:
    """Its parts, rendered."""
    return {"console-console": view.name}


SCREEN = Screen(name="console", roles=frozenset({"croupier", "jefe"}), page="console/page.html", fragments=fragments, acts=True)

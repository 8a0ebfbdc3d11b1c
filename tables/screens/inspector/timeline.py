"""The page of the record: the requests that wait for a signature stand above its list."""

from collections.abc import Sequence

from casino.common.json_input import Json
from tables.screens.fragments import Part, rendering
from tables.view.facts import requests, staff
from tables.view.screen import Screen, TableView


def parts(view: TableView) -> tuple[Json, list[Part]]:
    """A line for each request of the table."""
    shown = {"requests": requests.waiting_at(view), "named": staff.named(view)}
    return shown, [Part(f"requests-{view.slug}", "inspector/requests.html")]


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what their lines show."""
    requests.read_ahead(views)
    staff.read_names_ahead(views)


SCREEN = Screen(
    name="timeline",
    page="inspector/timeline.html",
    fragments=rendering(parts),
    whole_floor=True,
    read_ahead=read_ahead,
)

"""The inspector's timeline, which is told while he reads of what waits for a second person's signature."""

from collections.abc import Iterator

from tables.facts.requests import read_ahead, waiting_at
from tables.screen import Screen, TableView
from tables.screens.parts import Part, rendering


def parts(view: TableView) -> Iterator[Part]:
    """A line for each request of the table."""
    shows = {"view": {"slug": view.slug, "name": view.name}, "requests": waiting_at(view)}
    yield Part(f"requests-{view.slug}", "inspector/requests.html", shows)


SCREEN = Screen(
    name="timeline",
    page="inspector/timeline.html",
    fragments=rendering(parts),
    whole_floor=True,
    read_ahead=read_ahead,
)

"""Links from a report's figures to the pages behind them."""

from collections.abc import Callable, Mapping

from django.urls import reverse
from django.utils.http import urlencode

Query = Mapping[str, str | int]
PassesLink = Callable[..., str | None]  # what it filters by, as keywords → the address
PlayerLink = Callable[[str], str | None]
ArticleLink = Callable[[str], str | None]  # its number → the address


def passes_link(slug: str, query: Query) -> PassesLink:
    """A maker of links to the passes behind a figure of a table, within what `query` says."""
    page = reverse("report-passes", args=[slug])

    def link(**more: str | int) -> str:
        return f"{page}?{urlencode({**query, **more})}"

    return link


def player_link(slug: str, query: Query) -> PlayerLink:
    """A maker of links to the sessions of a table's players, within what `query` says."""

    def link(player: str) -> str:
        return f"{reverse('report-player', args=[slug, player])}?{urlencode(query)}"

    return link


def no_passes_link(**_more: object) -> None:
    """For readers who may not see the passes, and for files."""


def no_player_link(_player: str) -> None:
    """For readers who may not see the players' sessions, and for files."""


def no_article_link(_number: str) -> None:
    """For files."""


def why_paid_link(slug: str, number: int) -> str:
    """Why a pass of a table was paid as it was."""
    return reverse("why-paid", args=[slug, number])


def table_link(slug: str, query: Query) -> str:
    """A table over a period."""
    return f"{reverse('report-table', args=[slug])}?{urlencode(query)}"


def record_link(slug: str, number: int | None) -> str:
    """A record in the inspector's view of a table."""
    return reverse("record", args=[slug, number])


def slip_link(number: int) -> str:
    """A slip, to be printed."""
    return reverse("slip", args=[number])

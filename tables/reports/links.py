"""Links from a report's figures and articles to the pages behind them, and the articles' words as footnotes."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from django.urls import reverse
from django.utils.http import urlencode

from casino.common.wording import text as gettext
from tables.record.openings import Opening
from tables.record.reglamentos.catalogue import resolve
from tables.reports.report import Footnote

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


def table_links(page: str, query: str) -> PlayerLink:
    """A maker of links to a page of a table, by its slug; None for no table. It is made once for thousands of cells."""
    before, after = reverse(page, args=["SLUG"]).split("SLUG")

    def link(slug: str) -> str | None:
        return f"{before}{slug}{after}?{query}" if slug else None

    return link


def record_link(slug: str, number: int | None) -> str:
    """A record in the inspector's view of a table."""
    return reverse("record", args=[slug, number])


def slip_link(number: int) -> str:
    """A slip, to be printed."""
    return reverse("slip", args=[number])


def article_link(opening: Opening | None) -> ArticleLink:
    """A maker of links to the articles of the reglamento with which a table was opened."""
    return partial(_link, opening)


def _link(opening: Opening | None, number: str) -> str | None:
    if opening is None or number not in resolve(opening.reglamento).source.articles:
        return None
    return reverse("article", args=[opening.reglamento, number])


def footnotes(opening: Opening | None, numbers: Iterable[str]) -> tuple[Footnote, ...]:
    """The words of these articles, each once; nothing of those that the reglamento does not have."""
    if opening is None:
        return ()
    source = resolve(opening.reglamento).source
    cited = (source.articles[number] for number in dict.fromkeys(numbers) if number in source.articles)
    return tuple(
        Footnote(f"{gettext('Art.')} {article.number}", article.text, article.language or source.language)
        for article in cited
    )

"""The articles that a report cites: their words as footnotes, and the pages behind their numbers."""

from collections.abc import Iterable
from functools import partial

from django.urls import reverse

from casino.common.wording import text as gettext
from tables.house_reglamentos.shelf import resolve
from tables.record.openings import Opening
from tables.reports.links import ArticleLink
from tables.reports.report import Footnote


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

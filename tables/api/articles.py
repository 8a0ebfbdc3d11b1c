"""The words of an article, for a client that shows a refusal or a deduction."""

from typing import Literal

from django.http import HttpRequest, HttpResponse

from casino.common.refusals import Refusal
from tables.api.app import api, respond
from tables.api.schemas import Part, answers
from tables.record.reglamentos.catalogue import resolve


class ArticleWords(Part):
    """An article in the words and the language of its source. `line`: where it begins there, null for a house's own
    words; `breaks_off`: the source ends in the middle of it."""

    ok: Literal[True]
    reglamento: str
    title: str
    language: str
    number: str
    text: str
    line: int | None
    breaks_off: bool


@api.get(
    "/reglamentos/{name}/articles/{number}",
    url_name="article",
    summary="An article in its own words",
    response=answers(200, ArticleWords, 403, 404),
)
def article(request: HttpRequest, name: str, number: str) -> HttpResponse:
    """In the language of its source, with its place there."""
    try:
        source = resolve(name).source
        words = source.articles[number]
    except KeyError as unknown:
        raise Refusal("no_such_article") from unknown
    said = {"number": number, "text": words.text, "line": words.line, "breaks_off": words.breaks_off}
    language = words.language or source.language
    about = {"ok": True, "reglamento": name, "title": source.title, "language": language}
    return respond(request, (200, {**about, **said}))

"""A search has few words: each is a look at every row, and two thousand stopped the embedded database for a minute."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.common.refusals import Refusal
from casino.common.text import MOST_LETTERS, MOST_WORDS, words
from casino.people.search import people_named
from tests.support.house import client_of

pytestmark = pytest.mark.django_db
MANY = " ".join("ab" for _ in range(MOST_WORDS + 1))


def test_as_many_words_as_anybody_needs() -> None:
    assert words("  Peña  DE ñandú ") == ["pena", "de", "nandu"]
    assert len(words(" ".join("a" * MOST_WORDS))) == MOST_WORDS


@pytest.mark.parametrize("said", [MANY, "x" * (MOST_LETTERS + 1), "a " * 2000])
def test_more_are_refused(said: str) -> None:
    for search in (words, people_named):
        with pytest.raises(Refusal, match="too_many_words"):
            search(said)


@pytest.mark.parametrize(
    ("role", "path"),
    [
        ("administrator", "/administration/people/?who={}"),
        ("inspector", "/inspector/?text={}"),
        ("inspector", "/inspector/?actor={}"),
        ("inspector", "/inspector/?table=mesa&text={}&actor=julio"),
        ("inspector", "/inspector/searches/?text={}"),
    ],
)
def test_on_every_page_that_searches_and_the_database_is_not_asked(role: str, path: str) -> None:
    client = client_of(role)
    for said in (MANY, "1 " * 99, "a " * 2000):
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(path.format(said.replace(" ", "+")))
        assert "A search has at most" in answer.text or path.startswith("/inspector/searches")
        assert answer.status_code in (200, 422) and max(len(one["sql"]) for one in asked) < 5000
    assert client.get(path.format("ana+100")).status_code == 200

"""On each paper of a table one thing has one name: the reglamento's, where it has one of its own."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, pgettext

from casino.people.models import User
from tables.models import Pass, Table
from tables.record.openings import Openings
from tables.rules.reglamentos import REGLAMENTOS
from tests.support.reading import Night, a_night
from tests.support.report_pages import STAFF, WHEN, client_of

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(9, 6, django_db_blocker) as played:
        for role in STAFF:
            User.objects.create_user(f"one-{role}", role=role, language="es")
        yield played


def papers(table: Table) -> list[str]:
    last = Pass.objects.filter(table=table, paid__isnull=False).exclude(result="").latest("number").number
    slug = table.slug
    return [
        f"/reports/shifts/{slug}/1/",
        f"/reports/tables/{slug}/?{WHEN}",
        f"/reports/passes/{slug}/?shift=1",
        f"/reports/players/{slug}/ana/?shift=1",
        f"/inspector/{slug}/passes/{last}/",
        f"/inspector/{slug}/30/",
    ]


def other_words(reglamento: str, language: str) -> dict[str, str]:
    """The product's word for a thing → the reglamento's, where they are not the same, and the word means nothing else:
    in Spanish the money that a player holds is the banca, too."""
    with translation.override(language):
        words = REGLAMENTOS[reglamento].words
        found = {gettext(text): pgettext(reglamento, own) for text, own in words.items()}
        bank = gettext("Bank").lower()
    own_words = " ".join([bank, *(own.lower() for own in found.values())]).split()
    return {word: own for word, own in found.items() if word.lower() not in own_words and " " not in word}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_paper_calls_a_thing_by_two_names(night: Night, language: str) -> None:
    User.objects.update(language=language)
    wrong = []
    for table in night.tables:
        reglamento = Openings(table).only_reglamento()
        assert reglamento
        for path in papers(table):
            answer = client_of("inspector").get(path)
            assert answer.status_code == 200, path
            page = answer.content.decode().partition("<main>")[2].partition("article-words")[0]
            ours = re.sub(
                r'<span lang="[^"]*">.*?</span>', "", page, flags=re.DOTALL
            )  # not what articles say
            said = unescape(re.sub(r"<[^>]+>", " ", ours))
            wrong += [
                (path, word, own)
                for word, own in other_words(reglamento, language).items()
                if re.search(rf"\b{re.escape(word)}\b", said)
            ]
    assert wrong == []

"""Every text of the house is in every language, whole."""

import re

import polib
import pytest
from django.conf import settings
from django.test import Client

from casino.people.models import User
from casino.site.texts import catalogue, texts
from tables.door.service import create_table

LANGUAGES = [code for code, _ in settings.LANGUAGES]
PLACE = re.compile(r"%\(\w+\)s")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_every_text_and_no_other(language: str) -> None:
    known = {(entry.msgid, entry.msgctxt) for entry in polib.pofile(str(catalogue(language)))}
    assert known == texts(), "run: manage.py collect_texts, and translate"


def test_both_texts_of_a_variable_that_chooses_are_found() -> None:
    assert {("Decline…", None), ("Void…", None)} <= texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_untranslated_and_no_place_is_lost(language: str) -> None:
    for entry in polib.pofile(str(catalogue(language))):
        assert entry.translated(), entry.msgid
        for said in entry.msgstr_plural.values() or [entry.msgstr]:
            assert sorted(PLACE.findall(said)) == sorted(PLACE.findall(entry.msgid)), entry.msgid


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "begins"), [("es", "Ahora no"), ("en", "This cannot")])
def test_a_refusal_is_in_the_readers_language(language: str, begins: str) -> None:
    create_table("mesa", "Mesa")
    client = Client()
    client.force_login(User.objects.create_user("carla", role="croupier", language=language))
    answer = client.post(
        "/api/tables/mesa/commands", '{"command": "settle"}', content_type="application/json"
    )
    assert answer.json()["error"]["message"].startswith(begins)

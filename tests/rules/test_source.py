"""The words of the reglamentos: every article that the engine can cite has its words, and every passage its rule."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.source import DECIDING_SETTINGS

SCENARIOS = settings.BASE_DIR / "tests" / "scenarios"
ALL = list(REGLAMENTOS.values())
NUMBERS = {  # what the copies hold
    "argentina": [
        *(str(number) for number in range(1, 9)),
        "8 bis",
        *(str(number) for number in range(9, 52)),
    ],
    "chemin-de-fer": [str(number) for number in range(1, 18)],
    "slovenia": [str(number) for number in range(1, 8)],
    "monte-carlo": [],
    "spain": [],
}


def cited(value: Any) -> Iterator[str]:
    """Every article that a JSON value names, at any depth."""
    if isinstance(value, dict):
        yield from (found for name, found in value.items() if name == "article" and isinstance(found, str))
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from cited(part)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.slug)
def test_every_article_that_can_be_cited_has_its_words(rules: Reglamento) -> None:
    fixed = {setting.article for setting in rules.text_settings if setting.article}
    assert {*rules.articles.values(), *fixed} <= rules.source.articles.keys()
    assert list(rules.source.articles) == NUMBERS[rules.slug]
    assert all(one.text and one.line for one in rules.source.articles.values())


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.slug)
def test_the_articles_stand_in_the_order_of_the_source(rules: Reglamento) -> None:
    lines = [one.line for one in rules.source.articles.values()]
    assert lines == sorted(lines, key=lambda line: line or 0)


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.slug)
def test_a_passage_is_a_part_of_its_article(rules: Reglamento) -> None:
    for rule, passage in rules.source.passages.items():
        if passage.number:
            assert passage.text in rules.source.articles[passage.number].text, rule
        if rule in rules.articles:
            assert passage.number == rules.articles[rule], rule


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.slug)
def test_a_reading_stands_in_docs_rules_and_only_where_the_text_is_silent(rules: Reglamento) -> None:
    page = (settings.BASE_DIR / "docs" / "rules.md").read_text().replace("`", "")
    for rule, text in rules.source.readings.items():
        assert text in page, rule
        assert rules.source.words(rule, rules.article(rule)) is None, rule


def test_only_the_last_article_of_a_text_that_is_cut_off_breaks_off() -> None:
    found = {
        (rules.slug, one.number) for rules in ALL for one in rules.source.articles.values() if one.breaks_off
    }
    assert found == {("chemin-de-fer", "17")}


def test_deciding_settings_are_settings_and_their_rules_are_known() -> None:
    known = {rule for rules in ALL for rule in (*rules.articles, *rules.source.passages)}
    assert DECIDING_SETTINGS.keys() <= known
    assert {name for names in DECIDING_SETTINGS.values() for name in names} <= {
        name for rules in ALL for name in rules.settings
    }


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.slug)
def test_every_article_in_the_scenarios_has_its_words(rules: Reglamento) -> None:
    found = {
        number
        for path in (SCENARIOS / rules.slug).glob("*.json")
        for step in json.loads(path.read_text())["script"]
        if step.get("expect", {}).get("code") != "malformed"
        for number in cited(step)
    }
    assert found or not rules.articles
    assert found <= rules.source.articles.keys()


def test_the_words_of_a_rule_are_its_passage_otherwise_its_article() -> None:
    slovenia, argentina = REGLAMENTOS["slovenia"], REGLAMENTOS["argentina"]
    cards = slovenia.source.words("card_holder", "5")
    assert cards and cards.text.startswith("Karte stave PUNTO dobi igralec")
    half = argentina.source.words("take_half", "35")
    assert half and half.text.startswith("El jugador que sale con el sabot podrá retirar, por una sola vez")
    assert argentina.source.words("nothing", None) is None


def test_the_settings_under_an_article() -> None:
    rules = REGLAMENTOS["argentina"]
    assert rules.settings_under("10") == ("cut_minimum",)
    assert rules.settings_under("29") == ("rounding",)
    assert rules.settings_under("5") == ()


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.slug)
def test_what_belongs_to_no_article_is_told_once_in_its_order(rules: Reglamento) -> None:
    found = rules.source.statements
    lines = [one.line for one in found]
    assert lines == sorted(lines) and len({one.text for one in found}) == len(found)
    assert {one.text for one in found} == {
        one.text for one in rules.source.passages.values() if not one.number
    }

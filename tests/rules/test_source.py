"""The words of the reglamentos: every article that the engine can cite has its words, and every passage its rule."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings

from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.source import DECIDING_SETTINGS, Article

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


def test_a_statement_of_the_text_that_has_no_article_has_its_settings_too() -> None:
    for slug in ("slovenia", "monte-carlo", "spain"):
        assert REGLAMENTOS[slug].deciding_settings("tie_bet") == ("tie_bet",)


def test_a_houses_own_words_stand_in_the_place_of_the_article_and_of_its_passages() -> None:
    source = REGLAMENTOS["slovenia"].source
    own = source.with_own({"5": "As this house says it."}, "en")
    words = own.words("card_holder", "5")
    assert words == own.articles["5"] == Article("5", "As this house says it.", None, language="en")
    assert (words.heading, words.breaks_off) == ("", False)
    kept = {rule for rule, one in source.passages.items() if one.number != "5"}
    assert kept == own.passages.keys() < source.passages.keys()
    assert own.articles["4"] == source.articles["4"] and list(own.articles) == list(source.articles)
    assert source.with_own({}) == source


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.slug)
def test_what_belongs_to_no_article_is_told_once_in_its_order(rules: Reglamento) -> None:
    found = rules.source.statements
    lines = [one.line for one in found]
    assert lines == sorted(lines) and len({one.text for one in found}) == len(found)
    assert {one.text for one in found} == {
        one.text for one in rules.source.passages.values() if not one.number
    }


def test_a_text_may_number_its_waiting_list_or_state_it_without_a_number() -> None:
    spain = REGLAMENTOS["spain"]
    assert spain.waiting_list and spain.waiting_list == spain.source.passages["waiting_list"]
    assert REGLAMENTOS["argentina"].waiting_list is None
    numbered = Article("9", "The inspector keeps a list.", 90)
    source = replace(spain.source, articles={"9": numbered}, passages={})
    assert replace(spain, articles={"waiting_list": "9"}, source=source).waiting_list == numbered


def test_words_without_a_number_are_told_in_their_order_and_a_houses_own_come_first() -> None:
    lines = {"later": 7, "first": 1, "own": None}
    passages = {rule: Article("", rule, line) for rule, line in lines.items()}
    source = replace(REGLAMENTOS["spain"].source, passages=passages)
    assert [one.text for one in source.statements] == ["own", "first", "later"]


def test_a_houses_own_words_are_in_the_texts_language_unless_it_says_another() -> None:
    own = REGLAMENTOS["slovenia"].source.with_own({"5": "Kakor pravi hiša."})
    assert own.articles["5"].language == ""

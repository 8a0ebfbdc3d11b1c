"""The templates of the parts: what is escaped, what they may read, and what they include."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.defaultfilters import date as date_filter
from django.utils import translation
from django.utils.safestring import mark_safe
from jinja2 import FileSystemLoader, UndefinedError

from casino.common import clock, currency, wording
from casino.people.labels import ROLES
from casino.people.permissions import Role
from tables.record.reglamentos.words import speaking
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.fragments import Complete, environment
from tables.screens.functions import functions
from tables.view.labels.game import chance_label
from tests.support.own_house import having


def rendered(source: str, **shows: Any) -> str:
    return environment().from_string(source).render(shows)


@pytest.mark.parametrize(
    ("value", "html"),
    [
        ("<b>'&", "&lt;b&gt;&#39;&amp;"),
        (mark_safe("<b>"), "<b>"),
        (12, "12"),
        (True, "True"),
        (None, "None"),
        (["<"], "[&#39;&lt;&#39;]"),
    ],
)
def test_a_value_is_escaped_unless_it_is_html(value: object, html: str) -> None:
    assert rendered("{{ value }}", value=value) == html


def test_html_and_a_text_that_reads_the_same_are_told_apart() -> None:
    html = rendered("{{ text }}{{ html }}{{ text }}", text="<i>", html=mark_safe("<i>"))
    assert html == "&lt;i&gt;<i>&lt;i&gt;"


def test_what_nobody_has_given_fails() -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ other }}", shown=1)
    with pytest.raises(UndefinedError):
        rendered("{{ snapshot.other }}", snapshot=Complete(shown=1))
    assert rendered("{{ bank.other }}{{ bank.other.part }}", bank={"stake": 1}) == ""


@pytest.mark.parametrize("form", ["c", "H:i", "H:i:s", "D j. N"])
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_a_time_is_written_as_by_django(language: str, form: str) -> None:
    date = functions(language, None)["date"]
    for at in (datetime(2026, 3, 1, 2, 7, 9, tzinfo=UTC), datetime(2026, 7, 31, 23, 0, 0, 1200, tzinfo=UTC)):
        with translation.override(language):
            assert date(at, form) == date_filter(clock.local(at), form)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_what_is_said_in_one_language_and_in_some_words_is_said_in_no_others(language: str) -> None:
    """Whatever was rendered before: what was said is remembered."""
    for reglamento in (*REGLAMENTOS, None):
        said = functions(language, reglamento)
        for _ in range(2):
            with translation.override(language), speaking(reglamento):
                assert said["_"]("Tie") == wording.text("Tie")
                assert said["colon"](ROLES[Role.CROUPIER]) == wording.colon(ROLES[Role.CROUPIER])
                assert said["chance_label"]("tie") == chance_label(reglamento, "tie")
                assert said["money"](1_250_000) == currency.written(1_250_000)


def test_a_time_that_was_said_is_said_anew_when_the_house_has_another_clock() -> None:
    at = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
    said = []
    for zone in ("Europe/Ljubljana", "America/Argentina/Buenos_Aires"):
        with having(time_zone=zone):
            said.append(functions("en", None)["minute"](at))
    assert said[0] != said[1]


def test_what_an_included_template_sets_stays_in_it(tmp_path: Path) -> None:
    (tmp_path / "inner.html").write_text("{% set word = word ~ 'in' %}{{ word }}{{ shown }}")
    (tmp_path / "outer.html").write_text("{% set word = 'out' %}{% include \"inner.html\" %} {{ word }}")
    outer = environment().overlay(loader=FileSystemLoader(tmp_path)).get_template("outer.html")
    assert outer.render(shown=1) == "outin1 out"

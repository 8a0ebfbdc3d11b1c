"""The templates of the parts: what is escaped, what they may read, and what they include."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.defaultfilters import date as date_filter
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from jinja2 import UndefinedError

from casino.accounts.labels import ROLES
from casino.accounts.permissions import Role
from casino.common import wording
from tables.screens.fragments import Picked, environment
from tables.screens.voice import voice


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


def test_what_a_part_does_not_declare_fails() -> None:
    with pytest.raises(UndefinedError):
        rendered("{{ other }}", shown=1)
    with pytest.raises(UndefinedError):
        rendered("{{ snapshot.other }}", snapshot=Picked(shown=1))
    assert rendered("{{ bank.other }}", bank={"stake": 1}) == ""


def test_a_key_comes_before_a_method_and_a_field_is_read() -> None:
    assert rendered("{{ line.items }} {{ path.name }}", line={"items": 3}, path=Path("/a/b")) == "3 b"


@pytest.mark.parametrize("form", ["c", "H:i", "H:i:s", "D j. N"])
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_a_time_is_written_as_by_django(language: str, form: str) -> None:
    date = voice(language, None).functions["date"]
    for at in (datetime(2026, 3, 1, 2, 7, 9, tzinfo=UTC), datetime(2026, 7, 31, 23, 0, 0, 1200, tzinfo=UTC)):
        with translation.override(language):
            assert date(at, form) == date_filter(timezone.localtime(at), form)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_a_title_is_read_in_the_language_of_the_voice(language: str) -> None:
    colon = voice(language, None).functions["colon"]
    for title in ("Total", 12, ROLES[Role.CROUPIER], mark_safe("<b>")):
        with translation.override(language):
            expected = wording.colon(title)
        assert [colon(title), colon(title)] == [expected] * 2


def test_what_an_included_template_sets_stays_in_it(tmp_path: Path) -> None:
    house = environment().loader
    assert house is not None
    loader = type(house)(tmp_path)  # type: ignore[call-arg]
    (tmp_path / "inner.html").write_text("{% set word = word ~ 'in' %}{{ word }}{{ shown }}")
    (tmp_path / "outer.html").write_text("{% set word = 'out' %}{% include \"inner.html\" %} {{ word }}")
    outer = type(environment())(loader=loader).get_template("outer.html")
    assert outer.render(shown=1) == "outin1 out"
    assert outer.is_up_to_date
    (tmp_path / "inner.html").unlink()
    assert not outer.is_up_to_date

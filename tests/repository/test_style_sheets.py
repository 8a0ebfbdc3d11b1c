"""What every browser of a tablet must be told: WebKit knows some properties under its own name only."""

import re
from pathlib import Path

import pytest
from django.conf import settings

SHEETS = sorted((settings.BASE_DIR / "static" / "css").rglob("*.css"))
COMPONENTS = settings.BASE_DIR / "static" / "css" / "components.css"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTS = re.compile(r"(?<![-\w])user-select: ([\w-]+);")
HELD = re.compile(r"<button\b[^<]*?\bdata-hold\b.*?</button>", re.DOTALL)
TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))


def rules(sheet: Path) -> list[tuple[str, str]]:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    return [(selector.strip(), body) for selector, body in RULE.findall(text)]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_what_cannot_be_selected_cannot_be_selected_in_safari(sheet: Path) -> None:
    for selector, body in rules(sheet):
        for value in SELECTS.findall(body):
            assert f"-webkit-user-select: {value};" in body, selector


def test_a_key_that_is_held_selects_nothing_calls_out_nothing_and_does_not_scroll() -> None:
    of = {" ".join(selector.split()): body for selector, body in rules(COMPONENTS)}
    assert "-webkit-user-select: none;" in of["button, .button"]
    assert "-webkit-touch-callout: none;" in of["button[data-hold]"]
    assert "touch-action: none;" in of["button[data-hold]"]


def test_every_key_that_must_be_held_says_so() -> None:
    held = [key for template in TEMPLATES for key in HELD.findall(template.read_text())]
    assert len(held) >= 12
    assert [key for key in held if not re.search(r"parts/hold\.html|hold-word|Hold:|\(hold\)", key)] == []


USED = re.compile(r"""\bicon[ (]["']([\w-]+)["']""")
NAMED = re.compile(
    r"""_place\("[\w-]+", "([\w-]+)"|Found\(\s*"([\w-]+)"|\("([\w-]+)", (?:""|_\("\w+"\)), lambda"""
)
SPRITE = settings.BASE_DIR / "static" / "vendor" / "lucide" / "icons.svg"


def test_every_icon_that_is_used_is_in_the_sprite() -> None:
    there = set(re.findall(r'<symbol id="([\w-]+)"', SPRITE.read_text()))
    used = {name for template in TEMPLATES for name in USED.findall(template.read_text())}
    site = settings.BASE_DIR / "casino" / "site"
    code = (site / "navigation.py").read_text() + (site / "finder.py").read_text()
    used |= {name for names in NAMED.findall(code) for name in names if name}
    assert used > {"lock", "layout-grid", "receipt", "tablet"} and used - there == set()

"""No sign of Unicode is an icon: fonts draw them differently, readers say them or not. Icons are of the sprite."""

import ast
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
FIGURES = set("№°")  # written in words of any language
POINTING = set("‹›‖←↑↓↔⇄⌫")  # of other kinds; an arrow to the right stands in sentences: before → after
KEYS = re.compile(r"<kbd>[^<]*</kbd>")
COMMENTS = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|\{#.*?#\}", re.DOTALL)
# What is printed where no sprite is, what stands on keys, and the suits of a card as it is written.
ALLOWED = {
    "tables/reports/renderers/pdf_text.py": {"⚠"},
    "casino/site/management/commands/permissions.py": {"✓"},
    "tables/view/labels/help.py": {"←", "↑", "↓"},
    "tables/view/labels/game.py": {"♣", "♦", "♥", "♠"},
}


def signs(text: str) -> set[str]:
    return {one for one in text if is_sign(one)}


def is_sign(one: str) -> bool:
    return one in POINTING or (unicodedata.category(one) == "So" and one not in FIGURES)


def files(folder: str, ending: str) -> Iterator[tuple[str, str]]:
    for path in sorted((ROOT / folder).rglob(f"*.{ending}")):
        if "vendor" not in path.parts:
            yield str(path.relative_to(ROOT)), path.read_text()


def constants(source: str) -> str:
    """The texts in the code, without what documents it."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documents)
    return " ".join(str(node.value) for node in texts)


def shown() -> Iterator[tuple[str, str]]:
    """Each file that says something to people, with what it says."""
    for path, text in files("templates", "html"):
        yield path, KEYS.sub("", COMMENTS.sub("", text))
    for kind in ("css", "js"):
        for path, text in files(f"static/{kind}", kind):
            yield path, COMMENTS.sub("", text)
    for folder in ("casino", "tables", "ledger"):
        for path, text in files(folder, "py"):
            yield path, constants(text)
    for path, _text in files("locale", "po"):
        entries = polib.pofile(str(ROOT / path))
        yield path, " ".join(f"{one.msgstr} {' '.join(one.msgstr_plural.values())}" for one in entries)


def test_no_sign_of_unicode_is_an_icon() -> None:
    found = {path: signs(text) - ALLOWED.get(path, set()) for path, text in shown()}
    assert {path: some for path, some in found.items() if some} == {}


@pytest.mark.parametrize("one", "⚖✎◀▶✓✕★☆▲▽↶⇄⏎⌫⚠⚑◷‖‹›")
def test_such_a_sign_is_seen(one: str) -> None:
    assert signs(f"<b>{one}</b>") == {one}


def test_words_and_figures_are_none() -> None:
    assert signs("№ 7 · ½ · 3 × 100 − 20 ± 2σ ≈ 1 → 2 … «Δ» “a” — 4 °C") == set()

"""The pages of docs/ name files, commands and targets that exist, and are in step with the code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

ROOT: Path = settings.BASE_DIR
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
SUPERSEDED = re.compile(r"^Date: .* · Status: superseded by \d+$", re.MULTILINE)
# A decision that is superseded tells of what has gone.
VALID = [page for page in PAGES if not SUPERSEDED.search(page.read_text())]
GLOSSARY = ROOT / "docs" / "glossary.md"
TOP = "casino|deploy|docs|ledger|locale|shift_proof|static|tables|templates|tests"
MADE_AT_RUN_TIME = {"var/", "var/secret_key", "var/signing_key", ".venv"}


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def code_in(page: Path) -> list[str]:
    """What stands between backquotes, in a line or in a block of its own."""
    text = page.read_text()
    blocks = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    return [*(line for block in blocks for line in block.splitlines()), *inline]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", VALID, ids=name_of)
def test_every_path_that_is_named_exists(page: Path) -> None:
    for said in code_in(page):
        for path in re.findall(rf"(?<![\w/.-])(?:{TOP})(?:/[\w.-]+)+/?(?![\w*/])", said):
            assert (ROOT / path).exists() or path in MADE_AT_RUN_TIME, path
        for path in re.findall(r"(?<![\w/.-])[\w.-]+\.(?:py|toml|lock)(?![\w/])", said):
            assert list(ROOT.glob(path)) or named_alone(path), path


def named_alone(file: str) -> bool:
    """A file that is named without its folder: `handlers.py`, of which each chapter has one."""
    return any(found for top in TOP.split("|") for found in (ROOT / top).rglob(file))


@pytest.mark.parametrize("page", VALID, ids=name_of)
def test_every_command_that_is_named_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for said in code_in(page):
        for target in re.findall(r"^make ([a-z-]+)", said):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), said
        for command in re.findall(r"manage\.py ([a-z_]+)", said):
            assert command in get_commands(), said
        for test in re.findall(r"^make test ARGS=\"(\S+)", said):
            assert (ROOT / test.rstrip('"')).exists(), said


def tables_of(page: Path) -> list[list[list[str]]]:
    """Each table as rows of cells, without its heading."""
    blocks = re.findall(r"(?:^\|.*\n)+", page.read_text(), re.MULTILINE)
    return [
        [[cell.strip() for cell in row.strip("|\n ").split("|")] for row in block.splitlines()[2:]]
        for block in blocks
    ]


def test_the_glossary_is_in_order_and_says_every_word_once() -> None:
    words = [[row[0].lower() for row in table] for table in tables_of(GLOSSARY)]
    assert words and all(group == sorted(group) for group in words)
    everything = [word for group in words for word in group]
    assert sorted({word for word in everything if everything.count(word) > 1}) == []


def test_what_the_glossary_calls_code_is_in_the_code() -> None:
    code = "\n".join(
        path.read_text() for top in ("casino", "tables", "ledger") for path in (ROOT / top).rglob("*.py")
    )
    for table in tables_of(GLOSSARY):
        for row in table:
            for name in re.findall(r"`([^`]+)`", row[-1]):
                assert re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", code) or (ROOT / name).exists(), (
                    name
                )


def test_every_decision_has_its_date_its_status_and_its_alternatives() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    index = (ROOT / "docs" / "decisions" / "README.md").read_text()
    assert len({record.name[:4] for record in records}) == len(records)
    for record in records:
        text = record.read_text()
        assert text.startswith(f"# {int(record.name[:4])}. ")
        assert re.search(
            r"^Date: 20\d\d-\d\d-\d\d.* · Status: (accepted|replaced by|superseded (in part )?by \d+$)",
            text,
            re.MULTILINE,
        ), record
        assert "\n## Decision\n" in text and "\n## Alternatives\n\n- *" in text, record
        assert f"]({record.name})" in index, record


def test_the_picture_of_the_layers_is_drawn_from_the_code() -> None:
    """`make architecture` draws it anew."""
    script = "import draw_architecture as it; print(it.picture(), end='')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT / "tests")
    assert done.stdout == (ROOT / "docs" / "architecture.svg").read_text(), done.stderr

"""One fold for every search: small letters without accents, for every letter, on the server as in the browser."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from casino.common.text import LETTERS, MARKS, folded, pattern
from tests.support.names import FOUND_BY

FOLD_OF_THE_BROWSER = Path("static/js/folded.js").resolve()
NODE = ".venv/bin/node"
BOTH = [(name, said) for name, found_by in FOUND_BY.items() for said in (*found_by, name)]


@pytest.mark.parametrize(("name", "said"), BOTH)
def test_a_name_is_found_as_it_is_written_and_as_any_keyboard_writes_it(name: str, said: str) -> None:
    assert folded(said) in folded(name)
    assert re.search(pattern(said), name, re.IGNORECASE)


@pytest.mark.parametrize(("name", "said"), BOTH)
def test_in_quotation_marks_a_whole_name_is_found_alike(name: str, said: str) -> None:
    whole = re.search(pattern(f'"{said}"'), name, re.IGNORECASE)
    assert (whole is not None) == bool(re.search(rf"(^|\W){re.escape(folded(said))}($|\W)", folded(name)))


@pytest.mark.parametrize("said", ["ramos", "strase", "nunes", "oerd", "aro"])
def test_another_name_is_not(said: str) -> None:
    for name in FOUND_BY:
        assert said not in folded(name)
        assert not re.search(pattern(said), name, re.IGNORECASE), name


def test_folding_again_changes_nothing() -> None:
    for code in range(0x3000):
        once = folded(chr(code))
        assert folded(once) == once, hex(code)


def test_the_browser_has_the_same_letters_and_marks() -> None:
    source = FOLD_OF_THE_BROWSER.read_text()
    for text in (LETTERS, MARKS):
        assert json.dumps(text) in source


def test_the_browser_folds_as_the_server_does() -> None:
    texts = [
        *FOUND_BY,
        *(said for _name, said in BOTH),
        *map(chr, range(0xA0, 0x250)),
        *map(chr, range(0x370, 0x530)),
    ]
    program = f"""
        import {{ folded }} from {json.dumps(str(FOLD_OF_THE_BROWSER))};
        console.log(JSON.stringify({json.dumps(texts)}.map(folded)));
    """
    run = subprocess.run(
        [NODE, "--input-type=module", "--eval", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert dict(zip(texts, json.loads(run.stdout), strict=True)) == {text: folded(text) for text in texts}


def test_no_page_folds_in_a_way_of_its_own() -> None:
    own = re.compile(r"\\p\{M\}|normalize\(|toLocaleLowerCase")
    # The number pad reads digits of any width, and compares no names.
    others = {"folded.js", "number_pad.js"}
    scripts = [path for path in Path("static/js").rglob("*.js") if path.name not in others]
    assert [str(path) for path in scripts if own.search(path.read_text())] == []

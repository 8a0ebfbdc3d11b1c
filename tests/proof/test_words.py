"""`verify_shift.py` speaks the house's language and tells its time, whatever else a manifest says of them."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from casino.people.permissions import POSTS, Role
from ledger.cage.slips import KINDS, STEPS
from shift_proof.words import CODES, LANGUAGES, Words, tongue_of
from tables.models.requests import OUTCOMES
from tables.view.labels.game import CHANCE_LABELS
from tables.view.labels.money import SLIP_LABELS
from tables.view.labels.rights import POST_LABELS
from tests.proof.conftest import NewTable
from tests.proof.shifts import argentina_shift, export, forged
from tests.support.own_house import having
from verify_shift import Broken, verify

Json = dict[str, Any]
TRANSLATED = [code for code, _ in settings.LANGUAGES if code != "en"]
FIELD = re.compile(r"{[^}]*}")
LETTER = re.compile(r"[^\W\d_]")


def sentences() -> Iterator[str]:
    """Every text of the program with a space in it that somebody may read; its help is in English."""
    folder = settings.BASE_DIR / "shift_proof"
    for path in (settings.BASE_DIR / "verify_shift.py", *folder.glob("*.py")):
        yield from _texts(ast.parse(path.read_text()))


def _texts(tree: ast.Module) -> Iterator[str]:
    kept_out = {id(part) for node in ast.walk(tree) if _is_none(node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in kept_out:
            text = node.value
            if " " in text and LETTER.search(FIELD.sub("", text)) and not text.startswith("no-va-mas "):
                yield text


def _is_none(node: ast.AST) -> bool:
    """Docstrings, the command line's help, and texts that are put together."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    is_help = isinstance(node, ast.keyword) and node.arg == "help"
    return is_docstring or is_help or isinstance(node, ast.JoinedStr)


def codes() -> set[str]:
    """The product's own words that a bundle carries, under their kind."""
    of_tables = [name for name, kind in KINDS.items() if kind.shift != "none"]
    told = {"role": Role, "post": POSTS, "kind": of_tables, "step": {*STEPS, *OUTCOMES, "asked"}}
    return {f"{kind} {code}" for kind, found in told.items() for code in found}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_in_every_language_with_its_fields(language: str) -> None:
    words = LANGUAGES[language]
    assert {*sentences(), *codes()} <= words.keys()
    for sentence, said in words.items():
        assert sorted(FIELD.findall(sentence)) == sorted(FIELD.findall(said)), sentence


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_left_that_nobody_says(language: str) -> None:
    kinds = {*CODES.values()}
    left = LANGUAGES[language].keys() - {*sentences()} - {"True", "False", "None"}
    assert not {text for text in left if text.partition(" ")[0] not in kinds}


@pytest.mark.parametrize("language", TRANSLATED)
def test_codes_are_called_as_on_the_screens(language: str) -> None:
    labels = {"kind": SLIP_LABELS, "post": POST_LABELS, "chance": CHANCE_LABELS}
    with translation.override(language):
        for kind, of_kind in labels.items():
            for code, label in of_kind.items():
                if f"{kind} {code}" in LANGUAGES[language]:
                    assert LANGUAGES[language][f"{kind} {code}"].lower() == str(label).lower()
        for role in Role:
            assert LANGUAGES[language][f"role {role}"] == translation.gettext(role).lower()


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_whole_report_is_in_one_language(argentina: bytes, language: str) -> None:
    english = {line.strip() for line in verify(argentina).splitlines()}
    said = {line.strip() for line in verify(argentina, None, tongue_of({}, language)).splitlines()}
    assert all(line.startswith(("argentina", "banca", "punto")) for line in english & said)


def test_a_shift_names_its_houses_language_and_time_zone(new_table: NewTable) -> None:
    with having(language_code="sl", time_zone="Europe/Ljubljana"), new_table():
        argentina_shift()
        shift = export()
    assert b'"language":"sl","time_zone":"Europe/Ljubljana"' in shift.splitlines()[0]


def test_times_are_the_houses(new_table: NewTable) -> None:
    told = Words("{who}, {at}", who="julio", at="2026-11-26T23:15:03.123456+00:00")
    buenos_aires = tongue_of({"time_zone": "America/Argentina/Buenos_Aires"})
    assert told.said(buenos_aires) == "julio, 2026-11-26 20:15:03-03:00"
    assert told.said() == "julio, 2026-11-26 23:15:03+00:00"


HOSTILE = [
    None,
    7,
    True,
    [],
    {},
    "",
    "xx",
    "es\n",
    "a" * 10**6,
    "../../etc/passwd",
    "/etc/passwd",
    "America",
    "\0",
]
HOSTILE += ["Nowhere/Land", "\ud800", "{0}", "posixrules/..", "sl" * 40, {"es": "es"}, ["es"], 1e400]


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: repr(value)[:20])
def test_a_strange_language_or_time_zone_is_english_and_utc(argentina: bytes, value: object) -> None:
    def change(manifest: Json, records: list[Json]) -> None:
        manifest.update(language=value, time_zone=value)

    tongue = tongue_of({"language": value, "time_zone": value})
    assert (tongue.language, str(tongue.zone)) == ("en", "UTC")
    assert "\ntimes are those of UTC\n" in verify(argentina, None, tongue)


@pytest.mark.parametrize(
    "at", ["", "yesterday", None, 5, [], "0001-01-01T00:00:00+00:00", "2026-11-26T23:15:03"]
)
def test_a_time_that_is_none_is_said_as_it_stands(at: object) -> None:
    tongue = tongue_of({"time_zone": "America/Argentina/Buenos_Aires"})
    assert Words("{at}", at=at).said(tongue) == str(at)


def without_both(manifest: Json, records: list[Json]) -> None:
    del manifest["language"], manifest["time_zone"]


def with_too_much(manifest: Json, records: list[Json]) -> None:
    manifest.update(language="es", time_zone="America/Argentina/Buenos_Aires")
    [paid, *_] = (
        event for record in records for event in record["events"] if event["type"] == "pass_settled"
    )
    paid["settlements"][1]["win"] += 10


def test_a_bundle_of_before_is_still_proved(argentina: bytes) -> None:
    assert verify(forged(argentina, without_both))


def test_what_does_not_hold_is_said_in_one_language(argentina: bytes) -> None:
    with pytest.raises(Broken) as said:
        verify(forged(argentina, with_too_much))
    told = said.value.words.said(tongue_of({"language": "es"}))
    assert re.fullmatch(
        r"registro \d+, pase 1, pass_settled: banca de bea por 150: ganancia: consta 160, pero corresponde 150",
        told,
    )


def _run(path: Path, *arguments: str) -> tuple[int, str]:
    program = [sys.executable, str(settings.BASE_DIR / "verify_shift.py"), str(path), *arguments]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    return done.returncode, (done.stdout or done.stderr).splitlines()[0].removeprefix(str(path))


def test_the_verdict_stands_first_in_the_language_that_is_asked_for(
    tmp_path: Path, new_table: NewTable
) -> None:
    with having(language_code="es"), new_table():
        argentina_shift()
        shift = export()
    good, bad, none = (tmp_path / name for name in ("good", "bad", "none"))
    good.write_bytes(shift)
    bad.write_bytes(forged(shift, with_too_much))
    assert _run(good, "--any-key") == (0, ": es válido")
    assert _run(good, "--any-key", "--language", "en") == (0, ": holds")
    assert _run(good, "--any-key", "--language", "fr") == (0, " : valide")
    status, said = _run(bad, "--any-key")
    assert status == 1 and said.startswith(": NO es válido: registro ")
    assert _run(good)[0] == 2 and _run(good)[1].startswith(": diga en qué clave confía")
    assert _run(none, "--any-key", "--language", "sl") == (2, ": te datoteke ni")
    assert _run(none, "--any-key") == (2, ": there is no such file")

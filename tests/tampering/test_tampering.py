"""Two hundred and more changes by somebody who owns the database: each is found, and its place is named."""

import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from pytest_django.plugin import DjangoDbBlocker

from casino.common.sql import append_only
from tables.record.audit.house import APPEND_ONLY
from tests.tampering import acts, recomputed
from tests.tampering.changes import SUBJECTS, columns
from tests.tampering.house import build

pytestmark = pytest.mark.django_db
COLUMNS = list(columns())


@pytest.fixture(scope="module")
def anchors(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The house, built once in a transaction that is never committed, and its anchors."""
    path = tmp_path_factory.mktemp("anchors") / "anchors.jsonl"
    with django_db_blocker.unblock(), transaction.atomic():
        build(path)
        yield path
        transaction.set_rollback(True)


def audit(*args: str) -> str:
    """What it says; empty where everything holds."""
    out = StringIO()
    try:
        call_command("audit", *args, stdout=out)
    except SystemExit:
        return out.getvalue()
    return ""


def tampered(act: Callable[[], Any], *args: str, restored: bool = True) -> str:
    """What the audit says after an act, of which nothing remains. `restored`: the thief puts the triggers back."""
    with transaction.atomic():
        lift(append_only.release)
        act()
        if restored:
            lift(append_only.protect)
        said = audit(*args)
        transaction.set_rollback(True)
    return said


def lift(statements: Callable[..., list[str]]) -> None:
    with connection.cursor() as cursor:
        for model in APPEND_ONLY:
            for statement in statements(connection, model._meta.db_table):
                cursor.execute(statement)


def names(said: str, place: str) -> bool:
    return any(re.match(place, line) for line in said.splitlines())


def test_the_untouched_house_holds(anchors: Path) -> None:
    assert audit("--anchors", str(anchors)) == ""
    assert tampered(lambda: None, "--anchors", str(anchors)) == ""


def test_there_are_more_than_three_hundred_changes() -> None:
    changes = len(COLUMNS) + len(acts.ACTS) + len(recomputed.ACTS)
    assert changes > 300, "what docs/security.md says"
    assert all(reason for subject in SUBJECTS for reason in subject.free.values())


@pytest.mark.parametrize("change", COLUMNS, ids=lambda change: change.name)
def test_a_changed_column_is_found_and_its_place_named(anchors: Path, change: Any) -> None:
    said = tampered(change.make)
    assert names(said, change.place), said or "not found"


@pytest.mark.parametrize(("act", "place"), acts.ACTS.values(), ids=acts.ACTS)
def test_an_act_is_found_and_its_place_named(anchors: Path, act: Callable[[], None], place: str) -> None:
    said = tampered(act)
    assert names(said, place), said or "not found"


@pytest.mark.parametrize(("act", "place"), recomputed.ACTS.values(), ids=recomputed.ACTS)
def test_who_computes_every_digest_anew_is_found_by_the_anchors_alone(
    anchors: Path, act: Callable[[], None], place: str
) -> None:
    assert tampered(act) == "", "without the anchors nobody can tell"
    said = tampered(act, "--anchors", str(anchors))
    assert names(said, place), said or "not found"


def test_a_lifted_protection_is_found(anchors: Path) -> None:
    said = tampered(lambda: None, restored=False)
    more = re.search(r"database: BROKEN: and (\d+) more", said)
    assert said.count(" can be changed: ") + int(more[1] if more else 0) == len(APPEND_ONLY)


def test_a_trigger_that_does_nothing_is_found(anchors: Path) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no trigger may be waiting
            cursor.execute("ALTER TABLE cage_slip DISABLE TRIGGER cage_slip_append_only")
        else:
            cursor.execute("DROP TRIGGER cage_slip_no_update")
            cursor.execute(
                "CREATE TRIGGER cage_slip_no_update BEFORE UPDATE ON cage_slip BEGIN SELECT 1; END"
            )
        said = audit()
        transaction.set_rollback(True)
    assert names(said, "database: BROKEN: cage_slip can be changed")


@pytest.mark.parametrize(("act", "why"), acts.FREE.values(), ids=acts.FREE)
def test_what_cannot_matter_is_let_pass(anchors: Path, act: Callable[[], None], why: str) -> None:
    assert why and tampered(act) == ""


@pytest.mark.parametrize("line", range(3))
def test_a_forged_anchor_is_named(anchors: Path, tmp_path: Path, line: int) -> None:
    lines = anchors.read_text().splitlines()
    head = re.search(r'"digest":"(\w{64})"', lines[line])
    assert head
    forged = tmp_path / "forged.jsonl"
    forged.write_text("\n".join([*lines[:line], lines[line].replace(head[1], "0" * 64), *lines[line + 1 :]]))
    assert names(
        audit("--anchors", str(forged)), rf"anchors: BROKEN: line {line + 1} of forged.jsonl was not signed"
    )
    forged.write_text("\n".join([*lines[:line], *lines[line + 1 :]]))
    said = audit("--anchors", str(forged))
    # Of the last line nothing but the paper or the second place can tell.
    assert names(said, rf"anchors: BROKEN: line {line + 1} of forged.jsonl: anchor") == (line < 2)
    assert names(
        audit("--anchors", str(forged), "--printed", "0000 1111"), "anchors: BROKEN: no anchor of forged"
    )

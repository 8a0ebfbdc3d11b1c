"""`audit` finds whatever was changed behind the record's back; `replay` needs nothing but the events."""

import json
import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from casino.common.sql import append_only
from ledger.models import Account, Entry, Transfer
from tables.door.service import create_table, execute, game_of, read
from tables.door.signatures import ask, take_step
from tables.models import (
    Bet,
    Line,
    Pass,
    PhaseTime,
    Player,
    Record,
    RequestOutcome,
    Seat,
    Shoe,
    Table,
    Turnover,
)
from tables.record.projections.database import stored
from tables.view.snapshot import take
from tests.door.mesa import open_mesa
from tests.door.test_signatures import TO_BETTING, VOID
from tests.support.house import CROUPIER, JEFE, Croupier, game, let_legs_be, opening

pytestmark = pytest.mark.django_db
MESA = "mesa-4"
UNDO = {"command": "undo", "reason": "misdealt"}


@pytest.fixture
def mesa() -> str:
    """A table with some passes behind it, others undone."""
    create_table(MESA, "Mesa 4")
    for command in opening():
        assert execute(MESA, command, JEFE).ok
    before = read(MESA)[0].version
    game(MESA, 25, Croupier(1))
    assert execute(MESA, {**UNDO, "to": before}, JEFE).ok
    game(MESA, 45, Croupier(2))
    assert execute(MESA, UNDO, JEFE).ok
    return MESA


def audit(*tables: str) -> tuple[int, str]:
    """Exit status and what was said."""
    out = StringIO()
    try:
        call_command("audit", *tables, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def replay(*args: str) -> dict:
    out = StringIO()
    call_command("replay", *args, stdout=out)
    return json.loads(out.getvalue())


def test_an_untouched_table_holds(mesa: str) -> None:
    create_table("mesa-5", "Mesa 5")
    status, said = audit()
    assert status == 0, said
    *parts, took = said.splitlines()
    assert [line.split(":")[0] for line in parts] == ["mesa-4", "mesa-5", "journal"]
    assert re.fullmatch(r"audit from the first record on: \d+\.\d seconds", took)
    assert audit(mesa)[0] == 0


@pytest.fixture
def signed() -> str:
    """A table with a void pass that was signed."""
    open_mesa()
    for command in TO_BETTING:
        assert execute(MESA, command, CROUPIER).ok
    request = ask(MESA, VOID, CROUPIER).request
    assert request and take_step(request["number"], "signed", JEFE).refused is None
    return MESA


@pytest.mark.parametrize(
    "statement",
    ["SELECT 1", "UPDATE tables_requestoutcome SET actor = 'nobody'", "DELETE FROM tables_requestoutcome"],
)
def test_a_signature_stands_in_the_record_and_beside_it(signed: str, statement: str) -> None:
    with connection.cursor() as cursor:
        for lift in append_only.release(connection, RequestOutcome._meta.db_table):
            cursor.execute(lift)
        cursor.execute(statement)
    status, said = audit(signed)
    assert (status, "the signature under request" in said) == (
        (0, False) if statement == "SELECT 1" else (1, True)
    ), said


def test_a_table_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="there is no table nowhere"):
        call_command("audit", "nowhere")
    with pytest.raises(CommandError, match="there is no table nowhere"):
        call_command("replay", "nowhere")


def test_an_account_that_the_state_contradicts_is_found(mesa: str) -> None:
    state = Table.objects.get().state
    Table.objects.update(state=state.replace('"cagnotte":', '"cagnotte":1'))
    assert audit(mesa)[1].startswith("mesa-4: BROKEN: the stored state")


def test_the_house_as_a_whole_balances(mesa: str) -> None:
    let_legs_be()
    lone = Transfer.objects.create(key="x", reference="x", purpose="fill", at="2026-01-01T00:00Z")
    other = Account.objects.create(code="table:other:tray", book="table:other", kind="tray", balance=5)
    Entry.objects.create(transfer=lone, account=other, amount=5)
    status, said = audit()
    assert status == 1 and "ledger: BROKEN: all entries sum to 5, not to zero" in said.splitlines()


def test_replay_gives_the_snapshot_that_is_stored(mesa: str) -> None:
    table, state = read(mesa)
    assert replay(mesa, "--snapshot") == {
        "snapshot": json.loads(json.dumps(take(mesa, game_of(state, "jefe"))))
    }
    assert replay(mesa) == {"table": mesa, "version": table.version, "phase": table.phase}


def test_replay_to_an_earlier_version_gives_the_table_as_it_was() -> None:
    create_table(MESA, "Mesa 4")
    snapshots, croupier = {0: take(MESA, game_of(read(MESA)[1], "jefe"))}, Croupier()
    for command in opening():
        execute(MESA, command, JEFE)
    for _ in range(40):
        game(MESA, 1, croupier)
        state = read(MESA)[1]
        snapshots[state.version] = json.loads(json.dumps(take(MESA, game_of(state, "jefe"))))
    assert all(replay(MESA, f"--to={to}", "--snapshot") == {"snapshot": was} for to, was in snapshots.items())


@pytest.mark.parametrize("to", ["-1", "100000"])
def test_replay_to_a_version_that_never_was(mesa: str, to: str) -> None:
    with pytest.raises(CommandError, match="has versions 0 to"):
        call_command("replay", mesa, f"--to={to}")


def test_rows_for_reading_are_rebuilt_from_the_record(mesa: str) -> None:
    table = Table.objects.get()
    before = stored(table)
    assert all(before.by_kind.values())
    Bet.objects.all().delete()
    for model in (Line, Pass, PhaseTime, Shoe, Seat, Turnover, Player):
        model.objects.all().delete()
    assert audit(mesa)[0] == 1
    replay(mesa, "--rows")
    assert stored(table) == before
    assert audit(mesa)[0] == 0


def test_a_closed_table_keeps_its_record(mesa: str) -> None:
    game(mesa, 5)
    if not execute(mesa, {"command": "close_table", "reason": "end of the day"}, JEFE).ok:
        execute(mesa, {**UNDO, "to": Record.objects.order_by("number")[9].version}, JEFE)
        assert execute(mesa, {"command": "close_table", "reason": "end of the day"}, JEFE).ok
    for command in opening():
        execute(mesa, command, JEFE)
    assert execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER).ok
    assert audit(mesa)[0] == 0

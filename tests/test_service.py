"""The one door: a command is recorded as a whole or changes nothing; the same key never acts twice."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, connection, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.utils import ConnectionHandler

from casino import environment
from casino.common.errors import Refusal
from ledger import selectors as ledger
from ledger import service
from tables import notify
from tables.engine.actor import Actor
from tables.memory_database import memory_database
from tables.models import Bet, Pass, Player, Record, Reply, Seat, Shoe, Table
from tables.record.history import CHECKPOINT_EVERY, RecordHistory
from tables.service import create_table, execute, read
from tests.house import CAST, CROUPIER, JEFE, SETTINGS, Croupier, game, opening

pytestmark = pytest.mark.django_db
MESA = "mesa-4"
OPEN = {"command": "open_table", **SETTINGS}


@pytest.fixture
def mesa() -> str:
    """A table, open, with four seated players and one standing."""
    create_table(MESA, "Mesa 4")
    for command in opening():
        assert execute(MESA, command, JEFE).ok
    return MESA


def everything() -> list[Any]:
    """All that the database holds of tables and money."""
    models = (Table, Record, Reply, Seat, Shoe, Pass, Bet)
    return [list(model.objects.order_by("pk").values()) for model in models] + [
        ledger.balances(f"table:{MESA}")
    ]


def test_a_new_table_is_closed_and_has_fourteen_free_seats() -> None:
    table = create_table(MESA, "Mesa 4")
    assert (table.phase, table.open, table.version) == ("closed", False, 0)
    seats = table.seats.order_by("number").values_list("number", "player")
    assert list(seats) == [(number, None) for number in range(1, 15)]


@pytest.mark.parametrize("slug", ["mesa 4", "mesa:4", "mesa#4", "", "x" * 65])
def test_a_slug_is_a_slug(slug: str) -> None:
    with pytest.raises(ValidationError):
        create_table(slug, "Mesa")


def test_a_slug_is_taken_once(mesa: str) -> None:
    with pytest.raises(ValidationError):
        create_table(mesa, "Another")


def test_no_such_table() -> None:
    with pytest.raises(Refusal, match="no_such_table"):
        execute("nowhere", OPEN, JEFE)
    with pytest.raises(Refusal, match="no_such_table"):
        read("nowhere")


def test_an_accepted_command_is_answered_with_its_numbered_events() -> None:
    create_table(MESA, "Mesa 4")
    answer = execute(MESA, OPEN, JEFE)
    assert (answer.ok, answer.version, answer.phase, answer.http_status) == (True, 1, "seating", 200)
    assert answer.as_dict().keys() == {"ok", "version", "events"}
    assert [(event["seq"], event["type"]) for event in answer.events] == [(1, "table_opened")]


def test_the_record_says_who_did_what_and_is_chained(mesa: str) -> None:
    execute(mesa, {"command": "place_bet", "player": "ana", "chance": "punto", "amount": 10}, CROUPIER)
    execute(mesa, {"command": "join", "player": "zoe", "name": "Zoë"}, CROUPIER, key="k1")
    first, *_, last = Record.objects.order_by("number")
    assert (first.number, first.first_seq, first.previous) == (1, 1, "")
    assert (last.name, last.actor, last.role, last.key) == ("join", "carla", "croupier", "k1")
    assert last.command == {"command": "join", "player": "zoe", "name": "Zoë"}
    assert last.previous == Record.objects.get(number=last.number - 1).digest
    assert Table.objects.get().head == last.digest


@pytest.mark.parametrize(
    ("command", "actor", "code", "status"),
    [
        (None, CROUPIER, "malformed", 422),
        ([], CROUPIER, "malformed", 422),
        ({"command": 7}, CROUPIER, "malformed", 422),
        ({"command": "fly"}, CROUPIER, "unknown_command", 422),
        ({"command": "sit", "player": "leo", "seat": 0}, CROUPIER, "malformed", 422),
        ({"command": "sit", "player": "leo", "seat": 15}, CROUPIER, "malformed", 422),
        ({"command": "sit", "player": "nobody", "seat": 9}, CROUPIER, "unknown_player", 409),
        ({"command": "close_table"}, CROUPIER, "not_allowed", 403),
        ({"command": "shuffle", "riffles": 4}, Actor("ines", "inspector"), "not_allowed", 403),
        ({"command": "shuffle", "riffles": 4, "expected_version": 1}, CROUPIER, "stale", 409),
        ({"command": "settle"}, CROUPIER, "wrong_phase", 409),
        ({"command": "join", "player": "zoe", "name": "\ud800"}, CROUPIER, "malformed", 422),
        ({"command": "join", "player": "zoe", "name": "a\x00b"}, CROUPIER, "malformed", 422),
        ({"command": "shuffle", "riffles": 10**400}, Actor("d", "display"), "not_allowed", 403),
    ],
)
def test_a_refusal_changes_nothing(mesa: str, command: object, actor: Actor, code: str, status: int) -> None:
    before = everything()
    answer = execute(mesa, command, actor)
    assert (answer.ok, answer.error and answer.error["code"], answer.http_status) == (False, code, status)
    assert answer.as_dict().keys() == {"ok", "error"}
    assert everything() == before


def test_the_version_that_was_expected_is_accepted(mesa: str) -> None:
    now = read(mesa)[0].version
    assert execute(mesa, {"command": "shuffle", "riffles": 4, "expected_version": now}, CROUPIER).ok


def test_the_same_key_gives_the_first_answer_and_acts_once(mesa: str) -> None:
    command = {"command": "join", "player": "zoe"}
    first = execute(mesa, command, CROUPIER, key="k1")
    before = everything()
    assert first.ok
    assert execute(mesa, command, CROUPIER, key="k1") == first
    assert execute(mesa, {"command": "fly"}, CROUPIER, key="k1") == first
    assert everything() == before


def test_the_same_key_gives_the_first_refusal_even_when_it_would_now_be_accepted(mesa: str) -> None:
    sit = {"command": "sit", "player": "zoe", "seat": 9}
    refused = execute(mesa, sit, CROUPIER, key="k1")
    execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER)
    assert not refused.ok
    assert execute(mesa, sit, CROUPIER, key="k1") == refused
    assert execute(mesa, sit, CROUPIER, key="k2").ok


def test_a_key_belongs_to_its_actor(mesa: str) -> None:
    execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER, key="k1")
    answer = execute(mesa, {"command": "join", "player": "yul"}, JEFE, key="k1")
    assert answer.events[0]["player"] == "yul"


@pytest.mark.parametrize("key", ["", "x" * 201, "a\x00b", 7])
def test_a_key_has_1_to_200_characters(mesa: str, key: Any) -> None:
    before = everything()
    answer = execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER, key=key)
    assert answer.error and answer.error["code"] == "malformed"
    assert everything() == before


def test_a_fault_in_the_middle_leaves_nothing_half_written(
    mesa: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(mesa, 12)
    before = everything()

    def broken(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(service, "post", broken)
    with pytest.raises(RuntimeError):
        game(mesa, 1)
    assert everything() == before


def test_after_every_command_rows_and_money_are_what_the_state_says(mesa: str) -> None:
    croupier = Croupier()
    for _ in range(250):
        game(mesa, 1, croupier)
        table, state = read(mesa)
        assert (table.version, table.phase, table.open) == (state.version, state.phase, state.open)
        assert dict(table.seats.values_list("number", "player")) == dict(state.seats)
        bets = Bet.objects.filter(hand__table=table, hand__number=state.current.number)
        assert {(bet.player, bet.chance, bet.amount) for bet in bets} == {
            (bet.player, bet.chance, bet.amount) for bet in state.current.bets
        }
        held = ledger.balances(f"table:{mesa}")
        assert held.get(f"table:{mesa}:stakes", 0) == sum(bet.amount for bet in state.current.bets)
        assert held.get(f"table:{mesa}:bank", 0) == (state.bank.stake if state.bank else 0)
        assert held.get(f"table:{mesa}:cagnotte", 0) == state.cagnotte
    assert Pass.objects.exclude(result="").count() > 5
    assert ledger.total() == 0


def test_a_command_takes_few_queries(mesa: str, django_assert_max_num_queries: Any) -> None:
    game(mesa, 4)
    bet = {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 10}
    with django_assert_max_num_queries(15):
        assert execute(mesa, bet, CROUPIER).ok


def test_an_earlier_state_is_found_from_the_nearest_checkpoint(mesa: str) -> None:
    states, croupier = {}, Croupier()
    for _ in range(CHECKPOINT_EVERY + 20):
        game(mesa, 1, croupier)
        state = read(mesa)[1]
        states[state.version] = state
    table = Table.objects.get()
    history = RecordHistory(table.pk, table.version)
    assert Record.objects.exclude(state="").exists()
    assert all(history.state_at(version) == state for version, state in states.items())
    with pytest.raises(ValueError, match="no record"):
        history.state_at(table.version + 1)


def test_an_undo_gives_everything_back_but_the_record(mesa: str) -> None:
    game(mesa, 40)
    before, version = everything(), read(mesa)[0].version
    game(mesa, 60, Croupier(3))
    answer = execute(mesa, {"command": "undo", "to": version, "reason": "misdealt"}, JEFE)
    assert answer.ok, answer.error
    after = everything()
    assert _without_ids(after[3:]) == _without_ids(before[3:])
    assert Record.objects.count() == 40 + 10 + 60 + 1
    assert read(mesa)[1].version > version


def test_who_came_is_remembered_by_the_name_that_he_said_last(mesa: str) -> None:
    def said(name: str) -> str:
        execute(mesa, {"command": "join", "player": "eva", "name": name}, JEFE)
        return str(Player.objects.get(player="eva").name)

    assert said("Eva López") == "Eva López"
    version = read(mesa)[0].version
    execute(mesa, {"command": "leave", "player": "eva"}, JEFE)
    assert said("E" * 500) == "E" * 500
    execute(mesa, {"command": "undo", "to": version, "reason": "she had stayed"}, JEFE)
    assert Player.objects.get(player="eva").name == "Eva López"
    execute(mesa, {"command": "undo", "to": version - 1, "reason": "nobody came"}, JEFE)
    assert Player.objects.get(player="eva").name == "Eva López"
    assert Player.objects.get(player="leo").name == "leo"


def test_what_still_stands_is_read_backwards_over_undone_commands(mesa: str) -> None:
    game(mesa, 30)
    names = list(Record.objects.order_by("number").values_list("name", flat=True))
    version = read(mesa)[0].version
    game(mesa, 2)
    assert execute(mesa, {"command": "undo", "to": version, "reason": "misdealt"}, JEFE).ok
    table = Table.objects.get()
    standing = RecordHistory(table.pk, table.version).standing()
    assert [made.command for made in standing] == names
    assert standing[-1].version == version
    assert len(standing) == len(names)


def _without_ids(rows: list[Any]) -> list[Any]:
    tables = [
        sorted(({k: v for k, v in row.items() if k not in ("id", "hand_id")} for row in table), key=str)
        for table in rows[:-1]
    ]
    return [*tables, {account: amount for account, amount in rows[-1].items() if amount}]


@pytest.mark.parametrize("act", ["UPDATE {} SET name = 'x'", "DELETE FROM {}"])
def test_the_database_refuses_to_change_the_record(mesa: str, act: str) -> None:
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act.format(Record._meta.db_table))


@pytest.mark.parametrize(
    "row",
    [
        lambda table: Seat(table=table, number=0),
        lambda table: Seat(table=table, number=15),
        lambda table: Seat(table=table, number=1),
        lambda table: Bet(hand=_hand(table), player="ana", chance="punto", amount=0),
        lambda table: Bet(hand=_hand(table), player="ana", chance="house", amount=10),
        lambda table: Pass(table=table, number=0, shoe=1),
        lambda table: Pass(table=table, number=9, shoe=1, result="draw"),
        lambda table: Shoe(table=table, number=9, decks=6, dealt=313, burned=0, last_pass=False),
        lambda table: Record(
            **{**Record.objects.values().last(), "id": None, "number": 999, "first_seq": 999}  # type: ignore[dict-item]
        ),
    ],
)
def test_the_database_refuses_rows_that_cannot_be(mesa: str, row: Callable[[Table], Any]) -> None:
    table = Table.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        row(table).save(force_insert=True)


def test_one_player_has_one_seat(mesa: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(number=9).update(player=CAST[0])


def _hand(table: Table) -> Pass:
    return Pass.objects.create(table=table, number=900, shoe=1)


def test_a_notification_is_sent_after_the_commit_and_only_then(
    mesa: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(notify, "announce", lambda slug, version: told.append((slug, version)))
    with django_capture_on_commit_callbacks(execute=False) as callbacks:
        answer = execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER)
        execute(mesa, {"command": "fly"}, CROUPIER)
    assert told == []
    assert len(callbacks) == 1
    callbacks[0]()
    assert told == [(mesa, answer.version)]


@pytest.fixture
def elsewhere(transactional_db: None, tmp_path: Path) -> Iterator[Callable[[Callable[[], None]], Thread]]:
    """Starts work in a thread with a connection of its own. SQLite's test database lies in memory, where writers do
    not wait for each other as they do on disk: so there all work on a file, with the options of the settings."""
    if connection.vendor == "postgresql":
        yield lambda work: _started(work, None)
        return
    before, file = connections["default"], _file_database(tmp_path / "casino.sqlite3")
    with memory_database() as empty:
        empty.connection.backup(file.connection)
    connections["default"] = file
    yield lambda work: _started(work, tmp_path / "casino.sqlite3")
    connections["default"] = before
    file.close()


def _file_database(path: Path) -> DatabaseWrapper:
    embedded = ConnectionHandler({"default": environment.database(None, path)})
    database = DatabaseWrapper(embedded.settings["default"], "default")
    database.ensure_connection()
    return database


def _started(work: Callable[[], None], file: Path | None) -> Thread:
    def run() -> None:
        if file:
            connections["default"] = _file_database(file)
        try:
            work()
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    return thread


def _mesa() -> None:
    create_table(MESA, "Mesa 4")
    assert all(execute(MESA, command, JEFE).ok for command in opening())


@pytest.mark.django_db(transaction=True)
def test_two_at_once_lose_nothing(elsewhere: Callable[[Callable[[], None]], Thread]) -> None:
    """The table's row, or SQLite's write lock, puts one behind the other."""
    _mesa()
    before, answers = read(MESA)[0], []

    def come(name: str) -> None:
        for number in range(10):
            answers.append(execute(MESA, {"command": "join", "player": f"{name}{number}"}, CROUPIER))

    threads = [elsewhere(partial(come, name)) for name in ("x", "y")]
    for thread in threads:
        thread.join()
    table, state = read(MESA)
    assert [answer.ok for answer in answers] == [True] * 20
    assert table.version == before.version + 20
    assert len(state.standing) == 21
    numbers = list(Record.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.django_db(transaction=True)
def test_the_same_key_from_four_at_once_acts_once(
    elsewhere: Callable[[Callable[[], None]], Thread],
) -> None:
    _mesa()
    answers = []

    def come() -> None:
        answers.append(execute(MESA, {"command": "join", "player": "zoe"}, CROUPIER, key="k1"))

    threads = [elsewhere(come) for _ in range(4)]
    for thread in threads:
        thread.join()
    assert [answer.ok for answer in answers] == [True] * 4
    assert len({answer.version for answer in answers}) == 1
    assert Record.objects.filter(name="join", command__player="zoe").count() == 1

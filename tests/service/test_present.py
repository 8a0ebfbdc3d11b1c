"""The states that this process keeps say what the database says."""

import pytest
from django.db import transaction

from tables.models import Table
from tables.record import states
from tables.record.by_digest import ByDigest
from tables.record.decoding import stored_state
from tables.service import execute, read
from tests.house import CROUPIER, JEFE
from tests.service.mesa import MESA, open_mesa
from tests.service.threads import Elsewhere

COME = {"command": "join", "player": "zoe"}


class RolledBack(Exception):
    """What a test raises to undo a transaction."""


def stored() -> object:
    """The state as the database has it."""
    table = Table.objects.get(slug=MESA)
    return stored_state(table.state, table.schema)


@pytest.mark.django_db
def test_what_is_kept_equals_what_is_stored() -> None:
    open_mesa()
    for command in (COME, {"command": "undo"}, {"command": "leave", "player": "nobody"}, COME):
        execute(MESA, command, JEFE)
        table, state = read(MESA)
        assert states.kept(table.head) is state
        assert state == stored()


@pytest.mark.django_db
def test_a_command_that_is_rolled_back_leaves_nothing() -> None:
    open_mesa()
    before = read(MESA)[1]
    with pytest.raises(RolledBack), transaction.atomic():
        assert execute(MESA, COME, CROUPIER).ok
        assert "zoe" in read(MESA)[1].standing
        raise RolledBack
    assert read(MESA)[1] == before == stored()
    assert execute(MESA, COME, CROUPIER).version == before.version + 1
    assert read(MESA)[1] == stored()


@pytest.mark.django_db(transaction=True)
def test_what_another_process_has_written_is_read(
    monkeypatch: pytest.MonkeyPatch, elsewhere: Elsewhere
) -> None:
    open_mesa()
    read(MESA)
    with monkeypatch.context() as other:
        other.setattr(states, "_kept", ByDigest(states.MOST))  # as another process has it
        elsewhere(lambda: execute(MESA, COME, CROUPIER)).join()
    table, state = read(MESA)
    assert "zoe" in state.standing
    assert (state.version, state) == (table.version, stored())


@pytest.mark.django_db
def test_a_row_that_was_read_has_everything_but_the_text_of_its_state(
    django_assert_num_queries: object,
) -> None:
    open_mesa()
    read(MESA)
    with django_assert_num_queries(1):  # type: ignore[operator]
        table, _ = read(MESA)
    assert (table.slug, table.name, table.open) == (MESA, "Mesa 4", True)
    assert table.since == Table.objects.get(slug=MESA).since
    assert table.state == Table.objects.get(slug=MESA).state


@pytest.mark.django_db
def test_no_more_than_so_many_states_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "_kept", ByDigest(2))
    open_mesa()
    state = read(MESA)[1]
    for head in ("first", "second"):
        states.keep(head, state)
    assert states.kept("first") is state
    states.keep("third", state)
    assert [states.kept(head) is state for head in ("first", "second", "third")] == [True, False, True]

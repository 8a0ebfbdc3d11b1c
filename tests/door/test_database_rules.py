"""The database itself refuses to change the record, and refuses rows that cannot be."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model
from django.utils import timezone

from tables.models import Bet, Pass, Record, RequestOutcome, Seat, Shoe, SignatureRequest, Table
from tests.support.house import CAST

pytestmark = pytest.mark.django_db


def _hand(table: Table) -> Pass:
    return Pass.objects.create(table=table, number=900, shoe=1)


@pytest.mark.parametrize("act", ["UPDATE {} SET name = 'x'", "DELETE FROM {}"])
def test_the_database_refuses_to_change_the_record(mesa: str, act: str) -> None:
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act.format(Record._meta.db_table))


@pytest.mark.parametrize("model", [SignatureRequest, RequestOutcome])
@pytest.mark.parametrize("act", ["UPDATE {} SET actor = 'x'", "DELETE FROM {}"])
def test_the_database_refuses_to_change_a_request_or_its_end(mesa: str, model: type[Model], act: str) -> None:
    request = _request(Table.objects.get())
    RequestOutcome.objects.create(
        request=request, step="withdrawn", actor="carla", role="croupier", at=request.at
    )
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act.format(model._meta.db_table))


@pytest.mark.parametrize(
    "fields",
    [
        {"step": "forgotten"},
        {"step": "declined"},
        {"step": "signed"},
        {"step": "lapsed"},
        {"step": "withdrawn", "record": 3},
    ],
)
def test_the_database_refuses_an_end_that_cannot_be(mesa: str, fields: dict[str, Any]) -> None:
    request = _request(Table.objects.get())
    with pytest.raises(IntegrityError), transaction.atomic():
        RequestOutcome.objects.create(request=request, actor="julio", role="jefe", at=request.at, **fields)


def test_a_request_ends_once(mesa: str) -> None:
    request = _request(Table.objects.get())
    ended = {"request": request, "step": "withdrawn", "actor": "carla", "role": "croupier", "at": request.at}
    RequestOutcome.objects.create(**ended)
    with pytest.raises(IntegrityError), transaction.atomic():
        RequestOutcome.objects.create(**ended)


def _request(table: Table) -> SignatureRequest:
    said = {"command": {}, "act": "void_pass", "signer": "jefe", "actor": "carla", "role": "croupier"}
    return SignatureRequest.objects.create(table=table, version=1, hand=1, at=timezone.now(), **said)


@pytest.mark.parametrize(
    "row",
    [
        lambda table: Seat(table=table, number=0),
        lambda table: Seat(table=table, number=46),
        lambda table: Seat(table=table, number=1),
        lambda table: Bet(hand=_hand(table), player="ana", chance="punto", amount=0),
        lambda table: Bet(hand=_hand(table), player="ana", chance="", amount=10),
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

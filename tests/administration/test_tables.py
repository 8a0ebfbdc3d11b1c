"""Tables as an administrator has them: their order, their names, retired and back, and what they are opened with."""

import pytest

from casino.administration import tables, tokens
from casino.administration.csv_list import Source
from casino.common.refusals import Refusal
from casino.house.models import Act
from casino.people.models import Token
from ledger.cage.slips import SlipRequest
from tables.door.service import execute
from tables.door.slips import request_slip
from tables.models import Table
from tables.rules.roles import Actor
from tables.view.floor import lines
from tests.administration.conftest import ANA
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db
OPENING = {"reglamento": "argentina", "minimum": 100, "maximum": 1000, "chip": 10}


@pytest.fixture(autouse=True)
def floor() -> None:
    for number in (1, 2, 10):
        tables.add(ANA, f"mesa-{number}", f"Mesa {number}")


def order() -> list[str]:
    return [line["table"] for line in lines()]


def test_the_order_is_natural_until_a_table_is_moved() -> None:
    assert order() == ["mesa-1", "mesa-2", "mesa-10"]
    tables.move(ANA, "mesa-10", -2)
    tables.add(ANA, "mesa-0", "Mesa 0")
    assert order() == ["mesa-10", "mesa-1", "mesa-2", "mesa-0"]
    tables.move(ANA, "mesa-10", 99)
    assert order() == ["mesa-1", "mesa-2", "mesa-0", "mesa-10"]


def test_a_renamed_table_keeps_its_address() -> None:
    tables.rename(ANA, "mesa-1", "Salón azul")
    assert lines("mesa-1")[0]["name"] == "Salón azul"
    assert Act.objects.latest("pk").after == {"name": "Salón azul"}


class TestRetired:
    def test_is_off_the_floor_and_takes_nothing(self) -> None:
        tables.retire(ANA, "mesa-2")
        assert order() == ["mesa-1", "mesa-10"]
        with pytest.raises(Refusal, match="no_such_table"):
            execute("mesa-2", {"command": "open_table", **OPENING}, JEFE)
        with pytest.raises(Refusal, match="no_such_table"):
            request_slip("mesa-2", SlipRequest("opening", 0), Actor("julio", "jefe"))
        tables.bring_back(ANA, "mesa-2")
        assert execute("mesa-2", {"command": "open_table", **OPENING}, JEFE).ok

    def test_is_no_table_at_work(self) -> None:
        assert execute("mesa-1", {"command": "open_table", **OPENING}, JEFE).ok
        with pytest.raises(Refusal, match="table_at_work"):
            tables.retire(ANA, "mesa-1")
        with pytest.raises(Refusal, match="table_is_retired"):
            tables.retire(ANA, "mesa-2")
            tables.retire(ANA, "mesa-2")


class TestOpening:
    def test_what_is_proposed_can_be_opened(self) -> None:
        tables.set_opening(ANA, "mesa-1", OPENING)
        assert Table.objects.get(slug="mesa-1").proposal == OPENING
        assert execute("mesa-1", {"command": "open_table", **OPENING}, JEFE).ok

    @pytest.mark.parametrize(
        ("wrong", "code"),
        [
            ({"reglamento": "nada"}, "no_such_reglamento_named"),
            ({"maximum": 1005}, "not_multiple"),
            ({"maximum": 10}, "above_maximum"),
        ],
    )
    def test_what_could_not_be_opened_is_refused(self, wrong: dict[str, object], code: str) -> None:
        with pytest.raises(Refusal, match=code):
            tables.set_opening(ANA, "mesa-1", OPENING | wrong)
        assert not Table.objects.get(slug="mesa-1").opening


def test_sixty_are_made_together_or_none() -> None:
    many = [(f"sala-{number}", f"Sala {number}") for number in range(1, 61)]
    with pytest.raises(Refusal, match="table_taken"):
        tables.add_many(ANA, [*many, ("mesa-1", "Mesa")], OPENING)
    assert Table.objects.count() == 3
    tables.add_many(ANA, many, OPENING)
    assert len(order()) == 63


def test_a_broken_line_refuses_the_whole_file() -> None:
    with pytest.raises(Refusal) as refused:
        tables.take(ANA, Source("tables.csv", b"table,name\nsala-1,Sala\nmesa 4,Mesa\n"))
    assert "line 3: mesa 4" in refused.value.text() and len(order()) == 3


class TestTokens:
    def test_are_issued_changed_and_revoked(self) -> None:
        token, secret = tokens.issue(ANA, "display", "mesa-1", "wall", 30)
        assert Token.objects.find(secret) == token
        _token, fresh = tokens.rotate(ANA, token.pk)
        assert Token.objects.find(secret) is None and Token.objects.find(fresh)
        tokens.revoke(ANA, token.pk)
        assert Token.objects.find(fresh) is None
        with pytest.raises(Refusal, match="token_revoked"):
            tokens.rotate(ANA, token.pk)
        kept = str([*Act.objects.values_list("before", "after")])
        assert secret not in kept and fresh not in kept

    @pytest.mark.parametrize(
        ("table", "name", "days", "code"),
        [
            ("mesa-9", "wall", 1, "no_such_table_named"),
            ("mesa-1", "", 1, "bad_token_name"),
            ("mesa-1", "wall", 0, "bad_days"),
        ],
    )
    def test_a_wrong_one_is_refused(self, table: str, name: str, days: int, code: str) -> None:
        with pytest.raises(Refusal, match=code):
            tokens.issue(ANA, "display", table, name, days)
        assert Act.objects.latest("pk").refused == code

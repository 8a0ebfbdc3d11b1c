"""Above the house's limit an exchange waits for a jefe."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Q
from django.test import RequestFactory

from casino.common import clock
from casino.common.refusals import Refusal
from ledger.cage import selectors
from ledger.cage.exchanges import unnamed
from ledger.cage.issuing import Foreseen, objection
from ledger.cage.slip_postings import balances_after
from ledger.cage.slips import SlipRequest
from tables.door import slips
from tables.door.service import execute, read
from tables.reports.slip_reports import chosen
from tables.view.alerts.standing import all_alerts
from tables.view.screen import view_of
from tests.ledger.mesa import everything, waits
from tests.support.counter import BOOK, CAMBISTA, MESA, OF_PLAYERS, ask, done, go, refusal, table
from tests.support.house import CROUPIER
from tests.support.own_house import HouseHas

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]


@pytest.mark.parametrize(
    ("exchanges", "waiting"),
    [
        ([("buy_in", 1000, "ana")], []),
        ([("buy_in", 1001, "ana")], [0]),
        ([("buy_in", 1000, "")], []),
        ([("tip", 1000, "ana"), ("tip", 1000, "")], []),
        ([("buy_in", 600, "ana"), ("buy_in", 400, "ana"), ("buy_in", 1, "ana")], [2]),
        ([("buy_in", 600, "ana"), ("buy_in", 401, "ana"), ("buy_in", 1, "ana")], [1, 2]),
        ([("cash_out", 600, "ana"), ("cash_out", 401, "ana")], [1]),
        ([("buy_in", 1000, "ana"), ("cash_out", 1000, "ana"), ("buy_in", 1000, "bea")], [1]),
        ([("buy_in", 1000, ""), ("buy_in", 1000, ""), ("buy_in", 1001, "bea")], [2]),
        ([("tip", 1000, "ana"), ("tip", 1000, "ana"), ("tip", 1001, "ana"), ("buy_in", 1000, "ana")], [2]),
    ],
)
def test_above_the_limit_alone_or_together_an_exchange_waits_for_a_jefe(
    exchanges: list[tuple[str, int, str]], waiting: list[int], house_has: HouseHas
) -> None:
    house_has(counter_limit=1000)
    slips = [ask(kind, amount, player=player) for kind, amount, player in exchanges]
    assert [number for number, slip in enumerate(slips) if waits(slip)] == waiting
    assert {waits(slips[number]) for number in waiting} <= {"confirmed"}


ALIKE = ("ana", "аna", "AnA", "ａna")  # Latin, Cyrillic, capitals, full-width


@pytest.mark.parametrize("other", ALIKE[1:])
def test_who_looks_like_another_player_is_counted_with_him(other: str, house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    assert execute(MESA, {"command": "join", "player": other, "name": "Somebody"}, CROUPIER).ok
    slips = [
        ask("buy_in", 600, player="ana"),
        ask("buy_in", 401, player=other),
        ask("buy_in", 900, player="bea"),
    ]
    assert [waits(slip) for slip in slips] == [None, "confirmed", None]


@pytest.mark.parametrize("name", ["Berta Gil", "Веrta Gil", "BERTA  GIL"])
def test_so_is_who_comes_again_under_the_same_name(name: str, house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    for player, called in (("first", "Berta Gil"), ("second", name), ("third", "Berta Gomez")):
        assert execute(MESA, {"command": "join", "player": player, "name": called}, CROUPIER).ok
    slips = [ask("buy_in", 600, player="first"), ask("cash_out", 401, player="second")]
    assert [waits(slip) for slip in slips] == [None, "confirmed"]
    assert waits(ask("buy_in", 600, player="third")) is None


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_above_the_limit_nobody_is_unknown(kind: str, house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    before = everything()
    with pytest.raises(Refusal) as refused:
        ask(kind, 1001)
    assert (refused.value.code, refused.value.fields, refused.value.field) == (
        "name_needed",
        {"most": 1000},
        "player",
    )
    assert everything() == before
    assert ask(kind, 1000) and ask(kind, 1001, player="ana")


def test_a_void_exchange_is_not_counted_and_the_days_other_shifts_are(house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    large = ask("buy_in", 1001, player="ana")
    assert refusal(lambda: done("closing", 10_000)) == "pending_slips"
    go(large, "void", "cambista", "too much")
    assert [waits(ask("buy_in", amount, player="ana")) for amount in (1000, 1)] == [None, "confirmed"]
    go(selectors.pending()[0], "confirmed", "jefe")
    for kind in ("closing", "opening"):
        done(kind, 10_000 - 1001)
    assert waits(ask("buy_in", 1, player="ana")) == "confirmed"
    assert waits(ask("buy_in", 1000, player="bea")) is None


def test_a_persons_exchanges_of_the_day_add_up_over_the_tables(house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    table("otra", tray=5_000)
    for name, called in (("otra", "Berta Gil"), (MESA, "Веrta  Gil")):
        assert execute(name, {"command": "join", "player": f"at-{name}", "name": called}, CROUPIER).ok
    ask("buy_in", 600, player="at-otra", table="otra")
    assert waits(ask("cash_out", 401, player=f"at-{MESA}")) == "confirmed"
    assert waits(ask("buy_in", 401, player="ana")) is None


def test_another_day_begins_at_nothing(house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    ask("buy_in", 1000, player="ana")
    done("closing", 10_000 - 1000)
    tomorrow = clock.next_day(clock.day_of(clock.now()))
    with clock.running_on(lambda: tomorrow + timedelta(hours=1)):
        done("opening", 10_000 - 1000)
        assert waits(ask("buy_in", 1000, player="ana")) is None


def foreseen(kind: str, amount: int, **said: Any) -> Foreseen:
    return slips.foresee(MESA, SlipRequest(kind, amount, **said), CAMBISTA)


def test_what_a_slip_will_need_is_known_before_it_is_asked_for(house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    ask("buy_in", 700, player="ana")
    before = everything()
    within, above = (foreseen("buy_in", amount, player="ana") for amount in (300, 301))
    assert (within.slip.steps, above.slip.steps) == ((), ("confirmed",))
    assert (within.today.total, above.today.total) == (1000, 1001)
    assert objection(above.slip) is None
    unnamed_one, too_much = foreseen("buy_in", 1001), foreseen("cash_out", 99_999_999, player="ana")
    refusals = [objection(one.slip) for one in (unnamed_one, too_much)]
    assert [refusal and refusal.code for refusal in refusals] == ["name_needed", "not_that_much"]
    assert everything() == before


def test_what_will_lie_there_afterwards_is_known_too() -> None:
    held = selectors.balances(BOOK)
    after = balances_after(foreseen("buy_in", 300, player="ana").slip)
    assert (after[f"{BOOK}:tray"], after[f"{BOOK}:drop"]) == (held["tray"] - 300, held["drop"] + 300)
    slip = foreseen("tips_out", 7).slip
    assert balances_after(slip)[f"{BOOK}:tips"] == 0


def test_what_is_exchanged_without_a_name_in_an_hour_adds_up(house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    at = clock.now()
    with clock.running_on(lambda: at - timedelta(minutes=61)):
        ask("buy_in", 900)
    for kind, amount, player in (
        ("buy_in", 600, ""),
        ("cash_out", 500, ""),
        ("buy_in", 700, "ana"),
        ("tip", 50, ""),
    ):
        ask(kind, amount, player=player)
    go(done("buy_in", 300), "void", "jefe", "typed wrongly")
    assert unnamed([BOOK])[BOOK].total == 1100
    view = view_of(*read(MESA), "jefe")
    (alert,) = [one for one in all_alerts(view) if one.key.startswith("unnamed")]
    assert alert.detail == "1.100"


def test_the_exchanges_of_a_person_and_day_above_an_amount_are_listed(settings: Any) -> None:
    slips = [ask("buy_in", 600, player="ana"), ask("cash_out", 450, player="ana")]
    ask("buy_in", 900, player="bea"), ask("buy_in", 900), ask("tip", 500, player="bea")
    before = clock.day_of(clock.now()) - timedelta(days=1)
    with clock.running_on(lambda: before):
        ask("buy_in", 800, player="bea")
    since = before - timedelta(days=1)
    found = chosen(RequestFactory().get("/", {"above": "1.000"}), Q(at__gte=since))
    assert sorted(slip.pk for slip in found) == [slip.pk for slip in slips]
    with pytest.raises(Refusal) as refused:
        chosen(RequestFactory().get("/", {"above": "much"}), Q())
    assert refused.value.code == "not_an_amount"

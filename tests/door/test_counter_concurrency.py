"""Game and counter written by many at once: nothing is lost, nothing happens twice, no number is missing."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from casino.common.refusals import Refusal
from ledger import selectors as ledger
from ledger.audit import faults
from ledger.cage import selectors
from ledger.cage.models import Slip, Step
from ledger.models import Account, Transfer
from tables.door import notify, slips
from tables.door.service import execute
from tables.models import Record
from tables.robot.client import LocalClient
from tests.door.threads import Elsewhere
from tests.support.counter import (
    ask,
    audited,
    by_kind,
    cage,
    done,
    go,
    held,
    into_the_tray,
    on_the_cloth,
    refusal,
    table,
)
from tests.support.house import JEFE, Croupier
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = ("mesa-1", "mesa-2", "mesa-3")
WRITERS = 16
STOCK, CASH, TRAY = 10**7, 10**6, 10_000


@pytest.fixture(autouse=True)
def house(elsewhere: Elsewhere) -> Iterator[None]:
    """On the database that the threads write to; nobody listens."""
    with notify.silence():
        cage(STOCK, CASH)
        for slug in TABLES:
            table(slug, TRAY)
        yield


def together(elsewhere: Elsewhere, acts: list[Callable[[], Any]]) -> list[Any]:
    """What each gives, or the error that it raises, when all begin at once in threads of their own."""
    barrier = Barrier(len(acts), timeout=120)
    given: dict[int, Any] = {}

    def run(number: int, act: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            given[number] = act()
        except Exception as error:  # noqa: BLE001 - shown by the assertion on what was given
            given[number] = error

    threads = [elsewhere(partial(run, number, act)) for number, act in enumerate(acts)]
    for thread in threads:
        thread.join()
    return [given[number] for number in range(len(acts))]


def answered(act: Callable[..., Any], *said: Any, **more: Any) -> Any:
    """What it gives in the end: whoever is told that too many write at once asks again, as often as it takes."""
    while True:
        try:
            return act(*said, **more)
        except Refusal as refused:
            if refused.code != "too_busy":
                raise


class Writer:
    """One who does now this and now that at all three tables, and counts for himself what was accepted."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.random = Random(number)
        self.robots = {slug: Croupier(number) for slug in TABLES}
        self.counted: Counter[tuple[str, str]] = Counter()  # table, what → how much
        self.slips: set[int] = set()

    def write(self, times: int) -> None:
        acts = (self.exchange, self.exchange, self.fill, self.play, self.play, self.play, self.look)
        for turn in range(times):
            self.random.choice(acts)(self.random.choice(TABLES), f"w{self.number}-{turn}")
            connection.close()  # there are fewer connections than writers

    def exchange(self, slug: str, key: str) -> None:
        kind, amount = self.random.choice(("buy_in", "cash_out", "tip")), self.random.randint(1, 100)
        player = self.random.choice(("", "ana", "leo"))
        for _ in range(self.random.choice((1, 1, 2))):
            self.slips.add(answered(ask, kind, amount, table=slug, player=player, key=key).number)
        self.counted[slug, kind] += amount

    def fill(self, slug: str, key: str) -> None:
        """Some are never sent, some never arrive, and some are sent back."""
        amount, ends = self.random.randint(1, 100), self.random.choice(("asked", "sent", "void", "received"))
        slip = answered(ask, "fill", amount, table=slug, key=key)
        self.slips.add(slip.number)
        if ends == "asked":
            return
        answered(go, slip, "sent", "cambista")
        self.counted[slug, "sent"] += amount
        if ends == "void":
            answered(go, slip, "void", "jefe", "not needed")
        elif ends == "received":
            answered(go, slip, "received", "croupier")
        self.counted[slug, ends] += amount if ends != "sent" else 0

    def play(self, slug: str, key: str) -> None:
        robot = self.robots[slug]
        command = robot.next(LocalClient(slug, JEFE).snapshot())
        if command is None:
            return
        answers = [execute(slug, command, JEFE, key) for _ in range(self.random.choice((1, 2)))]
        assert all(answer == answers[0] for answer in answers)
        self.counted[slug, "commands"] += answers[0].ok
        if answers[0].error:
            robot.refused(command, answers[0].error["code"])

    def look(self, slug: str, key: str) -> None:
        assert ledger.total() == 0
        assert slips.of_table(slug, "jefe")["balances"].keys() >= set(selectors.TABLE_ACCOUNTS)
        assert by_kind(ledger.balances(f"table:{slug}"))["drop"] >= 0


def test_sixteen_at_once_lose_nothing_and_do_nothing_twice(elsewhere: Elsewhere) -> None:
    records = dict.fromkeys(TABLES, Record.objects.filter(table__slug=TABLES[0]).count())
    slips = Slip.objects.count()
    writers = [Writer(number) for number in range(WRITERS)]
    times = 24 if connection.vendor == "postgresql" else 12
    given = together(elsewhere, [partial(writer.write, times) for writer in writers])
    assert given == [None] * WRITERS
    counted = sum((writer.counted for writer in writers), Counter())
    assert sum(writer.counted[slug, "commands"] for writer in writers for slug in TABLES) > WRITERS
    check_numbers(slips, [number for writer in writers for number in writer.slips])
    check_sums(counted)
    for slug in TABLES:
        assert Record.objects.filter(table__slug=slug).count() == records[slug] + counted[slug, "commands"]
    check_books()


def check_numbers(before: int, asked: list[int]) -> None:
    numbers = list(Slip.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert sorted(asked) == numbers[before:]


def check_sums(counted: Counter[tuple[str, str]]) -> None:
    def all_of(what: str) -> int:
        return sum(counted[slug, what] for slug in TABLES)

    for slug in TABLES:
        of = {what: counted[slug, what] for what in ("buy_in", "cash_out", "tip", "sent", "void", "received")}
        balances = selectors.balances(f"table:{slug}")
        assert (balances["drop"], balances["tips"]) == (of["buy_in"], of["tip"])
        assert balances["transit"] == of["sent"] - of["void"] - of["received"]
        assert balances["tray"] == TRAY + of["received"] - of["buy_in"] + of["cash_out"] + into_the_tray(slug)
        assert balances.items() >= on_the_cloth(slug).items()
    cage_now = selectors.balances("cage:main")
    assert cage_now["stock"] == STOCK - len(TABLES) * TRAY - all_of("sent") + all_of("void")
    assert cage_now["cash"] == CASH - all_of("cash_out")
    assert held().get("house:main:outside", 0) == all_of("cash_out") - all_of("buy_in")


def check_books() -> None:
    assert ledger.total() == sum(held().values()) == 0
    sums = Account.objects.annotate(total=Coalesce(Sum("entries__amount"), 0))
    assert list(sums.exclude(balance=F("total"))) == []
    books = [*(f"table:{slug}" for slug in TABLES), "cage:main", "house:main"]
    assert [fault for book in books for fault in faults(book)] == []
    audited()


# A few at the same thing

MESA = TABLES[0]


# What is asked for and by whom; who takes which step; which of them moves money; what the others are told.
AT_ONCE = [
    ("cage_chips_out", "jefe", 100, [("signed", "cambista")] * 4, "signed", "slip_done"),
    ("cage_chips_out", "jefe", 100, [("signed", "cambista"), ("void", "jefe")], "signed", "slip_done"),
    ("fill", "croupier", 100, [("sent", "cambista")] * 4, "sent", "not_this_step"),
    ("count", "croupier", TRAY, [("signed", "jefe"), ("signed", "cambista")], "", "slip_done"),
    ("closing", "croupier", TRAY, [("signed", "jefe"), ("signed", "cambista")], "", "slip_done"),
]


def test_a_step_is_taken_once(elsewhere: Elsewhere) -> None:
    for kind, asker, amount, steps, moving, told in AT_ONCE:
        slip, before = ask(kind, amount, asker, table=MESA), Transfer.objects.count()
        acts = [partial(refusal, partial(go, slip, step, by, "at once")) for step, by in steps]
        assert sorted(together(elsewhere, acts), key=str) == [None, *[told] * (len(steps) - 1)]
        taken = Step.objects.get(slip=slip).name
        assert Transfer.objects.count() - before == (taken == moving)
        if kind == "fill":
            go(slip, "void", "jefe", "not needed")
    assert selectors.current_shift(f"table:{MESA}") is None
    check_books()


def test_the_same_key_makes_one_slip_and_a_printed_number_too(elsewhere: Elsewhere) -> None:
    for key, slugs in (("cora:k1", (MESA,) * 4), ("cora:k2", TABLES)):
        slips, before = Slip.objects.count(), Transfer.objects.count()
        given = together(elsewhere, [partial(ask, "buy_in", 100, table=slug, key=key) for slug in slugs])
        made = [slip for slip in given if isinstance(slip, Slip)]
        assert len({slip.number for slip in made}) == 1
        assert {refused.code for refused in given if refused not in made} <= {"key_used"}
        assert len(made) == (4 if slugs == (MESA,) * 4 else 1), "a key that was used for another table's slip"
        assert (Slip.objects.count() - slips, Transfer.objects.count() - before) == (1, 2)
    acts = [partial(refusal, partial(ask, "tip", 10, number=77, table=slug)) for slug in TABLES]
    assert sorted(together(elsewhere, acts), key=str) == [None, "slip_number_used", "slip_number_used"]
    check_books()


def test_what_was_seen_still_holds_when_it_is_written(
    elsewhere: Elsewhere,
    house_has: HouseHas,
) -> None:
    house_has(counter_limit=1000)
    given = together(elsewhere, [partial(ask, "buy_in", 600, table=MESA, player="ana")] * 3)
    assert sorted(len(slip.steps) for slip in given) == [0, 1, 1]
    assert selectors.balances(f"table:{MESA}")["drop"] == 600
    drops = [ask("drop_out", 600, table=MESA) for _ in range(3)]
    acts = [partial(refusal, partial(go, slip, "signed", "jefe")) for slip in drops]
    assert sorted(together(elsewhere, acts), key=str) == [None, "not_that_much", "not_that_much"]
    assert selectors.balances("cage:main")["cash"] == CASH + 600
    check_books()


def test_a_shift_closes_before_or_after_what_is_asked_at_the_same_time(
    elsewhere: Elsewhere,
) -> None:
    for _ in range(6):
        closing = ask("closing", TRAY, table=MESA)
        signing = partial(refusal, partial(go, closing, "signed", "jefe"))
        asking = partial(refusal, partial(ask, "fill", 100, table=MESA))
        closed, *fills = together(elsewhere, [signing, *[asking] * 3])
        if closed is None:
            assert (fills, selectors.pending(f"table:{MESA}")) == (["no_shift"] * 3, [])
            done("opening", TRAY, table=MESA)
        else:
            assert (closed, None in fills) == ("pending_slips", True)
            for slip in selectors.pending(f"table:{MESA}"):
                go(slip, "void", "jefe", "once more")
    check_books()

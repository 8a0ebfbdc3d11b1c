"""The cagnotte is emptied, but not while a suite is offered."""

import pytest

from ledger.cage import selectors
from tables.door.service import execute, read
from tests.ledger.mesa import BOOK, tray
from tests.support.counter import MESA, ask, audited, done, go, held, moved, refusal, table, undo
from tests.support.house import JEFE, Croupier, game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]
SUITE = [
    {"command": "shuffle", "riffles": 4},
    {"command": "bid", "player": "ana", "amount": 100},
    {"command": "close_auction"},
    {"command": "cut", "player": "dora", "depth": 100},
    {"command": "close_betting"},
    *(
        {"command": "card", "hand": hand, "card": card}
        for hand, card in (("punto", "Q"), ("banca", "J"), ("punto", "6"), ("banca", "8"))
    ),
    {"command": "settle"},
    {"command": "suite"},
]


def test_a_cagnotte_is_emptied_and_the_audit_holds() -> None:
    table()
    croupier = Croupier(4)
    for emptied in range(2):
        while not (there := selectors.balances(BOOK)["cagnotte"]):
            game(MESA, 1, croupier)
        before = held()
        done("cagnotte_out", there)
        assert moved(before, held()) == {f"{BOOK}:cagnotte": -there, "cage:main:stock": there}
        assert read(MESA)[1].cagnotte > 0, f"the game goes on counting, {emptied}"
        audited()
    done("count", tray())
    game(MESA, 3, croupier)
    assert undo(MESA) is None
    audited()


def test_not_while_a_suite_is_offered_whose_deduction_may_have_to_go_back() -> None:
    table()
    for command in SUITE[:-1]:
        assert execute(MESA, command, JEFE).ok, command
    earlier = ask("cagnotte_out", 0)
    assert execute(MESA, SUITE[-1], JEFE).ok
    suite = read(MESA)[1].suite
    assert suite and suite.deduction == selectors.balances(BOOK)["cagnotte"] == 10
    assert refusal(lambda: ask("cagnotte_out", 10)) == "suite_offered"
    assert refusal(lambda: go(earlier, "signed", "jefe")) == "suite_offered"
    assert refusal(lambda: done("drop_out", 0)) is None
    go(earlier, "void", "jefe", "counted too early")
    assert execute(MESA, {"command": "take_suite", "player": str(suite.asked)}, JEFE).ok
    done("cagnotte_out", 10)
    audited()

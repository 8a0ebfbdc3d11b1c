"""What is stored or printed of a slip, by its kind: flags, accounts, labels, and what requests leave unsaid."""

from casino.common.currency import LARGEST
from ledger.cage.issuing import LONGEST, SERIES
from ledger.cage.models import Closing, Shift, Slip, Step, UndoBarrier
from ledger.cage.purposes import OVER_SHORT, over_short_of
from ledger.cage.requests import LockedBook, Signer, SlipRequest
from ledger.cage.selectors import LAST_NUMBER
from ledger.cage.slips import KINDS
from ledger.conf import CHART
from ledger.models import LedgerCurrency
from ledger.postings import kind_of
from tests.counter import COUNTED, OF_PLAYERS, OF_THE_CAGE, TRAY_COUNTS

SHIFTS = {"opening": "opens", "closing": "closes", **dict.fromkeys((*OF_THE_CAGE,), "none")}
LIMITED = {"buy_in": "together", "cash_out": "together", "tip": "alone"}
IN_CHIPS = {*TRAY_COUNTS, "fill", "credit", "chip_inventory"}


def test_a_kind_of_slip_says_what_it_needs() -> None:
    for kind, found in KINDS.items():
        assert found.shift == SHIFTS.get(kind, "open"), kind
        assert found.counts == COUNTED.get(kind), kind
        assert found.in_chips == (kind in IN_CHIPS), kind
        assert found.of_player == found.correctable == (kind in OF_PLAYERS), kind
        assert found.limited == LIMITED.get(kind), kind
        assert found.bars_undo == (kind in (*TRAY_COUNTS, "cagnotte_out")), kind


def test_a_slip_moves_money_between_accounts_that_there_are() -> None:
    moves = [move for kind in KINDS.values() for part in (kind, *kind.steps) for move in part.moves]
    for account in {name for move in moves for name in (move.source, move.target)}:
        assert kind_of(account if ":" in account else f"table:mesa-1:{account}")


def test_what_is_over_or_short_has_a_purpose_for_each_count() -> None:
    assert {over_short_of(name) for name, kind in KINDS.items() if kind.counts} == OVER_SHORT


def test_the_accounts_of_the_cage_are_called_as_people_call_them() -> None:
    called = {kind: CHART.labels.get(kind) for kind in ("tips", "drop", "transit", "stock", "cash", "tronc")}
    assert called == {
        "tips": "Tips",
        "drop": "Drop",
        "transit": "On the way",
        "stock": "Chips in the cage",
        "cash": "Money in the cage",
        "tronc": "The staff's tips",
    }
    assert not CHART.labels.keys() & {"capital", "over_short", "outside"}
    assert {"capital", "over_short", "outside"} <= {*CHART.may_be_negative}


def test_the_journal_calls_its_rows_for_ever_as_it_did() -> None:
    models = (Slip, Step, Shift, Closing, UndoBarrier, LedgerCurrency)
    kinds = ["slip", "step", "shift", "closing", "undo_barrier", "currency"]
    assert [model.journal_kind for model in models] == kinds


def test_no_number_is_larger_than_the_last_which_the_database_still_takes() -> None:
    assert LARGEST < LAST_NUMBER < 2**63
    assert (SERIES, LONGEST) == ("slips", 500)


def test_what_a_request_leaves_unsaid() -> None:
    assert SlipRequest("fill") == SlipRequest("fill", None, None, "", "", None, None)
    assert LockedBook("cage:main") == LockedBook("cage:main", 0, frozenset())
    assert Signer("ana", "jefe") == Signer("ana", "jefe", confirmed=True)

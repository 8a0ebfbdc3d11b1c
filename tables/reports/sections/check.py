"""The line by which an accountant checks a shift by hand: the counts and the slips against what the game won."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casino.common.wording import lazy_text as _
from ledger.cage.purposes import OVER_SHORT
from ledger.conf import CHART
from ledger.totals import Lines, result_of
from tables.engine.purposes import Purpose
from tables.reports.report import Column, Kind, Section, Text


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A term of the line, with the sign with which it is added. `wrong`: it should be nothing."""

    title: Text
    amount: int
    wrong: bool = False


COLUMNS: tuple[Column[CheckRow], ...] = (
    Column(_("Manual check"), Kind.TEXT, lambda row: row.title),
    Column(_("Amount"), Kind.SIGNED, lambda row: row.amount),
)


def check(begin: Mapping[str, int], money: Lines) -> Section[CheckRow]:
    """Closing − opening − fills + credits + drop − paid out + cagnotte, and how that comes to the house's result.
    `begin`: what the accounts held at the beginning."""
    rows = tuple(_rows(begin["tray"], money))
    return Section(_("Manual check"), COLUMNS, rows, abnormal=lambda row: row.wrong)


def _rows(begin: int, money: Lines) -> Iterator[CheckRow]:
    tray, cagnotte = (money.get(kind, Counter[str]()) for kind in ("tray", "cagnotte"))
    terms = (
        CheckRow(_("Tray at the end"), begin + sum(tray.values())),
        CheckRow(_("− tray at the beginning"), -begin),
        CheckRow(_("− fills"), -tray["fill"]),
        CheckRow(_("+ credits"), -tray["credit"]),
        CheckRow(_("+ drop"), -tray["buy_in"]),
        CheckRow(_("− paid out"), -tray["cash_out"]),
        CheckRow(_("+ cagnotte"), sum(cagnotte[purpose] for purpose in CHART.result_purposes)),
    )
    yield from terms
    by_hand = sum(row.amount for row in terms)
    yield CheckRow(_("= by hand"), by_hand)
    found = sum(tray[purpose] for purpose in OVER_SHORT)
    yield CheckRow(_("− counted over or short"), -found)
    # Of what is no result, only a bank of the house's own is put up out of the tray.
    own_bank = sum(tray[purpose] for purpose in Purpose if not purpose.in_result)
    if own_bank:
        yield CheckRow(_("− the house's bank put up and taken back"), -own_bank)
    result = result_of(money)
    yield CheckRow(_("= the house's result by the ledger"), result)
    off = by_hand - found - own_bank - result
    yield CheckRow(_("Difference"), off, wrong=bool(off))

"""The table's own accounts over a shift: its tray, and its boxes of cagnotte, tips and drop."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casino.common.wording import lazy_text as _
from ledger.cage.purposes import over_short_of
from ledger.totals import Lines
from tables.engine.purposes import Purpose
from tables.labels.money import ACCOUNT_LABELS, SLIP_LABELS
from tables.reports.report import Column, Kind, Section, Text

BOXES = ("cagnotte", "tips", "drop")


@dataclass(frozen=True, slots=True)
class Count:
    """What was expected in the tray at the closing count, and what was found."""

    expected: int
    found: int


@dataclass(frozen=True, slots=True)
class TrayRow:
    """A line of the tray's account."""

    title: Text
    amount: int
    kind: Kind = Kind.SIGNED
    abnormal: bool = False


@dataclass(frozen=True, slots=True)
class BoxRow:
    """What a box held, what came and what was taken out, and what a count found more or less than expected."""

    title: Text
    begin: int
    came: int
    emptied: int
    difference: int

    @property
    def end(self) -> int:
        """What it holds now."""
        return self.begin + self.came + self.emptied + self.difference


TRAY: tuple[Column[TrayRow], ...] = (
    Column(_("Tray"), Kind.TEXT, lambda row: row.title),
    Column(_("Amount"), Kind.SIGNED, lambda row: row.amount, kind_of=lambda row: row.kind),
)
BOX: tuple[Column[BoxRow], ...] = (
    Column(_("Box"), Kind.TEXT, lambda row: row.title),
    Column(_("At the beginning"), Kind.SIGNED, lambda row: row.begin),
    Column(_("Put in"), Kind.SIGNED, lambda row: row.came),
    Column(_("Taken out"), Kind.SIGNED, lambda row: row.emptied),
    Column(_("Differences"), Kind.SIGNED, lambda row: row.difference),
    Column(_("At the end"), Kind.SIGNED, lambda row: row.end),
)


def tray(begin: int, money: Lines, counted: Count | None) -> Section[TrayRow]:
    """From what was in the tray to what should be in it, and to what was found where it has been counted."""
    moved = money.get("tray", Counter[str]())
    moves = tuple(_moves(begin, moved))
    expected = sum(row.amount for row in moves)
    wrong = counted is not None and counted.expected != expected
    rows = (*moves, TrayRow(_("Expected"), expected, Kind.MONEY, wrong), *_counted(moved, counted))
    return Section(_("Tray"), TRAY, rows, abnormal=lambda row: row.abnormal)


def _moves(begin: int, moved: Counter[str]) -> Iterator[TrayRow]:
    yield TrayRow(_("At the beginning"), begin)
    for kind in ("fill", "credit", "buy_in", "cash_out"):
        yield TrayRow(SLIP_LABELS[kind], moved[kind])
    game = sum(moved[purpose] for purpose in Purpose if purpose.in_result)
    yield TrayRow(_("Paid and won at the game"), game)
    # Of what is no result, only a bank of the house's own is put up out of the tray.
    if own_bank := sum(moved[purpose] for purpose in Purpose if not purpose.in_result):
        yield TrayRow(_("The house's bank put up and taken back"), own_bank)
    found = sum(moved[over_short_of(kind)] for kind in ("opening", "count"))
    yield TrayRow(_("Differences found before"), found)


def _counted(moved: Counter[str], counted: Count | None) -> Iterator[TrayRow]:
    if counted:
        off = moved[over_short_of("closing")]
        yield TrayRow(_("Counted"), counted.found, Kind.MONEY)
        yield TrayRow(_("Difference"), off, abnormal=bool(off))


def boxes(begin: Mapping[str, int], money: Lines) -> Section[BoxRow]:
    """What was in each box, what came, what was taken out, and what is in it now."""
    rows = tuple(_box(name, begin.get(name, 0), money.get(name, Counter[str]())) for name in BOXES)
    return Section(_("Boxes"), BOX, rows)


def _box(name: str, begin: int, moved: Counter[str]) -> BoxRow:
    emptied, off = moved[f"{name}_out"], moved[over_short_of(f"{name}_out")]
    return BoxRow(ACCOUNT_LABELS[name], begin, sum(moved.values()) - emptied - off, emptied, off)

"""The money of a shift: the tray, the boxes of cagnotte, tips and drop, the check by hand, and the house's result
reckoned twice, from the passes and from the ledger."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from casino.common.wording import lazy_text as _
from ledger.cage.accounts import OVER_SHORT, over_short_of
from ledger.totals import Lines, result_of
from tables.engine.transfers import Purpose, paid_on
from tables.reports.report import Column, Kind, Section, Text
from tables.reports.selectors.game import Game, chances_of, total
from tables.reports.selectors.money import BESIDE, deducted_of
from tables.view.labels.money import ACCOUNT_LABELS, LINE_LABELS, SLIP_LABELS

BOXES = ("cagnotte", "tips", "drop")


@dataclass(frozen=True, slots=True)
class Count:
    """The closing count of the tray: the amount expected, and the amount found."""

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
    """A box over the shift. `difference`: what a count found more or, negative, less than expected."""

    title: Text
    begin: int
    came: int
    emptied: int
    difference: int

    @property
    def end(self) -> int:
        """Its content now."""
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
    """Each box: its content at the beginning, what came and went, and its content now."""
    rows = tuple(_box(name, begin.get(name, 0), money.get(name, Counter[str]())) for name in BOXES)
    return Section(_("Boxes"), BOX, rows)


def _box(name: str, begin: int, moved: Counter[str]) -> BoxRow:
    emptied, off = moved[f"{name}_out"], moved[over_short_of(f"{name}_out")]
    return BoxRow(ACCOUNT_LABELS[name], begin, sum(moved.values()) - emptied - off, emptied, off)


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A term of the line, with the sign with which it is added. `wrong`: it should be nothing."""

    title: Text
    amount: int
    wrong: bool = False


CHECK: tuple[Column[CheckRow], ...] = (
    Column(_("Manual check"), Kind.TEXT, lambda row: row.title),
    Column(_("Amount"), Kind.SIGNED, lambda row: row.amount),
)


def check(begin: Mapping[str, int], money: Lines) -> Section[CheckRow]:
    """Closing − opening − fills + credits + drop − paid out + cagnotte, and how that comes to the house's result.
    `begin`: what the accounts held at the beginning."""
    rows = tuple(_check_rows(begin["tray"], money))
    return Section(_("Manual check"), CHECK, rows, abnormal=lambda row: row.wrong)


def _check_rows(begin: int, money: Lines) -> Iterator[CheckRow]:
    tray = money.get("tray", Counter[str]())
    terms = (
        CheckRow(_("Tray at the end"), begin + sum(tray.values())),
        CheckRow(_("− tray at the beginning"), -begin),
        CheckRow(_("− fills"), -tray["fill"]),
        CheckRow(_("+ credits"), -tray["credit"]),
        CheckRow(_("+ drop"), -tray["buy_in"]),
        CheckRow(_("− paid out"), -tray["cash_out"]),
        CheckRow(_("+ cagnotte"), deducted_of(money)),
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


# Line → the purposes of its payments. Of several lines, what the ledger keeps under one purpose is one line.
PURPOSES = {
    "punto": (Purpose.PUNTO_LOST, Purpose.PUNTO_WON),
    "banca": (Purpose.BANCA_LOST, Purpose.BANCA_WON, Purpose.BANCA_DEDUCTION),
    "tie": (Purpose.TIE_LOST, Purpose.TIE_WON),
    "side_bets": (Purpose.CHANCE_LOST, Purpose.CHANCE_WON, Purpose.CHANCE_DEDUCTION),
    "bank": (Purpose.BANK_LOST, Purpose.BANK_WON, Purpose.BANK_DEDUCTION),
    **BESIDE,
}
WHERE_MOVED = ("side_bets", *BESIDE)  # lines that are only there where money moved


@dataclass(frozen=True, slots=True)
class ProofRow:
    """The house's win on one chance, twice."""

    title: Text
    by_passes: int
    by_ledger: int

    @property
    def difference(self) -> int:
        """0, unless something is wrong."""
        return self.by_passes - self.by_ledger


PROOF: tuple[Column[ProofRow], ...] = (
    Column(_("Chance"), Kind.TEXT, lambda row: row.title),
    Column(_("By the passes"), Kind.SIGNED, lambda row: row.by_passes),
    Column(_("By the ledger"), Kind.SIGNED, lambda row: row.by_ledger),
    Column(_("Difference"), Kind.SIGNED, lambda row: row.difference),
)


def proof(game: Game, money: Lines, kept: Mapping[str, int]) -> Section[ProofRow]:
    """`kept`: line → what the house kept beside payments, by the record. What neither side explains has a row."""
    rows = tuple(_proof_rows(game, money, kept))
    whole = ProofRow(_("House's result"), sum(row.by_passes for row in rows), result_of(money))
    return Section(_("Passes and ledger"), PROOF, rows, whole, abnormal=lambda row: bool(row.difference))


def _proof_rows(game: Game, money: Lines, kept: Mapping[str, int]) -> Iterator[ProofRow]:
    explained, won = 0, _by_purpose(game)
    for line, purposes in PURPOSES.items():
        by_passes = sum(won[purpose] for purpose in purposes) + kept.get(line, 0)
        by_ledger = _by_ledger(money, purposes)
        explained += by_ledger
        if by_passes or by_ledger or line not in WHERE_MOVED:
            yield ProofRow(LINE_LABELS[line], by_passes, by_ledger)
    if rest := result_of(money) - explained:
        yield ProofRow(_("Not explained"), 0, rest)


def _by_purpose(game: Game) -> Counter[Purpose]:
    """What the house won by the passes, by the purposes for which it moves."""
    found = Counter[Purpose]()
    for line in chances_of(game):
        figures = total(game, line)
        found[_purpose(line, "lost")] += figures.lost
        found[_purpose(line, "won")] -= figures.won
        found[_purpose(line, "deduction")] += figures.deducted
    return found


def _purpose(line: str, what: Literal["won", "lost", "deduction"]) -> Purpose:
    return Purpose(f"bank_{what}") if line == "bank" else paid_on(line, what)[0]


def _by_ledger(money: Lines, purposes: Iterable[str]) -> int:
    kinds = (money.get(kind, Counter[str]()) for kind in ("tray", "cagnotte"))
    return sum(moved[purpose] for moved in kinds for purpose in purposes)

"""The house's result reckoned twice: from the passes, and from the ledger."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from casino.common.wording import lazy_text as _
from ledger.totals import Lines, result_of
from tables.engine.purposes import Purpose
from tables.labels.money import LINE_LABELS
from tables.reports.report import Column, Kind, Section, Text
from tables.reports.selectors.game import Game, total
from tables.reports.selectors.money import SUITE

# Chance → the purposes of its payments.
PURPOSES = {
    "punto": (Purpose.PUNTO_LOST, Purpose.PUNTO_WON),
    "banca": (Purpose.BANCA_LOST, Purpose.BANCA_WON, Purpose.BANCA_DEDUCTION),
    "tie": (Purpose.TIE_LOST, Purpose.TIE_WON),
    "bank": (Purpose.BANK_LOST, Purpose.BANK_WON, Purpose.BANK_DEDUCTION),
}


@dataclass(frozen=True, slots=True)
class ProofRow:
    """What the house won on one chance, twice."""

    title: Text
    by_passes: int
    by_ledger: int

    @property
    def difference(self) -> int:
        """0, unless something is wrong."""
        return self.by_passes - self.by_ledger


COLUMNS: tuple[Column[ProofRow], ...] = (
    Column(_("Chance"), Kind.TEXT, lambda row: row.title),
    Column(_("By the passes"), Kind.SIGNED, lambda row: row.by_passes),
    Column(_("By the ledger"), Kind.SIGNED, lambda row: row.by_ledger),
    Column(_("Difference"), Kind.SIGNED, lambda row: row.difference),
)


def proof(game: Game, money: Lines, suites: int) -> Section[ProofRow]:
    """`suites` is what the house kept of banks given in suite, by the record. What neither side explains has a row."""
    rows = tuple(_rows(game, money, suites))
    whole = ProofRow(_("House's result"), sum(row.by_passes for row in rows), result_of(money))
    return Section(_("Passes and ledger"), COLUMNS, rows, whole, abnormal=lambda row: bool(row.difference))


def _rows(game: Game, money: Lines, suites: int) -> Iterator[ProofRow]:
    explained = 0
    for chance, purposes in PURPOSES.items():
        by_ledger = _by_ledger(money, purposes)
        explained += by_ledger
        yield ProofRow(LINE_LABELS[chance], total(game, chance).house, by_ledger)
    of_suites = _by_ledger(money, SUITE)
    if suites or of_suites:
        yield ProofRow(_("Suites"), suites, of_suites)
    if rest := result_of(money) - explained - of_suites:
        yield ProofRow(_("Not explained"), 0, rest)


def _by_ledger(money: Lines, purposes: Iterable[str]) -> int:
    kinds = (money.get(kind, Counter[str]()) for kind in ("tray", "cagnotte"))
    return sum(moved[purpose] for moved in kinds for purpose in purposes)

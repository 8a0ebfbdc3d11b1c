"""The sections on the game: results, turnover by chance, deductions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from casino.common.wording import lazy_text as _
from ledger.totals import Lines
from tables.labels.money import LINE_LABELS
from tables.projections.turnover import PASSES, Figures
from tables.reports.links import ArticleLink, PassesLink, no_passes_link
from tables.reports.report import Column, Kind, Section, Text
from tables.reports.selectors.game import CHANCES, Game, total
from tables.reports.selectors.money import SUITE


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How many passes had a result, and which share of those that were decided."""

    title: Text
    passes: int
    share: float | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """The figures of a chance. `house`: None for the house's own bank, whose result is in the bets against it."""

    title: Text
    figures: Figures
    house: int | None
    link: str | None = None

    def of_players(self, amount: int) -> int | None:
        """What players won or lost; None where it is the house's own bank that did."""
        return None if self.house is None else amount


@dataclass(frozen=True, slots=True)
class DeductionRow:
    """What was deducted by an article on one chance. `words`: the page with the article's words."""

    article: Text
    chance: Text
    amount: int
    link: str | None = None
    words: str | None = None


RESULTS: tuple[Column[ResultRow], ...] = (
    Column(_("Result"), Kind.TEXT, lambda row: row.title),
    Column(_("Passes"), Kind.COUNT, lambda row: row.passes, lambda row: row.link),
    Column(_("Share"), Kind.SHARE, lambda row: row.share),
)
TURNOVER: tuple[Column[ChanceRow], ...] = (
    Column(_("Chance"), Kind.TEXT, lambda row: row.title),
    Column(_("Bets"), Kind.COUNT, lambda row: row.figures.number, lambda row: row.link),
    Column(_("Turnover"), Kind.MONEY, lambda row: row.figures.staked),
    Column(_("Left by ties"), Kind.MONEY, lambda row: row.figures.stood),
    Column(_("Won by players"), Kind.MONEY, lambda row: row.of_players(row.figures.won)),
    Column(_("Lost by players"), Kind.MONEY, lambda row: row.of_players(row.figures.lost)),
    Column(_("Deductions"), Kind.MONEY, lambda row: row.figures.deducted),
    Column(_("House"), Kind.SIGNED, lambda row: row.house),
)
DEDUCTIONS: tuple[Column[DeductionRow], ...] = (
    Column(_("Article"), Kind.TEXT, lambda row: row.article, lambda row: row.words),
    Column(_("On"), Kind.TEXT, lambda row: row.chance),
    Column(_("Deductions"), Kind.MONEY, lambda row: row.amount, lambda row: row.link),
)


def results(game: Game, link: PassesLink) -> Section[ResultRow]:
    """How often each result came."""
    numbers = {result: total(game, line).number for result, line in PASSES.items()}
    decided = sum(number for result, number in numbers.items() if result != "void")
    rows = (
        ResultRow(LINE_LABELS[PASSES[result]], number, _share(result, number, decided), link(result=result))
        for result, number in numbers.items()
    )
    return Section(_("Results"), RESULTS, tuple(rows), ResultRow(_("Total"), sum(numbers.values())))


def _share(result: str, number: int, decided: int) -> float | None:
    return number / decided if decided and result != "void" else None


def chances(game: Game, link: PassesLink) -> Section[ChanceRow]:
    """What was staked, won, lost and deducted on each chance. The house's own bank is listed, but in no total
    (`own_bank_note`)."""
    rows = tuple(_chance_rows(game, link))
    whole = total(game, *CHANCES)
    return Section(_("Turnover by chance"), TURNOVER, rows, ChanceRow(_("Total"), whole, whole.house))


def own_bank_note(game: Game) -> Iterator[Text]:
    """What a reader has to know of the house's own bank, if it had one (argentina art. 37)."""
    if any(total(game, "house_bank")):
        yield _(
            "A bank of the house's own is its own money: it is listed by chance and in no total, as the bets against "
            "it have its result."
        )


def _chance_rows(game: Game, link: PassesLink) -> Iterator[ChanceRow]:
    for line in (*CHANCES, "house_bank"):
        figures = total(game, line)
        if any(figures):
            house = None if line == "house_bank" else figures.house
            yield ChanceRow(LINE_LABELS[line], figures, house, link(line=line))


def deductions(game: Game, money: Lines, link: PassesLink, words: ArticleLink) -> Section[DeductionRow]:
    """What was deducted, by article. The suites' deductions come from the ledger: they belong to no pass."""
    found = (*_deduction_rows(game, link), *_suites(money))
    rows = tuple(replace(row, words=words(str(row.article))) for row in found)
    whole = DeductionRow(_("Total"), "", sum(row.amount for row in rows))
    return Section(_("Deductions by article"), DEDUCTIONS, rows, whole, empty=_("Nothing was deducted."))


def deducted_by(game: Game, money: Lines) -> list[str]:
    """The numbers of the articles by which something was deducted."""
    return [str(row.article) for row in (*_deduction_rows(game, no_passes_link), *_suites(money))]


def _deduction_rows(game: Game, link: PassesLink) -> Iterator[DeductionRow]:
    for (line, article), figures in sorted(game.items(), key=lambda item: (item[0][1], item[0][0])):
        if figures.deducted:
            behind = link(line=line, article=article, deducted=1)
            yield DeductionRow(article, LINE_LABELS[line], figures.deducted, behind)


def _suites(money: Lines) -> Iterator[DeductionRow]:
    cagnotte = money.get("cagnotte", Counter[str]())
    if kept := sum(cagnotte[purpose] for purpose in SUITE):
        yield DeductionRow("38", _("Suites"), kept)

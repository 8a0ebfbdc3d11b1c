"""The sections on the game: results, turnover by chance, what the odds say of it, deductions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from casino.common.wording import lazy_text as _
from ledger.totals import Lines as Money
from tables.record.projections.sums import PASSES, Figures
from tables.reports.links import ArticleLink, PassesLink, no_passes_link
from tables.reports.report import Column, Kind, Section, Text
from tables.reports.selectors.game import FIRST, Game, chances_of, total
from tables.reports.selectors.money import COMMISSION, SUITES, kept_by_ledger
from tables.reports.selectors.prospects import Prospect, Prospects
from tables.rules.reglamento import Reglamento
from tables.view.labels.money import LINE_LABELS, line_label


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a report as the reglamentos that were played have them: called with one, its label."""

    played: Sequence[Reglamento] = ()

    def __call__(self, line: str) -> Text:
        return line_label(line, self.played)

    def of(self, game: Game) -> tuple[str, ...]:
        """The chances of a game in the order of the reglamento."""
        return chances_of(game, self.played)

    @property
    def commission(self) -> str:
        """The article by which commission is kept; empty where the reglamentos have several."""
        articles = {rules.article("banca_tax") or "" for rules in self.played}
        return articles.pop() if len(articles) == 1 else ""


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
        """The amount that players won or lost; None where it is the house's own bank that did."""
        return None if self.house is None else amount


@dataclass(frozen=True, slots=True)
class OddsRow:
    """The house's win on a chance, beside what it expects of such stakes."""

    title: Text
    prospect: Prospect

    @property
    def expected(self) -> int:
        """In whole units."""
        return round(self.prospect.expected)

    def share(self, amount: float) -> float | None:
        """The amount as a part of the stakes; None without any."""
        return amount / self.prospect.staked if self.prospect.staked else None


@dataclass(frozen=True, slots=True)
class DeductionRow:
    """The deductions by an article on one chance. `words`: the page with the article's words."""

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
    Column(_("Pushed"), Kind.MONEY, lambda row: row.figures.stood),
    Column(_("Won by players"), Kind.MONEY, lambda row: row.of_players(row.figures.won)),
    Column(_("Lost by players"), Kind.MONEY, lambda row: row.of_players(row.figures.lost)),
    Column(_("Deductions"), Kind.MONEY, lambda row: row.figures.deducted),
    Column(_("House"), Kind.SIGNED, lambda row: row.house),
)
ODDS: tuple[Column[OddsRow], ...] = (
    Column(_("Chance"), Kind.TEXT, lambda row: row.title),
    Column(_("Staked"), Kind.MONEY, lambda row: row.prospect.staked),
    Column(_("House"), Kind.SIGNED, lambda row: row.prospect.house),
    Column(_("Of the stakes"), Kind.SHARE, lambda row: row.share(row.prospect.house)),
    Column(_("Expected"), Kind.SIGNED, lambda row: row.expected),
    Column(_("By the odds"), Kind.SHARE, lambda row: row.share(float(row.prospect.expected))),
    Column(_("Distance"), Kind.SIGNED, lambda row: row.prospect.house - row.expected),
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


def chances(game: Game, money: Money, link: PassesLink, labels: Lines) -> Section[ChanceRow]:
    """The figures of each chance. The house's own bank is listed, but in no total (`own_bank_note`); what is
    kept beside payments, of suites and as commission at the end of the shoe, belongs to no bet."""
    rows = tuple(_chance_rows(game, link, labels))
    whole = total(game, *labels.of(game))
    for line, amount in kept_by_ledger(money).items():
        if amount:
            kept = Figures(deducted=amount)
            rows, whole = (*rows, ChanceRow(labels(line), kept, amount)), whole + kept
    sum_of = ChanceRow(_("Total"), whole, whole.house)
    return Section(_("Turnover by chance"), TURNOVER, rows, sum_of, empty=_("No bets."))


def odds(found: Prospects, labels: Lines) -> Section[OddsRow]:
    """What the house won on each chance, and what it expects of such stakes."""
    lines = sorted(found, key=_place(labels))
    rows = tuple(OddsRow(labels(line), found[line]) for line in lines if found[line] != Prospect())
    whole = OddsRow(_("Total"), sum(found.values(), Prospect()))
    return Section(_("Theory and practice"), ODDS, rows, whole, empty=_("No bets."))


def _place(labels: Lines) -> Callable[[str], int]:
    """Where a line stands among all: as it does by chance, and what is kept beside payments last."""
    offered = (chance.slug for rules in labels.played for chance in rules.chances)
    order = [*dict.fromkeys([*FIRST, *offered]), "bank", "house_bank"]
    return lambda line: order.index(line) if line in order else len(order)


def own_bank_note(game: Game) -> Iterator[Text]:
    """A note on the house's own bank, if it had one (argentina art. 37)."""
    if any(total(game, "house_bank")):
        yield _(
            "A bank of the house's own is its own money: it is listed by chance and in no total, as the bets against "
            "it have its result."
        )


def _chance_rows(game: Game, link: PassesLink, labels: Lines) -> Iterator[ChanceRow]:
    for line in (*labels.of(game), "house_bank"):
        figures = total(game, line)
        if any(figures):
            house = None if line == "house_bank" else figures.house
            yield ChanceRow(labels(line), figures, house, link(line=line))


def deductions(
    game: Game, money: Money, link: PassesLink, words: ArticleLink, labels: Lines
) -> Section[DeductionRow]:
    """The deductions by article. What is kept beside payments comes from the ledger: it belongs to no pass."""
    found = (*_deduction_rows(game, link, labels), *_beside(money, labels))
    rows = tuple(replace(row, words=words(str(row.article))) for row in found)
    whole = DeductionRow(_("Total"), "", sum(row.amount for row in rows))
    return Section(_("Deductions by article"), DEDUCTIONS, rows, whole, empty=_("Nothing was deducted."))


def deducted_by(game: Game, money: Money, played: Sequence[Reglamento]) -> list[str]:
    """The numbers of the articles by which something was deducted, under these reglamentos."""
    labels = Lines(played)
    return [
        str(row.article) for row in (*_deduction_rows(game, no_passes_link, labels), *_beside(money, labels))
    ]


def _deduction_rows(game: Game, link: PassesLink, labels: Lines) -> Iterator[DeductionRow]:
    place = _place(labels)
    for (line, article), figures in sorted(game.items(), key=lambda item: (item[0][1], place(item[0][0]))):
        if figures.deducted:
            behind = link(line=line, article=article, deducted=1)
            yield DeductionRow(article, labels(line), figures.deducted, behind)


def _beside(money: Money, labels: Lines) -> Iterator[DeductionRow]:
    kept = kept_by_ledger(money)
    if kept[SUITES]:
        yield DeductionRow("38", LINE_LABELS[SUITES], kept[SUITES])
    if kept[COMMISSION]:
        yield DeductionRow(labels.commission, LINE_LABELS[COMMISSION], kept[COMMISSION])

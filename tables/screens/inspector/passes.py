"""A whole pass on one page: its cards, bets and payments, every act in order, and the articles in their own words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tables.models import Bet, Dispute, Line, Pass, Record, Table
from tables.record.history import RecordHistory
from tables.record.openings import Openings
from tables.record.put_away import begin_of, refusal_at
from tables.record.reglamentos.catalogue import resolve
from tables.record.search import Filters, first_of_pass, fitting
from tables.rules.source import Article
from tables.view.names import Names, names_at
from tables.view.timeline.disputes import decisions_that_fit, of_pass
from tables.view.timeline.rows import Row, rows_of
from tables.view.timeline.search import Shown
from tables.view.timeline.slips import slips_that_fit, steps_that_fit

MOST_ACTS = 300  # of one pass


@dataclass(frozen=True, slots=True)
class Payment:
    """A bet, and what it came to; None until the pass is paid. `net`: what the player won, after the deduction."""

    player: str
    chance: str
    stake: int
    win: int | None
    deduction: int | None
    article: str

    @property
    def net(self) -> int | None:
        """Negative for a loss."""
        return None if self.win is None else self.win - (self.deduction or 0)


@dataclass(frozen=True, slots=True)
class Stayed:
    """A stake or a bank that lay on the table when the pass began, without any act of this pass. `number`: of the pass
    that left it there; `record`: of what ended that one."""

    player: str
    chance: str
    amount: int
    number: int
    record: int


@dataclass(frozen=True, slots=True)
class WholePass:
    """`hand`: its row, None for a pass of which nothing was dealt or bet yet. `banker`: empty where the house holds the
    bank. `record`: what paid or voided it. `before`, `after`: the numbers of the passes beside it. `more`: there were
    more acts than are listed."""

    number: int
    hand: Pass | None
    banker: str
    card_holder: str
    payments: tuple[Payment, ...]
    record: Record | None
    disputes: tuple[Dispute, ...]
    stayed: tuple[Stayed, ...]
    acts: tuple[Row, ...]
    more: bool
    articles: tuple[Article, ...]
    reglamento: str | None
    before: int | None
    after: int | None


def whole_pass(table: Table, number: int) -> WholePass | None:
    """The pass of that number at the table; None if there was none. Raises Refusal (`put_away`)."""
    if begin_of(table.pk) and (away := refusal_at(table.pk, _first_read(table, number))):
        raise away
    acts = _acts(table, number)
    if not acts:
        return None
    rows = tuple(rows_of(acts[:MOST_ACTS]))
    hand = Pass.objects.filter(table=table, number=number).first()
    names = names_at(table, _players(hand))
    reglamento = _reglamento(table, acts)
    return WholePass(
        number,
        hand,
        names.banker(table.slug, hand.bank_holder, hand.bank_associate) if hand else "",
        names.player(table.slug, hand.card_holder) if hand and hand.card_holder else "",
        tuple(_payments(table, hand, names)) if hand else (),
        Record.objects.filter(table=table, number=hand.paid).first() if hand and hand.paid else None,
        tuple(one for one in acts if isinstance(one, Dispute)),
        tuple(_stayed(table, number)),
        rows,
        len(acts) > MOST_ACTS,
        _articles(reglamento, rows),
        reglamento,
        _beside(table, number - 1),
        _beside(table, number + 1),
    )


def _first_read(table: Table, number: int) -> int:
    """The number of the first record that is read for a pass: the end of the one before."""
    before = Pass.objects.filter(table=table, number=number - 1, paid__isnull=False)
    found = [first_of_pass(table, number), before.values_list("paid", flat=True).first()]
    return min((one for one in found if one is not None), default=table.records)


def _stayed(table: Table, number: int) -> Iterator[Stayed]:
    """The amount that the pass before left on the table, by the record that ended it."""
    before = Pass.objects.filter(table=table, number=number - 1, paid__isnull=False).first()
    if before is None or before.paid is None:
        return
    record = Record.objects.get(table=table, number=before.paid)
    state = RecordHistory(table.pk, record.version).state_at(record.version)
    if state.current.number != number:
        return  # an act of this pass took it back
    bank = state.bank
    holders = {bank.holder or "", bank.associate or ""} if bank else set()
    names = names_at(table, {bet.player for bet in state.current.bets} | holders - {""})
    for bet in state.current.bets:
        player = names.player(table.slug, bet.player)
        yield Stayed(player, bet.chance, bet.amount, before.number, record.number)
    if bank:
        banker = names.banker(table.slug, bank.holder or "", bank.associate or "")
        kind = "bank" if bank.holder else "house_bank"
        yield Stayed(banker, kind, bank.stake, before.number, record.number)


def _acts(table: Table, number: int) -> list[Shown]:
    """The records of the pass with the slips of that time, and its disputes with what was decided, oldest first."""
    wanted = Filters(table=table.slug, hand=number)
    found: list[Shown] = list(fitting(wanted).order_by("number")[: MOST_ACTS + 1])
    if found:
        found += [*slips_that_fit(wanted, None), *steps_that_fit(wanted, None)]
        found += [*of_pass(table, number), *decisions_that_fit(wanted)]
    return sorted(found, key=lambda one: one.at)


def _players(hand: Pass | None) -> set[str]:
    if hand is None:
        return set()
    bets = hand.bets.values_list("player", flat=True)
    return {*bets, hand.bank_holder, hand.bank_associate, hand.card_holder} - {""}


def _payments(table: Table, hand: Pass, names: Names) -> Iterable[Payment]:
    for bet in Bet.objects.filter(hand=hand).order_by("pk"):
        player = names.player(table.slug, bet.player)
        yield Payment(player, bet.chance, bet.amount, bet.win, bet.deduction, bet.article)
    if hand.bank_stake is not None:
        banker = names.banker(table.slug, hand.bank_holder, hand.bank_associate)
        win, deduction = hand.bank_win, hand.bank_deduction
        yield Payment(banker, _bank(hand), hand.bank_stake, win, deduction, hand.bank_article)


def _bank(hand: Pass) -> str:
    return "bank" if hand.bank_holder else "house_bank"


def _reglamento(table: Table, acts: list[Shown]) -> str | None:
    first = next(one for one in acts if isinstance(one, Record))
    opening = Openings(table).at(first.number)
    return opening.reglamento if opening else None


def _articles(reglamento: str | None, rows: Iterable[Row]) -> tuple[Article, ...]:
    """The words of the articles that the acts cite, each once, without those that were undone."""
    if reglamento is None:
        return ()
    words = resolve(reglamento).source.articles
    cited = dict.fromkeys(number for row in rows if row.undone is None for number in row.cited)
    return tuple(words[number] for number in cited if number in words)


def _beside(table: Table, number: int) -> int | None:
    return number if Line.objects.filter(table=table, hand=number).exists() else None

"""The tables that more than one report is made of: results, chances, deductions, tray, boxes, proof, slips."""

from collections import Counter
from collections.abc import Callable, Iterable

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.accounts.labels import ROLES
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.purposes import over_short_of
from ledger.totals import Lines, result_of
from tables.engine.purposes import Purpose
from tables.labels.money import ACCOUNTS, KINDS, LINES, WAITS
from tables.names import Names, names_of
from tables.projections.turnover import PASSES, Figures
from tables.reports.paper import Cell, Column, Grid, Kind, Text
from tables.reports.window import SUITE, Game, total
from tables.slip_service import slug_of, state_of

CHANCES = ("punto", "banca", "tie", "bank")
MONEY_TITLES = (_("Turnover"), _("Left by ties"), _("Won by players"), _("Lost by players"), _("Deductions"))
# Chance → the purposes of its payments.
PURPOSES = {
    "punto": (Purpose.PUNTO_LOST, Purpose.PUNTO_WON),
    "banca": (Purpose.BANCA_LOST, Purpose.BANCA_WON, Purpose.BANCA_DEDUCTION),
    "tie": (Purpose.TIE_LOST, Purpose.TIE_WON),
    "bank": (Purpose.BANK_LOST, Purpose.BANK_WON, Purpose.BANK_DEDUCTION),
}
BOXES = ("cagnotte", "tips", "drop")

Link = Callable[..., str | None]


def results(game: Game, link: Link) -> Grid:
    """How often each result came."""
    passes = {result: total(game, line).number for result, line in PASSES.items()}
    decided = sum(number for result, number in passes.items() if result != "void")
    rows = [
        (
            Cell(LINES[PASSES[result]]),
            Cell(number, link(result=result)),
            Cell(number / decided if decided and result != "void" else None),
        )
        for result, number in passes.items()
    ]
    columns = (Column(_("Result")), Column(_("Passes"), Kind.COUNT), Column(_("Share"), Kind.SHARE))
    return Grid(
        _("Results"), columns, tuple(rows), (Cell(_("Total")), Cell(sum(passes.values())), Cell(None))
    )


def chances(game: Game, link: Link) -> Grid:
    """What was staked, won, lost and deducted on each chance."""
    lines = [(line, total(game, line)) for line in CHANCES]
    rows = [
        _chance_row(LINES[line], figures, link(line=line)) for line, figures in lines if any(figures.values())
    ]
    if any((own := total(game, "house_bank")).values()):
        # Beside the sum: the house plays there with its own money, and what it comes to is in the bets.
        rows.append((*_chance_row(LINES["house_bank"], own, link(line="house_bank"))[:-1], Cell(None)))
    columns = (
        *(Column(_("Chance")), Column(_("Bets"), Kind.COUNT)),
        *(Column(title, Kind.MONEY) for title in MONEY_TITLES),
        Column(_("House"), Kind.SIGNED),
    )
    whole = sum((figures for _line, figures in lines), Figures())
    return Grid(_("Turnover by chance"), columns, tuple(rows), _chance_row(_("Total"), whole, None))


def _chance_row(title: Text, figures: Figures, link: str | None) -> tuple[Cell, ...]:
    number, *money = figures.values()
    return (Cell(title), Cell(number, link), *map(Cell, money), Cell(figures.house))


def deductions(game: Game, money: Lines, link: Link) -> Grid:
    """What was deducted, by article; the suites' from the ledger, for they belong to no pass."""
    rows = [
        (
            Cell(article),
            Cell(LINES[line]),
            Cell(figures.deducted, link(line=line, article=article, deducted=1)),
        )
        for (line, article), figures in sorted(game.items(), key=lambda item: (item[0][1], item[0][0]))
        if figures.deducted
    ]
    cagnotte = money.get("cagnotte", Counter[str]())
    if suites := sum(cagnotte[purpose] for purpose in SUITE):
        rows.append((Cell("38"), Cell(_("Suites")), Cell(suites)))
    columns = (Column(_("Article")), Column(_("On")), Column(_("Deductions"), Kind.MONEY))
    whole = sum(int(str(row[2].value)) for row in rows)
    return Grid(
        _("Deductions by article"),
        columns,
        tuple(rows),
        (Cell(_("Total")), Cell(""), Cell(whole)),
        empty=_("Nothing was deducted."),
    )


def proof(game: Game, money: Lines, suites: int) -> Grid:
    """The same win twice: added up from the passes, and from the ledger's entries. `suites`: what the house kept of
    banks given in suite, by the record. What neither explains is a line of its own."""
    both = [
        (LINES[chance], total(game, chance).house, _by_ledger(money, names))
        for chance, names in PURPOSES.items()
    ]
    if suites or _by_ledger(money, SUITE):
        both.append((_("Suites"), suites, _by_ledger(money, SUITE)))
    by_passes, by_ledger = sum(line[1] for line in both), sum(line[2] for line in both)
    if by_ledger != result_of(money):
        both.append((_("Not explained"), 0, result_of(money) - by_ledger))
    rows = [_proof_row(*line) for line in both]
    columns = (
        Column(_("Chance")),
        Column(_("By the passes"), Kind.SIGNED),
        Column(_("By the ledger"), Kind.SIGNED),
        Column(_("Difference"), Kind.SIGNED),
    )
    wrong = frozenset(number for number, row in enumerate(rows) if row[3].value)
    whole = _proof_row(_("House's result"), by_passes, result_of(money))
    return Grid(_("Passes and ledger"), columns, tuple(rows), whole, abnormal=wrong)


def _by_ledger(money: Lines, names: Iterable[str]) -> int:
    return sum(money.get(kind, Counter[str]())[name] for kind in ("tray", "cagnotte") for name in names)


def _proof_row(title: Text, by_passes: int, by_ledger: int) -> tuple[Cell, ...]:
    return (Cell(title), Cell(by_passes), Cell(by_ledger), Cell(by_passes - by_ledger))


def tray(begin: int, money: Lines, counted: tuple[int, int] | None) -> Grid:
    """From the tray that was found to the tray that should be there. `counted`: what was expected and what was found
    at the end, where it has been counted."""
    moved = money.get("tray", Counter[str]())
    game = sum(moved[purpose] for purpose in Purpose if purpose.in_result)
    # Of all that is no result only a bank of the house's own is put up out of the tray.
    own_bank = sum(moved[purpose] for purpose in Purpose if not purpose.in_result)
    closing = moved[over_short_of("closing")]
    lines: list[tuple[Text, int]] = [
        (_("At the beginning"), begin),
        *((KINDS[kind], moved[kind]) for kind in ("fill", "credit", "buy_in", "cash_out")),
        (_("Paid and won at the game"), game),
        *([(_("The house's bank put up and taken back"), own_bank)] if own_bank else []),
        (_("Differences found before"), moved[over_short_of("opening")] + moved[over_short_of("count")]),
    ]
    expected = sum(amount for _title, amount in lines)
    rows = [(Cell(title), Cell(amount)) for title, amount in lines]
    rows.append((Cell(_("Expected")), Cell(expected, kind=Kind.MONEY)))
    if counted:
        rows.append((Cell(_("Counted")), Cell(counted[1], kind=Kind.MONEY)))
        rows.append((Cell(_("Difference")), Cell(closing)))
    columns = (Column(_("Tray")), Column(_("Amount"), Kind.SIGNED))
    wrong = {len(rows) - 1} if closing else set()
    if counted and counted[0] != expected:
        wrong.add(len(lines))
    return Grid(_("Tray"), columns, tuple(rows), abnormal=frozenset(wrong))


def boxes(begin: dict[str, int], money: Lines) -> Grid:
    """Cagnotte, tips and drop: what lay in them, came, was emptied, and lies there now."""
    rows = [_box(name, begin.get(name, 0), money.get(name, Counter[str]())) for name in BOXES]
    titles = (_("At the beginning"), _("Came"), _("Emptied"), _("Differences"), _("At the end"))
    columns = (Column(_("Box")), *(Column(title, Kind.SIGNED) for title in titles))
    return Grid(_("Boxes"), columns, tuple(rows))


def _box(name: str, begin: int, moved: Counter[str]) -> tuple[Cell, ...]:
    out, off = moved[f"{name}_out"], moved[over_short_of(f"{name}_out")]
    came = sum(moved.values()) - out - off
    return (Cell(ACCOUNTS[name]), *map(Cell, (begin, came, out, off, begin + came + out + off)))


def slips(found: Iterable[Slip]) -> Grid:
    """Every slip, with who asked for it and how far it came."""
    shown = list(found)
    names = names_of((slip.book, slip.player) for slip in shown)
    columns = (
        *(Column(_("Number")), Column(_("Time"), Kind.TIME), Column(_("Slip")), Column(_("Table"))),
        *(Column(_("Player")), Column(_("Amount"), Kind.MONEY), Column(_("Difference"), Kind.SIGNED)),
        *(Column(_("State")), Column(_("Who"))),
    )
    rows = tuple(slip_row(slip, names) for slip in shown)
    wrong = frozenset(number for number, row in enumerate(rows) if row[6].value)
    return Grid(_("Slips"), columns, rows, empty=_("No slips."), abnormal=wrong)


def slip_row(slip: Slip, names: Names) -> tuple[Cell, ...]:
    """Number, time, kind, table, player, amount, difference, state, who."""
    off = slip.amount - slip.expected if slip.expected is not None and not selectors.is_void(slip) else None
    who = dict.fromkeys([slip.actor, *(step.actor for step in slip.taken.all())])
    return (
        Cell(str(slip.number), reverse("slip", args=[slip.number])),
        Cell(slip.at),
        Cell(KINDS[slip.kind]),
        Cell(names.place(slip.book)),
        Cell(names.player(slug_of(slip.book) or "", slip.player)),
        Cell(slip.amount),
        Cell(off or None),
        Cell(WAITS[state_of(slip)]),
        Cell(", ".join(who)),
    )


def reasons(slip: Slip) -> str:
    """What who asked for it said, and who signed."""
    return " · ".join(filter(None, [slip.reason, *(step.reason for step in slip.taken.all())]))


def signers(slip: Slip) -> str:
    """Who stands under a slip, each with the role that he had then."""
    signed = [(slip.actor, slip.role), *((step.actor, step.role) for step in slip.taken.all())]
    return ", ".join(f"{name} ({ROLES[role]})" for name, role in signed)

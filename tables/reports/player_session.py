"""What one player did at a table: chips bought and given back, bets and banks, and how it came out."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import sub

from django.db.models import Count, F, Max, Prefetch, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ledger.cage.models import Slip
from tables.labels.money import LINES
from tables.models import Bet, Pass, Table
from tables.names import names_at
from tables.reports import grids
from tables.reports.paper import Cell, Column, Fact, Grid, Kind, Paper
from tables.reports.passes_list import with_bets_of

SHOWN = 500
EXCHANGES = ("buy_in", "cash_out", "tip")
BANK = ("bank_stake", "bank_win", "bank_deduction")


@dataclass(frozen=True, slots=True)
class OnChance:
    """What a player staked and won on one chance; `won` before the deduction."""

    chance: str
    bets: int
    staked: int
    won: int
    deducted: int

    @property
    def result(self) -> int:
        """For the player."""
        return self.won - self.deducted


def player_session(
    table: Table, player: str, passes: QuerySet[Pass], slips: QuerySet[Slip], kept: Counter[str], chips: int
) -> Paper:
    """`passes`, `slips`, what the house `kept` of suites, and the `chips` that the player got by the game, as the
    ledger has them: of the shift or the time that is looked at."""
    lines = [
        *_on_bets(passes, player),
        *_of_one(player, _on_banks(_with_bank_of(passes, player))),
        *_on_suites(kept[player]),
    ]
    own = slips.filter(player=player)
    called = names_at(table, [player]).player(table.slug, player)
    exchanged = {kind: _exchanged(own, kind) for kind in EXCHANGES}
    bets = Bet.objects.filter(hand__in=passes, player=player).aggregate(most=Max("amount"))
    staked, count = sum(line.staked for line in lines), sum(line.bets for line in lines)
    return Paper(
        name=f"{table.slug}-{player}",
        title=f"{called} · {table.name}",
        facts=(
            Fact(_("Bets and banks"), count, Kind.COUNT),
            Fact(_("Staked"), staked, Kind.MONEY),
            Fact(_("Average stake"), round(staked / count) if count else None, Kind.MONEY),
            Fact(_("Largest bet"), bets["most"], Kind.MONEY),
            Fact(_("Deductions"), sum(line.deducted for line in lines), Kind.MONEY),
            Fact(_("Player's result"), sum(line.result for line in lines), Kind.SIGNED),
            Fact(_("Chips won or lost, by the ledger"), chips, Kind.SIGNED),
            Fact(_("Chips bought"), exchanged["buy_in"], Kind.MONEY),
            Fact(_("Chips given back"), exchanged["cash_out"], Kind.MONEY),
            Fact(_("Tips"), exchanged["tip"], Kind.MONEY),
        ),
        grids=(_by_chance(lines), _passes(table, player, passes), grids.slips(own.prefetch_related("taken"))),
        notes=(
            _(
                "By the ledger: less what still lies on the table, and with an associate's half in whole chips."
            ),
        ),
    )


def nobody(table: Table, said: str, meant: Sequence[tuple[str, str]]) -> Paper:
    """No session: nobody at the table is called so, or more than one is. `meant`: those, each with his session's
    page."""
    names = names_at(table, [player for player, _page in meant])
    rows = tuple((Cell(names.player(table.slug, player), page),) for player, page in meant)
    empty = _("Nobody of this name is known at this table.")
    return Paper(
        name=f"{table.slug}-players",
        title=f"{said} · {table.name}",
        grids=(Grid(_("Players"), (Column(_("Player")),), rows, empty=empty),),
    )


def players_of(
    table: Table,
    passes: QuerySet[Pass],
    slips: QuerySet[Slip],
    kept: Counter[str],
    link: Callable[[str], str | None],
) -> Grid:
    """Everybody who bet, held a bank or came to the counter, with how it came out. `kept`: player → what the house
    kept of his suites; `link`: to a player's session."""
    lines: dict[str, list[OnChance]] = {}
    bets = Bet.objects.filter(hand__in=passes, win__isnull=False).values_list("player", "chance")
    for player, *line in bets.annotate(**_sums("amount", "win", "deduction")).order_by():
        lines.setdefault(player, []).append(OnChance(*line))
    for player, bank in _on_banks(passes):
        lines.setdefault(player, []).append(bank)
    for player, amount in kept.items():
        lines.setdefault(player, []).extend(_on_suites(amount))
    exchanged = _exchanged_by_player(slips)
    players = sorted(lines.keys() | exchanged.keys())
    names = names_at(table, players)
    called = {player: Cell(names.player(table.slug, player), link(player)) for player in players if player}
    called |= {"": Cell(_("not known"))} if "" in exchanged else {}
    figures = {player: _figures(lines.get(player, []), exchanged.get(player, {})) for player in called}
    rows = tuple((cell, *map(Cell, figures[player])) for player, cell in called.items())
    whole = (Cell(_("Total")), *map(Cell, map(sum, zip(*figures.values(), strict=True))))
    columns = (
        *(Column(_("Player")), Column(_("Bets"), Kind.COUNT), Column(_("Staked"), Kind.MONEY)),
        Column(_("Player's result"), Kind.SIGNED),
        *(Column(title, Kind.MONEY) for title in (_("Chips bought"), _("Chips given back"), _("Tips"))),
    )
    return Grid(_("Players"), columns, rows, whole if rows else None, empty=_("No bets."))


def _sums(stake: str, win: str, deduction: str) -> dict[str, Count | Sum]:
    return {"n": Count("pk"), "s": Sum(stake), "w": Sum(win), "d": Sum(deduction)}


def _exchanged_by_player(slips: QuerySet[Slip]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    sums = _done(slips).filter(kind__in=EXCHANGES).values_list("player", "kind")
    for player, kind, amount in sums.annotate(total=Sum("amount")).order_by():
        found.setdefault(player, {})[kind] = amount
    return found


def _figures(lines: list[OnChance], exchanged: dict[str, int]) -> tuple[int, ...]:
    """Bets, staked, result, chips bought, given back, tips."""
    return (
        sum(line.bets for line in lines),
        sum(line.staked for line in lines),
        sum(line.result for line in lines),
        *(exchanged.get(kind, 0) for kind in EXCHANGES),
    )


def _on_bets(passes: QuerySet[Pass], player: str) -> list[OnChance]:
    bets = Bet.objects.filter(hand__in=passes, player=player, win__isnull=False).values_list("chance")
    sums = bets.annotate(**_sums("amount", "win", "deduction"))
    return [OnChance(*line) for line in sums.order_by("chance")]


def _on_banks(passes: QuerySet[Pass]) -> Iterator[tuple[str, OnChance]]:
    """Each who held banks in these passes, and each who was an associate in them, with his part."""
    banks = passes.filter(bank_win__isnull=False).exclude(bank_holder="")
    sums = banks.values_list("bank_holder", "bank_associate").annotate(
        **_sums(*BANK),
        **{f"half_{name}": Sum(F(name) / 2) for name in BANK},
    )
    for holder, associate, number, *figures in sums.order_by():
        whole, half = figures[: len(BANK)], figures[len(BANK) :]
        if associate:
            yield holder, OnChance("bank", number, *map(sub, whole, half))
            yield associate, OnChance("bank", number, *half)
        else:
            yield holder, OnChance("bank", number, *whole)


def _of_one(player: str, banks: Iterable[tuple[str, OnChance]]) -> list[OnChance]:
    own = [line for who, line in banks if who == player]
    if not own:
        return []
    figures = [(line.bets, line.staked, line.won, line.deducted) for line in own]
    return [OnChance("bank", *map(sum, zip(*figures, strict=True)))]


def _on_suites(kept: int) -> Iterable[OnChance]:
    """Art. 38: of a bank given in suite, which is no bet of its own."""
    return [OnChance("suite", 0, 0, 0, kept)] if kept else []


def _exchanged(slips: QuerySet[Slip], kind: str) -> int:
    return _done(slips).filter(kind=kind).aggregate(total=Sum("amount"))["total"] or 0


def _done(slips: QuerySet[Slip]) -> QuerySet[Slip]:
    return slips.filter(Q(steps=[]) | Q(taken__done=True)).exclude(taken__name="void")


def _by_chance(lines: list[OnChance]) -> Grid:
    columns = (
        *(Column(_("Chance")), Column(_("Bets"), Kind.COUNT), Column(_("Staked"), Kind.MONEY)),
        *(Column(_("Won or lost"), Kind.SIGNED), Column(_("Deductions"), Kind.MONEY)),
        Column(_("Player's result"), Kind.SIGNED),
    )
    rows = tuple(
        (Cell(LINES[line.chance]), *map(Cell, (line.bets, line.staked, line.won, line.deducted, line.result)))
        for line in lines
    )
    return Grid(_("By chance"), columns, rows, empty=_("No bets."))


def _passes(table: Table, player: str, passes: QuerySet[Pass]) -> Grid:
    columns = (
        *(Column(_("Pass"), Kind.COUNT), Column(_("Time"), Kind.TIME), Column(_("Result"))),
        *(Column(_("On")), Column(_("Staked"), Kind.MONEY), Column(_("Player's result"), Kind.SIGNED)),
    )
    own = Prefetch("bets", Bet.objects.filter(player=player))
    played = with_bets_of(passes, player).prefetch_related(own).order_by("-number")[:SHOWN]
    rows = tuple(row for one in played for row in _of_pass(table, player, one))
    return Grid(_("Passes"), columns, rows, empty=_("No passes."))


def _part(played: Pass, player: str, figure: int) -> int:
    """A player's part of a bank's figure: the odd unit is not the associate's."""
    half = abs(figure) // 2 * (1 if figure > 0 else -1) if played.bank_associate else 0
    return half if player == played.bank_associate else figure - half


def _with_bank_of(passes: QuerySet[Pass], player: str) -> QuerySet[Pass]:
    return passes.filter(Q(bank_holder=player) | Q(bank_associate=player))


def _of_pass(table: Table, player: str, played: Pass) -> list[tuple[Cell, ...]]:
    stakes = [(bet.chance, bet.amount, (bet.win or 0) - (bet.deduction or 0)) for bet in played.bets.all()]
    if player in (played.bank_holder, played.bank_associate) and played.bank_win is not None:
        staked, won, deducted = (_part(played, player, getattr(played, name) or 0) for name in BANK)
        stakes.append(("bank", staked, won - deducted))
    where = Cell(played.number, reverse("record", args=[table.slug, played.paid]))
    return [
        (where, *map(Cell, (played.paid_at, LINES[f"pass_{played.result}"], LINES[chance], stake, result)))
        for chance, stake, result in stakes
    ]

"""One player at a table: chips bought and given back, bets and banks, and the result."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Prefetch

from casino.common.wording import lazy_text as _
from ledger.cage.exchanges import exchanged_by_player
from ledger.cage.purposes import Purpose
from tables.engine.command import CHANCES as CHANCES_BET
from tables.house_reglamentos.words import speaking
from tables.labels.money import LINE_LABELS
from tables.models import Bet, Pass, Table
from tables.names import names_at
from tables.reports.links import record_link
from tables.reports.report import Column, KeyFigure, Kind, Report, Section
from tables.reports.sections.slips import slips
from tables.reports.selectors.money import chips_won, suites
from tables.reports.selectors.players import (
    Stakes,
    part_of_bank,
    passes_of_player,
    stakes_by_player,
)
from tables.reports.selectors.scope import Scope

SHOWN = 500


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """What the player staked and won on one chance."""

    chance: str
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class PassRow:
    """What the player staked and won on one chance in one pass."""

    number: int
    link: str
    at: datetime | None
    result: str
    chance: str
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class NameRow:
    """A player who may have been meant."""

    name: str
    link: str


CHANCES: tuple[Column[ChanceRow], ...] = (
    Column(_("Chance"), Kind.TEXT, lambda row: LINE_LABELS[row.chance]),
    Column(_("Bets"), Kind.COUNT, lambda row: row.stakes.bets),
    Column(_("Staked"), Kind.MONEY, lambda row: row.stakes.staked),
    Column(_("Won or lost"), Kind.SIGNED, lambda row: row.stakes.won),
    Column(_("Deductions"), Kind.MONEY, lambda row: row.stakes.deducted),
    Column(_("Player's result"), Kind.SIGNED, lambda row: row.stakes.result),
)
PASSES: tuple[Column[PassRow], ...] = (
    Column(_("Pass"), Kind.COUNT, lambda row: row.number, lambda row: row.link),
    Column(_("Time"), Kind.TIME, lambda row: row.at),
    Column(_("Result"), Kind.TEXT, lambda row: LINE_LABELS[f"pass_{row.result}"]),
    Column(_("On"), Kind.TEXT, lambda row: LINE_LABELS[row.chance]),
    Column(_("Staked"), Kind.MONEY, lambda row: row.stakes.staked),
    Column(_("Player's result"), Kind.SIGNED, lambda row: row.stakes.result),
)
PLAYERS: tuple[Column[NameRow], ...] = (
    Column(_("Player"), Kind.TEXT, lambda row: row.name, lambda row: row.link),
)


def player_session(scope: Scope, player: str) -> Report:
    """The player's bets, banks and exchanges within the scope; the newest passes, no more than SHOWN."""
    table = scope.table
    own = scope.slips.filter(player=player)
    name = names_at(table, [player]).player(table.slug, player)
    reglamento, rows = scope.openings.only_reglamento(), tuple(_by_chance(scope, player))
    played = tuple(_by_pass(scope, player))
    with speaking(reglamento):  # also what is put together here and now
        return Report(
            name=f"{table.slug}-{player}",
            title=f"{name} · {table.name}",
            key_figures=(
                *_stakes(rows, _largest_bet(scope, player)),
                KeyFigure(_("Chips won or lost, by the ledger"), chips_won(scope, player), Kind.SIGNED),
                *_exchanges(exchanged_by_player(own).get(player, {})),
            ),
            sections=(
                Section(_("By chance"), CHANCES, rows, empty=_("No bets.")),
                Section(_("Passes"), PASSES, played, empty=_("No passes.")),
                slips(own.prefetch_related("taken")),
            ),
            notes=(_("By the ledger: less what still lies on the table."),),
            reglamento=reglamento,
        )


def no_session(table: Table, asked: str, meant: Sequence[tuple[str, str]]) -> Report:
    """Nobody at the table has that name, or several have it: `meant`, each with the address of the session."""
    names = names_at(table, [player for player, _page in meant])
    rows = tuple(NameRow(names.player(table.slug, player), page) for player, page in meant)
    empty = _("Nobody of this name is known at this table.")
    return Report(
        name=f"{table.slug}-players",
        title=f"{asked} · {table.name}",
        sections=(Section(_("Players"), PLAYERS, rows, empty=empty),),
        is_paper=False,
    )


def _by_chance(scope: Scope, player: str) -> Iterator[ChanceRow]:
    for chance, stakes in stakes_by_player(scope, player).get(player, {}).items():
        yield ChanceRow(chance, stakes)
    if kept := suites(scope)[player]:
        # Argentina art. 38: kept of a bank given in suite, which is no bet of its own.
        yield ChanceRow("suite", Stakes(deducted=kept))


def _largest_bet(scope: Scope, player: str) -> int | None:
    bets = Bet.objects.filter(hand__in=scope.passes, player=player)
    largest: int | None = bets.aggregate(most=Max("amount"))["most"]
    return largest


def _stakes(rows: Iterable[ChanceRow], largest: int | None) -> Iterator[KeyFigure]:
    listed = tuple(rows)
    whole = sum((row.stakes for row in listed), Stakes())
    bets = sum((row.stakes for row in listed if row.chance in CHANCES_BET), Stakes())
    average = round(bets.staked / bets.bets) if bets.bets else None
    yield KeyFigure(_("Bets and banks"), whole.bets, Kind.COUNT)
    yield KeyFigure(_("Staked"), whole.staked, Kind.MONEY)
    yield KeyFigure(_("Average bet, without banks"), average, Kind.MONEY)
    yield KeyFigure(_("Largest bet"), largest, Kind.MONEY)
    yield KeyFigure(_("Deductions"), whole.deducted, Kind.MONEY)
    yield KeyFigure(_("Player's result"), whole.result, Kind.SIGNED)


def _exchanges(exchanged: dict[str, int]) -> Iterator[KeyFigure]:
    yield KeyFigure(_("Chips bought"), exchanged.get(Purpose.BUY_IN, 0), Kind.MONEY)
    yield KeyFigure(_("Chips given back"), exchanged.get(Purpose.CASH_OUT, 0), Kind.MONEY)
    yield KeyFigure(_("Tips"), exchanged.get(Purpose.TIP, 0), Kind.MONEY)


def _by_pass(scope: Scope, player: str) -> Iterator[PassRow]:
    own = Prefetch("bets", Bet.objects.filter(player=player))
    for played in passes_of_player(scope, player).prefetch_related(own).order_by("-number")[:SHOWN]:
        link = record_link(scope.table.slug, played.paid)
        for chance, stakes in _in_pass(scope, player, played):
            yield PassRow(played.number, link, played.paid_at, played.result, chance, stakes)


def _in_pass(scope: Scope, player: str, played: Pass) -> Iterator[tuple[str, Stakes]]:
    for bet in played.bets.all():
        yield bet.chance, Stakes(1, bet.amount, bet.win or 0, bet.deduction or 0)
    if bank := part_of_bank(played, player, scope.openings):
        yield "bank", bank

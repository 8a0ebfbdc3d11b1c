"""One player at a table: chips bought and given back, bets and banks, and the result."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max, Prefetch
from django.http import Http404, HttpRequest

from casino.common.refusals import Refusal
from casino.common.wording import lazy_text as _
from ledger.cage.accounts import Purpose
from ledger.cage.exchanges import exchanged_by_player
from tables.models import Bet, Pass, Table
from tables.record.postings import book_of
from tables.record.reglamentos.words import speaking
from tables.reports import requested
from tables.reports.links import Query, player_link, record_link
from tables.reports.report import Column, KeyFigure, Kind, Report, Section, Text
from tables.reports.sections.slips import slips
from tables.reports.selectors.money import chips_won, kept_beside
from tables.reports.selectors.players import (
    Stakes,
    part_of_bank,
    passes_of_player,
    stakes_by_player,
)
from tables.reports.selectors.scope import Scope
from tables.view.labels.money import LINE_LABELS, line_label
from tables.view.names import find_players, names_at, names_of

SHOWN = 500
ASKED = ("shift", "since", "until", "period")


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """The player's stakes on one chance; `title`: its name."""

    chance: str
    title: Text
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class PassRow:
    """The player's stakes on one chance in one pass."""

    number: int
    link: str
    at: datetime | None
    result: str
    chance: Text
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class NameRow:
    """A player who may be the one asked for."""

    name: str
    table: str
    link: str


CHANCES: tuple[Column[ChanceRow], ...] = (
    Column(_("Chance"), Kind.TEXT, lambda row: row.title),
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
    Column(_("On"), Kind.TEXT, lambda row: row.chance),
    Column(_("Staked"), Kind.MONEY, lambda row: row.stakes.staked),
    Column(_("Player's result"), Kind.SIGNED, lambda row: row.stakes.result),
)
PLAYERS: tuple[Column[NameRow], ...] = (
    Column(_("Player"), Kind.TEXT, lambda row: row.name, lambda row: row.link),
    Column(_("Table"), Kind.TEXT, lambda row: row.table),
)


def of_request(request: HttpRequest, slug: str = "", player: str = "") -> Report:
    """The player of the address, or whom the form names: those who may be meant where that is not one alone."""
    slug = slug or request.GET.get("table", "")
    chosen = requested.table(slug) if slug else None
    if not player:
        said = requested.text(request, "player", 500).strip()
        meant = _meant(chosen, said)
        if len(meant) > 1:
            same = {name: request.GET[name] for name in ASKED if name in request.GET}
            return who_is_meant(said, meant, same)
        chosen, player = meant[0]
    if chosen is None:
        raise Http404
    who = requested.without_nul(player.strip()[:32])
    report = player_session(requested.scope(request, chosen), who)
    return replace(report, back_url=requested.sheet_behind(request, chosen))


def _meant(chosen: Table | None, said: str) -> list[tuple[Table, str]]:
    """Whom a name or a part of it means, at a table or at all, each with the table. Raises Refusal."""
    if not said:
        raise Refusal("name_to_look_for", of="player")
    meant = [(found.table, found.player) for found in find_players(said, chosen)]
    if not meant:
        raise Refusal("nobody_of_that_name", said=said[:80], of="player")
    return meant


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
            table=table.slug,
        )


def who_is_meant(asked: str, meant: Sequence[tuple[Table, str]], query: Query) -> Report:
    """Several have that in their names: each leads to his session; `query`: what the address says besides."""
    names = names_of((book_of(table.slug), player) for table, player in meant)
    rows = tuple(
        NameRow(names.player(table.slug, player), table.name, player_link(table.slug, query)(player) or "")
        for table, player in meant
    )
    return Report(
        name="players",
        title=asked,
        sections=(
            Section(_("Players"), PLAYERS, rows, about=_("whose name has “%(said)s”") % {"said": asked}),
        ),
        is_paper=False,
    )


def _by_chance(scope: Scope, player: str) -> Iterator[ChanceRow]:
    played = scope.openings.rules()
    for chance, stakes in stakes_by_player(scope, player).get(player, {}).items():
        yield ChanceRow(chance, line_label(chance, played), stakes)
    for line, kept in kept_beside(scope).of_player(player).items():
        yield ChanceRow(line, line_label(line), Stakes(deducted=kept))


def _largest_bet(scope: Scope, player: str) -> int | None:
    bets = Bet.objects.filter(hand__in=scope.passes, player=player)
    largest: int | None = bets.aggregate(most=Max("amount"))["most"]
    return largest


def _stakes(rows: Iterable[ChanceRow], largest: int | None) -> Iterator[KeyFigure]:
    listed = tuple(rows)
    whole = sum((row.stakes for row in listed), Stakes())
    bets = sum((row.stakes for row in listed if row.chance != "bank"), Stakes())
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
    played_with = scope.openings.rules()
    own = Prefetch("bets", Bet.objects.filter(player=player))
    for played in passes_of_player(scope, player).prefetch_related(own).order_by("-number")[:SHOWN]:
        link = record_link(scope.table.slug, played.paid)
        for chance, stakes in _in_pass(scope, player, played):
            yield PassRow(
                played.number, link, played.paid_at, played.result, line_label(chance, played_with), stakes
            )


def _in_pass(scope: Scope, player: str, played: Pass) -> Iterator[tuple[str, Stakes]]:
    for bet in played.bets.all():
        yield bet.chance, Stakes(1, bet.amount, bet.win or 0, bet.deduction or 0)
    if bank := part_of_bank(played, player, scope.openings):
        yield "bank", bank

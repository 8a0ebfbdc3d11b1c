"""The people of the house over a period: players at all tables, banks and bankers, tips, and who paid the passes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from casino.common.wording import lazy_text as _
from casino.people.names import names_of_staff, naming
from ledger.cage.models import Slip
from ledger.cage.selectors import unfinished
from tables.door.slips import slug_of
from tables.models import Table
from tables.reports import requested
from tables.reports.house_reports import NOTHING, YieldRow, name_of, of_pit, tables_of
from tables.reports.links import passes_link
from tables.reports.period import Period
from tables.reports.report import Column, KeyFigure, Kind, Report, Section, Text
from tables.reports.selectors import bankers, people
from tables.reports.selectors.measures import HOUR, measures_of, together
from tables.reports.selectors.spread import Dealt, dealt_by_payer

SHOWN = 200  # rows of a list of people or banks
TIP = "tip"
# Why these results are not the house's to the last chip.
OF_NO_PASS = _(
    "Suites, and commission that is collected later, are of no pass: the results here are without them."
)


def guests_of_request(request: HttpRequest) -> Report:
    """The players over all tables, by what the house expects of them."""
    period = requested.period(request)
    found = people.guests(*period.ends)
    shown = {guest.player for guest in found[:SHOWN]}
    names, visits = bankers.names_of(shown), people.visits(shown, *period.ends)
    slugs = dict(Table.objects.values_list("pk", "slug"))
    rows = tuple(_guest_row(guest, names, visits.get(guest.player), slugs, period) for guest in found[:SHOWN])
    return Report(
        name=name_of("guests", period),
        title=_("Players of the house"),
        period=period.words,
        ends=period.ends,
        key_figures=(
            KeyFigure(_("Players"), len(found), Kind.COUNT),
            KeyFigure(_("Staked"), sum(guest.staked for guest in found), Kind.MONEY),
            KeyFigure(_("Expected"), round(sum(guest.expected for guest in found)), Kind.SIGNED),
            KeyFigure(_("Players' result"), sum(guest.result for guest in found), Kind.SIGNED),
        ),
        sections=(Section(_("Players"), GUESTS, rows, empty=NOTHING),),
        notes=(
            _("Expected is what the house wins of such bets in the long run, by the exact odds."),
            _("Hours run from the first to the last pass of a night at a table."),
            OF_NO_PASS,
            *_only_the_first(len(found)),
        ),
    )


@dataclass(frozen=True, slots=True)
class GuestRow:
    """A player, with the page behind his figures."""

    title: Text
    guest: people.Guest
    nights: int
    played: int
    link: str | None


GUESTS: tuple[Column[GuestRow], ...] = (
    Column(_("Player"), Kind.TEXT, lambda row: row.title, lambda row: row.link),
    Column(_("Visits"), Kind.COUNT, lambda row: row.nights),
    Column(_("Hours"), Kind.HOURS, lambda row: row.played / HOUR),
    Column(_("Bets"), Kind.COUNT, lambda row: row.guest.bets),
    Column(_("Average bet"), Kind.MONEY, lambda row: row.guest.average_bet),
    Column(_("Staked"), Kind.MONEY, lambda row: row.guest.staked),
    Column(_("Expected"), Kind.SIGNED, lambda row: round(row.guest.expected)),
    Column(_("Player's result"), Kind.SIGNED, lambda row: row.guest.result),
)


def banks_of_request(request: HttpRequest) -> Report:
    """What the house kept of the players' banks, by banker, and each bank."""
    period = requested.period(request)
    found = bankers.banks(*period.ends, SHOWN)
    names = bankers.names_of({bank.banker for bank in found.newest} | {one.banker for one in found.bankers})
    tables = {table.pk: table for table in Table.objects.defer("state")}
    rows = tuple(
        BankRow(_named(bank.banker, names), tables[bank.table], bank, period) for bank in found.newest
    )
    holders = tuple(BankerRow(_named(one.banker, names), one) for one in found.bankers)
    per_bank = round(found.kept / found.number) if found.number else None
    return Report(
        name=name_of("banks", period),
        title=_("Cagnotte of the banks"),
        period=period.words,
        ends=period.ends,
        key_figures=(
            KeyFigure(_("Banks"), found.number, Kind.COUNT),
            KeyFigure(_("Cagnotte"), found.kept, Kind.MONEY),
            KeyFigure(_("Cagnotte per bank"), per_bank, Kind.MONEY),
        ),
        sections=(
            Section(_("Bankers"), BANKERS, holders, empty=_("No player held a bank in this time.")),
            Section(_("Banks"), BANKS, rows, empty=_("No player held a bank in this time.")),
        ),
        notes=(
            _("Suites, and commission that is collected later, belong to no bank."),
            *_only_the_first(found.number),
        ),
    )


@dataclass(frozen=True, slots=True)
class BankerRow:
    """A banker with his banks."""

    title: Text
    banker: bankers.Banker


@dataclass(frozen=True, slots=True)
class BankRow:
    """A bank, with its table and the passes behind it."""

    title: Text
    table: Table
    bank: bankers.Bank
    period: Period

    @property
    def link(self) -> str | None:
        """The passes of its table in this period."""
        return passes_link(self.table.slug, self.period.query)(line="bank")


BANKERS: tuple[Column[BankerRow], ...] = (
    Column(_("Banker"), Kind.TEXT, lambda row: row.title),
    Column(_("Banks"), Kind.COUNT, lambda row: row.banker.banks),
    Column(_("Passes"), Kind.COUNT, lambda row: row.banker.passes),
    Column(_("Longest bank"), Kind.COUNT, lambda row: row.banker.longest),
    Column(_("Cagnotte"), Kind.MONEY, lambda row: row.banker.kept),
    Column(_("Cagnotte per bank"), Kind.MONEY, lambda row: row.banker.per_bank),
    Column(_("Banker's result"), Kind.SIGNED, lambda row: row.banker.won - row.banker.kept),
)
BANKS: tuple[Column[BankRow], ...] = (
    Column(_("Began"), Kind.TIME, lambda row: row.bank.began),
    Column(_("Table"), Kind.TEXT, lambda row: row.table.name),
    Column(_("Banker"), Kind.TEXT, lambda row: row.title),
    Column(_("Passes"), Kind.COUNT, lambda row: row.bank.passes, lambda row: row.link),
    Column(_("Opened with"), Kind.MONEY, lambda row: row.bank.opened),
    Column(_("Banker's result"), Kind.SIGNED, lambda row: row.bank.won - row.bank.kept),
    Column(_("Cagnotte"), Kind.MONEY, lambda row: row.bank.kept),
)


def tips_of_request(request: HttpRequest) -> Report:
    """The tips by table and by who gave them, and the passes and hours that they fell on."""
    period = requested.period(request)
    pit = requested.pit(request)
    tables = tables_of(pit)
    now = {key: one for key, one in measures_of(*period.ends).items() if key in tables}
    whole = together(now.values())
    rows = [
        YieldRow(tables[pk].name, one, _slips(period, tables[pk].slug)) for pk, one in now.items() if one.tips
    ]
    return Report(
        name=name_of("tips", period),
        title=of_pit(_("Tips"), pit),
        period=period.words,
        ends=period.ends,
        key_figures=(
            KeyFigure(_("Tips"), whole.tips, Kind.MONEY, _slips(period)),
            KeyFigure(_("Per table-hour"), _per(whole.tips, whole.table_hours), Kind.MONEY),
            KeyFigure(_("Per pass"), _per(whole.tips, whole.passes), Kind.MONEY),
        ),
        sections=(
            Section(
                _("By table"),
                TIPS,
                tuple(sorted(rows, key=lambda row: -row.measures.tips)),
                YieldRow(_("Total"), whole),
                empty=_("No tips in this time."),
            ),
            Section(_("By player"), GIVERS, _givers(period, tables), empty=_("No tips in this time.")),
        ),
    )


def _givers(period: Period, tables: Mapping[int, Table]) -> tuple["Given", ...]:
    """Who tipped most at one of these tables, by table."""
    given = Slip.objects.filter(kind=TIP, at__gte=period.since, at__lt=period.until)
    given = given.exclude(unfinished()).exclude(taken__name="void")
    given = given.filter(book__in=[table.book for table in tables.values()])
    by_giver = given.values_list("book", "player").annotate(total=Sum("amount")).order_by("-total")[:SHOWN]
    names = bankers.names_of({player for _book, player, _total in by_giver if player})
    return tuple(
        Given(_named(player, names) if player else _("not known"), _place(tables.values(), book), total)
        for book, player, total in by_giver
    )


@dataclass(frozen=True, slots=True)
class Given:
    """What a player tipped at one table."""

    title: Text
    table: Text
    amount: int


TIPS: tuple[Column[YieldRow], ...] = (
    Column(_("Table"), Kind.TEXT, lambda row: row.title, lambda row: row.link),
    Column(_("Tips"), Kind.MONEY, lambda row: row.measures.tips),
    Column(_("Table-hours"), Kind.HOURS, lambda row: row.measures.table_hours),
    Column(_("Per table-hour"), Kind.MONEY, lambda row: _per(row.measures.tips, row.measures.table_hours)),
    Column(_("Passes"), Kind.COUNT, lambda row: row.measures.passes),
)
GIVERS: tuple[Column[Given], ...] = (
    Column(_("Player"), Kind.TEXT, lambda row: row.title),
    Column(_("Table"), Kind.TEXT, lambda row: row.table),
    Column(_("Tips"), Kind.MONEY, lambda row: row.amount),
)


def dealers_of_request(request: HttpRequest) -> Report:
    """What the house won on the passes that each croupier paid, with the band of the theory."""
    period = requested.period(request)
    found = sorted(dealt_by_payer(*period.ends).items(), key=lambda one: (-one[1].passes, one[0]))
    named = naming(names_of_staff())
    rows = tuple(DealtRow(named(person), dealt, _payments(person, period)) for person, dealt in found)
    whole = DealtRow(_("Total"), sum((dealt for _person, dealt in found), Dealt())) if found else None
    return Report(
        name=name_of("croupiers", period),
        title=_("Results by croupier"),
        period=period.words,
        ends=period.ends,
        sections=(
            Section(
                _("Theory and practice"),
                DEALT,
                rows,
                whole,
                empty=NOTHING,
                abnormal=lambda row: row.is_far,
            ),
        ),
        notes=(
            _("By who paid the pass. In 95 of 100 cases a result lies between the lowest and the highest."),
            OF_NO_PASS,
        ),
    )


@dataclass(frozen=True, slots=True)
class DealtRow:
    """A croupier with his passes."""

    title: Text
    dealt: Dealt
    link: str | None = None

    @property
    def distance(self) -> float | None:
        """Standard deviations from what is expected."""
        return self.dealt.theory.distance(self.dealt.result)

    @property
    def is_far(self) -> bool:
        """Whether it lies out of the band."""
        return self.dealt.theory.is_left_by(self.dealt.result)


DEALT: tuple[Column[DealtRow], ...] = (
    Column(_("Croupier"), Kind.TEXT, lambda row: row.title),
    Column(_("Passes"), Kind.COUNT, lambda row: row.dealt.passes, lambda row: row.link),
    Column(_("Staked"), Kind.MONEY, lambda row: row.dealt.theory.staked),
    Column(_("House's result"), Kind.SIGNED, lambda row: row.dealt.result),
    Column(_("Expected"), Kind.SIGNED, lambda row: round(row.dealt.theory.expected)),
    Column(_("Lowest"), Kind.BOUND, lambda row: row.dealt.theory.band[0]),
    Column(_("Highest"), Kind.BOUND, lambda row: row.dealt.theory.band[1]),
    Column(_("Distance in σ"), Kind.SCORE, lambda row: row.distance),
)


def _named(player: str, names: Mapping[str, str]) -> str:
    return names.get(player, player)


def _guest_row(
    guest: people.Guest,
    names: Mapping[str, str],
    visits: people.Visits | None,
    slugs: Mapping[int, str],
    period: Period,
) -> GuestRow:
    title = _named(guest.player, names)
    if visits is None:  # what he staked before this time was taken back in it
        return GuestRow(title, guest, 0, 0, None)
    page = reverse("report-player", args=[slugs[visits.table], guest.player])
    link = f"{page}?{urlencode(period.query)}"
    return GuestRow(title, guest, visits.nights, visits.played, link)


def _payments(person: str, period: Period) -> str:
    """The payments that this person gave, in the record."""
    query = {**period.query, "actor": person, "command": "settle"}
    return f"{reverse('timeline')}?{urlencode(query)}"


def _slips(period: Period, slug: str = "") -> str:
    query: dict[str, Any] = {**period.query, "kind": TIP, **({"table": slug} if slug else {})}
    return f"{reverse('report-slips')}?{urlencode(query)}"


def _place(tables: Iterable[Table], book: str) -> str:
    slug = slug_of(book)
    return next((table.name for table in tables if table.slug == slug), "")


def _per(amount: int, number: float) -> int | None:
    return round(amount / number) if number else None


def _only_the_first(number: int) -> tuple[Text, ...]:
    return (_("Only the first 200 are listed: choose a shorter time."),) if number > SHOWN else ()

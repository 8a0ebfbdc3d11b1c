"""Chips that players have bought, given back and tipped, and those that they should hold: reading only."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Max, Q, QuerySet, Sum

from casino.common import clock
from casino.common.text import are_alike
from ledger.cage.accounts import Purpose
from ledger.cage.models import Shift, Slip
from ledger.cage.selectors import is_done, is_void, slips_of
from ledger.cage.slips import KINDS, VOID, LockedBook
from ledger.models import Entry
from ledger.postings import account_of
from ledger.selectors import balances_of

EXCHANGES = (Purpose.BUY_IN, Purpose.CASH_OUT, Purpose.TIP)
IN_LIMIT = tuple(name for name, kind in KINDS.items() if kind.limited == "together")
GIVES = (Purpose.CASH_OUT, Purpose.TIP)  # slips with which a player gives chips
CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A player's exchanges in a shift, without what is void or waits. `holds`: what he should hold now of
    the table's chips; negative: he brought chips from elsewhere."""

    bought: int
    given_back: int
    holds: int


def exchanged_by_player(slips: QuerySet[Slip]) -> dict[str, dict[str, int]]:
    """Player → kind of slip → amount, of the exchanges and tips that are done."""
    found: dict[str, dict[str, int]] = {}
    done = slips.filter(Q(steps=[]) | Q(taken__done=True)).exclude(taken__name="void")
    sums = done.filter(kind__in=EXCHANGES).values_list("player", "kind")
    for player, kind, amount in sums.annotate(total=Sum("amount")).order_by():
        found.setdefault(player, {})[kind] = amount
    return found


def exchanged(shift: Shift, players: Iterable[str]) -> dict[str, Exchanged]:
    """Of each of these players, in this shift."""
    known = {player: _chips(shift.book, player) for player in players if player}
    held = balances_of(known.values())
    done = exchanged_by_player(Slip.objects.filter(shift=shift, player__in=list(known)))
    return {
        player: Exchanged(
            done.get(player, {}).get(Purpose.BUY_IN, 0),
            done.get(player, {}).get(Purpose.CASH_OUT, 0),
            held[account],
        )
        for player, account in known.items()
    }


class OfDay(NamedTuple):
    """What one person has bought and given back on the casino's day, at all tables together, waiting slips included."""

    bought: int = 0
    given_back: int = 0

    @property
    def total(self) -> int:
        """Either way, which is what the counter's limit is about."""
        return self.bought + self.given_back


def of_day(book: LockedBook, player: str, shift: Shift | None) -> OfDay:
    """The exchanges of a player of this book on the casino's day, or since the table's `shift` began, if that is longer
    ago. Who looks like him by id or name, at whatever table, may be he. Without what is void."""
    if not player:
        return OfDay()
    begin = clock.day_of(clock.now())
    slips = Slip.objects.filter(at__gte=min(begin, shift.at) if shift else begin, kind__in=IN_LIMIT)
    rows = slips.exclude(player="").exclude(taken__name=VOID).order_by().values_list("book", "player", "kind")
    found = [((of, who), kind, total) for of, who, kind, total in rows.annotate(total=Sum("amount"))]
    his = _who_may_be((book.code, player), {who for who, _kind, _total in found}, book)
    sums = Counter[str]()
    for who, kind, total in found:
        if who in his:
            sums[kind] += total
    return OfDay(sums[Purpose.BUY_IN], sums[Purpose.CASH_OUT])


def _who_may_be(
    player: tuple[str, str], others: set[tuple[str, str]], book: LockedBook
) -> set[tuple[str, str]]:
    """The ones of `others`, each with its book, who are this player, or look like him."""
    names = book.names_of({player, *others})
    mine = {player[1], names.get(player, player[1])}
    return {
        other
        for other in others
        if any(
            are_alike(one, of_other) for one in mine for of_other in {other[1], names.get(other, other[1])}
        )
    }


class Unnamed(NamedTuple):
    """Exchanges without a name in the last hour. `newest`: when the last of it was."""

    total: int
    newest: datetime | None


NOTHING = Unnamed(0, None)


def unnamed(books: Iterable[str]) -> dict[str, Unnamed]:
    """Book → what players who are not known have bought and given back there in the last hour, either way, without
    what is void. Each alone may be below the limit of which the house wants to know who exchanges."""
    recent = Slip.objects.filter(book__in=list(books), at__gt=clock.now() - timedelta(hours=1), player="")
    found = recent.filter(kind__in=IN_LIMIT).exclude(taken__name=VOID).order_by()
    rows = found.values_list("book").annotate(total=Sum("amount"), newest=Max("at"))
    return {book: Unnamed(total, newest) for book, total, newest in rows}


def beyond(shift: Shift) -> list[tuple[Slip, int]]:
    """The slips of the shift with which a known player gave more chips than he should have held then, each with by how
    much. Those that were in order, are void or wait are left out."""
    gave = [
        slip
        for slip in slips_of(shift)
        if slip.kind in GIVES and slip.player and is_done(slip) and not is_void(slip)
    ]
    held = _held_before(shift, {_chips(shift.book, slip.player) for slip in gave})
    over = ((slip, slip.amount - max(held.get(slip.number, 0), 0)) for slip in gave)
    return [(slip, more) for slip, more in over if more > 0]


def _held_before(shift: Shift, accounts: set[str]) -> dict[int, int]:
    """Number of a slip → what its player's account held before it moved anything."""
    if not accounts:
        return {}
    entries = Entry.objects.filter(account__code__in=accounts).order_by("transfer")
    before = entries.filter(transfer__lte=shift.first).order_by().values_list("account")
    held = Counter(dict(before.annotate(total=Sum("amount"))))
    of_shift = entries.filter(transfer__gt=shift.first)
    if shift.end:
        of_shift = of_shift.filter(transfer__lte=shift.end.last)
    found: dict[int, int] = {}
    for account, reference, amount in of_shift.values_list("account", "transfer__reference", "amount"):
        for number in _slip_in(reference):
            found.setdefault(number, held[account])
        held[account] += amount
    return found


def _slip_in(reference: str) -> Iterator[int]:
    """The number of the slip that a reference names."""
    what, _, rest = reference.partition(":")
    if what == "slip":
        yield int(rest.split(":")[0])


def _chips(book: str, player: str) -> str:
    return f"{account_of(book, CHIPS)}:{player}"

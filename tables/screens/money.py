"""The money of one table: its shift, what should lie in tray and boxes, slips to be signed, and new ones."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.accounts.permissions import may_request_slip
from casino.common.currency import decimals, denominations
from ledger.cage import selectors
from ledger.cage.models import Shift, Slip
from ledger.cage.slip_rights import counts_blind, may_correct, may_take_step, may_void
from ledger.cage.slips import KINDS
from ledger.postings import account_of
from ledger.selectors import balance
from tables.labels.money import ACCOUNTS, WAITS
from tables.labels.money import KINDS as KIND_WORDS
from tables.models import Player
from tables.screen import Json, Screen, TableView
from tables.screens.console_people import people_of
from tables.service import book_of
from tables.slip_service import state_of

PARTS = ("head", "waiting", "acts", "slips")
SHOWN_SLIPS = 40
MOST_REQUESTED = ("buy_in", "cash_out", "tip", "fill", "credit", "count")
RAREST = ("opening", "closing")
GROUPING = ".,\u202f\xa0 "  # what stands between thousands in one of the house's languages
DOES: dict[str, Promise] = {
    "sent": _("Send"),
    "received": _("Receive"),
    "signed": _("Sign"),
    "confirmed": _("Confirm"),
}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A slip that waits. `step`: for which; `may_take_step`, `may_void`: whether this role may; `chips`: denomination,
    how many; `expected`: what this role may be told that it should have come to; `unexplained`: it may differ, and
    nobody has given a reason."""

    slip: Slip
    kind: Promise
    step: str
    word: Promise
    does: Promise
    may_take_step: bool
    may_void: bool
    chips: list[tuple[int, int]]
    expected: int | None
    unexplained: bool


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A slip with its kind and its state in words. `may_correct`: whether this role may still make it void."""

    slip: Slip
    kind: Promise
    state: Promise
    may_correct: bool


@dataclass(frozen=True, slots=True)
class Form:
    """A slip that this role may request now. `full`: what lies in the box that it empties; `open`: it stands open
    from the beginning."""

    kind: str
    word: Promise
    in_chips: bool
    of_player: bool
    counts: bool
    full: int | None
    open: bool


def fragments(view: TableView) -> dict[str, str]:
    """Head, slips that wait, what may be asked for, and the slips of this shift."""
    context = _context(view)
    return {f"money-{part}": render_to_string(f"money/{part}.html", context) for part in PARTS}


def _context(view: TableView) -> Json:
    book = book_of(view.slug)
    shift, held = selectors.last_shift(book), selectors.balances(book)
    is_open = shift is not None and shift.end is None
    names = _names(view.slug, shift)
    return {
        "view": view,
        "snapshot": view.snapshot,
        "shift": shift,
        "is_open": is_open,
        "accounts": _accounts(held, view.role),
        "waiting": sorted(_waiting(book, view.role), key=lambda one: not one.may_take_step),
        "forms": forms(view.role, held, is_open=is_open),
        "people": people_of(view.snapshot).values(),
        "left": [(player, names.get(player, player)) for player in _left(shift, view.snapshot)],
        "names": names,
        "slips": slip_lines(selectors.slips_of(shift), view.role, shift if is_open else None)
        if shift
        else [],
        "asking": reverse("api:slips", args=[view.slug]),
        **amounts(_smallest(view.snapshot)),
    }


def amounts(smallest: int = 0) -> Json:
    """How amounts are given: the chips to be counted, those that are touched to add up an amount, and what may be
    typed. `smallest`: the least chip of the table's game."""
    places = decimals()
    chips = denominations()
    return {
        "chips": chips,
        "quick": [chip for chip in chips if chip >= smallest] or chips,
        # With decimals 5.000 may mean five or five thousand: then nothing is grouped.
        "pattern": rf"[0-9]+([.,][0-9]{{1,{places}}})?"
        if places
        else rf"[0-9]+|[0-9]{{1,3}}([{GROUPING}][0-9]{{3}})+",
        "example": chips[0],
    }


def _smallest(now: Json) -> int:
    return now["limits"]["chip"] if now["limits"] else 0


def _names(slug: str, shift: Shift | None) -> dict[str, str]:
    """Who is named on a slip of the shift → his name."""
    named = Player.objects.filter(
        table__slug=slug, player__in=Slip.objects.filter(shift=shift).values("player")
    )
    return dict(named.values_list("player", "name")) if shift else {}


def _left(shift: Shift | None, now: Json) -> list[str]:
    """Who has exchanged in this shift and is not at the table any more: he may still bring his chips."""
    named = Slip.objects.filter(shift=shift).exclude(player="").order_by("player")
    gone = named.values_list("player", flat=True).distinct() if shift else []
    return [player for player in gone if player not in now["names"]]


def _accounts(held: dict[str, int], role: str) -> list[tuple[Promise, int]]:
    return [
        (ACCOUNTS[kind], held.get(kind, 0))
        for kind in selectors.TABLE_ACCOUNTS
        if not counts_blind(kind, role)
    ]


def box(slug: str, kind: str) -> int:
    """What lies in a box of the table now: what the game put there, less what was emptied."""
    return balance(account_of(book_of(slug), kind))


def waits_here(slug: str, role: str) -> list[Waiting]:
    """The table's slips that wait for `role`, for the screens where it works."""
    return [one for one in _waiting(book_of(slug), role) if one.may_take_step]


def _waiting(book: str, role: str) -> list[Waiting]:
    return [waiting(slip, role) for slip in selectors.pending(book)]


def waiting(slip: Slip, role: str) -> Waiting:
    """How a slip that waits looks to a role."""
    step = selectors.next_step(slip) or ""
    expected = None if counts_blind(KINDS[slip.kind].counts, role) else slip.expected
    may_differ = slip.expected is not None and expected != slip.amount
    return Waiting(
        slip,
        KIND_WORDS[slip.kind],
        step,
        WAITS[step],
        DOES[step],
        may_take_step(slip, role),
        may_void(slip, role),
        sorted(((int(chip), number) for chip, number in (slip.chips or {}).items() if number), reverse=True),
        expected,
        may_differ and not slip.reason,
    )


def forms(role: str, held: dict[str, int], *, is_open: bool, cage: bool = False) -> list[Form]:
    """The slips that `role` may request, by whether the shift is open, the most requested first; of a table, or of the
    cage."""
    possible = {"none"} if cage else {"open", "closes"} if is_open else {"opens"}
    names = [name for name, kind in KINDS.items() if may_request_slip(role, name) and kind.shift in possible]
    return [_form(name, held) for name in sorted(names, key=_rank)]


def _rank(kind: str) -> int:
    if kind in MOST_REQUESTED:
        return MOST_REQUESTED.index(kind)
    return len(MOST_REQUESTED) + (kind in RAREST)


def _form(name: str, held: dict[str, int]) -> Form:
    kind = KINDS[name]
    full = held.get(kind.counts, 0) if kind.counts and kind.moves else None
    return Form(
        kind=name,
        word=KIND_WORDS[name],
        in_chips=kind.in_chips,
        of_player=kind.of_player,
        counts=kind.counts is not None,
        full=full,
        open=name == MOST_REQUESTED[0],
    )


def slip_lines(slips: QuerySet[Slip], role: str, shift: Shift | None = None) -> list[SlipLine]:
    """The newest of these. `shift`: the open one of their table, whose slips may still be corrected."""
    counts = selectors.counts_of(shift) if shift else []
    newest = slips.prefetch_related("taken").order_by("-number")[:SHOWN_SLIPS]
    return [
        SlipLine(slip, KIND_WORDS[slip.kind], WAITS[state_of(slip)], may_correct(slip, role, shift, counts))
        for slip in newest
    ]


SCREEN = Screen(
    name="money",
    page="money/page.html",
    fragments=fragments,
    gives_commands=True,
)

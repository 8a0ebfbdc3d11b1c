"""What a slip will make, said while it is typed: a fragment of the page, from the functions that write slips."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from casino.common.answers import LOCAL
from casino.common.house import house
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.people.access import needs, role_of
from casino.people.permissions import Right, may, may_open
from ledger.cage.accounts import CAGE
from ledger.cage.exchanges import EXCHANGES, GIVES, NOTHING, exchanged, unnamed
from ledger.cage.issuing import Foreseen, is_above_limit, objection
from ledger.cage.selectors import current_shift
from ledger.cage.slip_postings import balances_after
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS, SlipRequest
from ledger.postings import kind_of
from tables.door import slips
from tables.record.postings import book_of
from tables.rules.roles import Actor
from tables.screens.fragments import render
from tables.view.labels.money import ACCOUNT_LABELS

MOST_DIGITS = 15
COUNTED_ALREADY = frozenset({"chips_needed", "not_an_amount"})  # not typed yet, which the form says itself
OF_TABLE, OF_CAGE = ("tray", "drop", "tips", "cagnotte"), ("stock", "cash", "tronc")


@never_cache
@needs(may_open, "money")
def foreseen_at_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Of the slip of `kind` for `player` over `amount`, in the smallest unit, or `chips` (`5000:2,1000:1`): his day,
    what it will need, what will lie there afterwards, and what is wrong with it, each for its place on the
    page."""
    return HttpResponse(render("money/foreseen.html", None, _told(request, slug)))


@never_cache
@needs(may_open, "cage")
def foreseen_at_cage(request: HttpRequest) -> HttpResponse:
    """The same for a slip of the cage."""
    return HttpResponse(render("money/foreseen.html", None, _told(request, None)))


def _told(request: HttpRequest, slug: str | None) -> Json:
    role, said = role_of(request), request.GET
    kind, player = said.get("kind", ""), said.get("player", "")
    amount = _amount(said.get("amount", ""))
    wanted = SlipRequest(kind, _or_counted(kind, amount), _chips(said.get("chips", "")), player)
    known = {
        "found": None,
        "wrong": None,
        "holds": None,
        "day": None,
        "gives": kind in GIVES,
        "amount": amount,
    }
    told: Json = known | {
        "limit": house().counter_limit,
        "above": False,
        "after": [],
        "unnamed": 0,
        "off": None,
    }
    if may(role, Right.SEE_EXPECTED_TRAY) and slug and kind in EXCHANGES:
        told |= _of_player(slug, player, amount)
    try:
        found = slips.foresee(slug, wanted, Actor(request.user.get_username(), role))
    except Refusal as refusal:
        return told | {"wrong": None if refusal.code in COUNTED_ALREADY else refusal.text(LOCAL)}
    return told | _of_slip(found, role)


def _or_counted(kind: str, amount: int) -> int | None:
    """A tray is counted by its chips alone."""
    counts_chips = kind in KINDS and KINDS[kind].counts and KINDS[kind].in_chips
    return None if counts_chips else amount


def _of_player(slug: str, player: str, amount: int) -> Json:
    book = book_of(slug)
    shift = current_shift(book)
    if shift is None:
        return {}
    if player:
        return {
            "holds": exchanged(shift, [player]).get(player),
            "day": slips.day_of_player(slug, player),
        }
    total = unnamed([book]).get(book, NOTHING).total + amount
    return {"unnamed": total if is_above_limit(total) else 0}


def _of_slip(found: Foreseen, role: str) -> Json:
    slip = found.slip
    against, off = objection(slip), None
    if against and counts_blind(str(against.fields.get("account")), role):
        against = None  # he would be told what lies in the tray that he counts
    if slip.expected is not None and not counts_blind(KINDS[slip.kind].counts, role):
        off = slip.amount - slip.expected
    return {
        "found": found,
        "above": "confirmed" in slip.steps,
        "wrong": against.text(LOCAL) if against else None,
        "after": [] if against else _after(found, role),
        "off": off,
    }


def _after(found: Foreseen, role: str) -> list[tuple[object, int]]:
    """(account, balance) afterwards, of what this reader may know."""
    held: Mapping[str, int] = {
        kind_of(account): amount for account, amount in balances_after(found.slip).items()
    }
    told = OF_CAGE if found.slip.book == CAGE else OF_TABLE
    return [
        (ACCOUNT_LABELS[kind], held[kind]) for kind in told if kind in held and not counts_blind(kind, role)
    ]


def _chips(said: str) -> dict[str, int] | None:
    """`5000:2,1000:1` → how many of each; None where none are said."""
    pairs = (one.partition(":") for one in said.split(",") if one)
    found = {chip: _amount(many) for chip, _sign, many in pairs}
    return found or None


def _amount(said: str) -> int:
    is_amount = said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS
    return int(said) if is_amount else 0

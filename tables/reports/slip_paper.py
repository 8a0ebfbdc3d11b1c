"""A slip for the counter's printer: a roll of 80 mm, in two copies, one for the house and one for the player."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from casino.common import currency
from casino.common.clock import moments
from casino.common.currency.in_words import in_words
from casino.common.pages import qr
from casino.common.sql.consistent_read import one_moment
from casino.journal.models import Entry
from casino.people.access import needs, role_of
from casino.people.labels import ROLES
from casino.people.models import User
from casino.people.permissions import may_read
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS
from tables.door.slips import slug_of, state_of
from tables.reports.slip_reports import check_may_read
from tables.view.labels.money import SLIP_LABELS, SLIP_STATE_LABELS, STEP_LABELS
from tables.view.names import names_of

COPIES = ("original", "copy")
SHORT = 4  # lines of chips with which a slip is still short
OF_DIGEST = 8  # hexadecimal digits, enough to find it by


@never_cache
@needs(may_read, "slip")
def roll(request: HttpRequest, number: int) -> HttpResponse:
    """The page that is printed: one slip, `number`, twice. Shapes as in `templates/money/roll.html`."""
    with one_moment():
        slips = Slip.objects.select_related("shift").prefetch_related("taken")
        slip = get_object_or_404(slips, number=min(number, selectors.LAST_NUMBER))
        check_may_read(slip, role_of(request))
        return render(request, "money/roll.html", _shown(request, slip))


def _shown(request: HttpRequest, slip: Slip) -> dict[str, object]:
    chips = sorted(((int(chip), many) for chip, many in (slip.chips or {}).items() if many), reverse=True)
    names, entry = names_of([(slip.book, slip.player)]), _entry(slip)
    return {
        "slip": slip,
        "copies": COPIES,
        "kind": SLIP_LABELS[slip.kind],
        "state": SLIP_STATE_LABELS[state_of(slip)],
        "is_done": state_of(slip) == "done",
        "table": names.place(slip.book),
        "player": names.player(slug_of(slip.book) or "", slip.player) if slip.player else "",
        "amount": currency.named(slip.amount),
        "words": in_words(slip.amount),
        "chips": [(chip, many, chip * many) for chip, many in chips],
        "length": "long" if len(chips) > SHORT else "short",
        "off": _off(slip, role_of(request)),
        "people": _people(slip),
        "at": moments.minute(slip.at),
        "printed": moments.second(timezone.now()),
        "digest": entry.digest[:OF_DIGEST] if entry else "",
        "code": qr.as_svg(request.build_absolute_uri(reverse("slip", args=[slip.number]))),
        "back_url": reverse("money", args=[slug_of(slip.book)]) if slug_of(slip.book) else reverse("cage"),
    }


def _off(slip: Slip, role: str) -> int | None:
    """How much more or less a count has found than was expected; None before it is signed, as who signs may count
    blind, and for a role that does."""
    if slip.expected is None or state_of(slip) != "done" or counts_blind(KINDS[slip.kind].counts, role):
        return None
    return slip.amount - slip.expected


def _entry(slip: Slip) -> Entry | None:
    """The slip's entry in the journal, whose digest proves it."""
    return Entry.objects.filter(kind=Slip.journal_kind, row=slip.pk).order_by("number").first()


def _people(slip: Slip) -> list[tuple[object, str, object, str]]:
    """(what he did, who he is, his role, why) of whoever asked for the slip and took its steps."""
    signed = [("asked", slip.actor, slip.role, "")] + [
        (step.name, step.actor, step.role, step.reason) for step in slip.taken.all()
    ]
    people = User.objects.filter(username__in=[actor for _step, actor, _role, _why in signed])
    named = {person.username: person.get_full_name() or person.username for person in people}
    return [
        (STEP_LABELS[step], named.get(actor, actor), ROLES[role], why) for step, actor, role, why in signed
    ]

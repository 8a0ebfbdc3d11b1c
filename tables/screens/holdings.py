"""What a player of this shift bought and gave back, asked for while an exchange is typed: a fragment of the page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.cache import never_cache

from casino.accounts.access import needs
from casino.accounts.permissions import may_open
from ledger.cage.exchanges import GIVES, NOTHING, exchanged, unnamed
from ledger.cage.selectors import current_shift
from tables.postings import book_of
from tables.screens.fragments import render
from tables.screens.voice import voice

MOST_DIGITS = 15


@never_cache
@needs(may_open, "holdings")
def holdings(request: HttpRequest, slug: str) -> HttpResponse:
    """Of `player`; with a warning where `amount`, in the smallest unit, is more than he should hold and a slip of
    `kind` gives chips. Of nobody in particular: what was exchanged without a name, where that adds up to more than the
    house wants. Empty without a shift."""
    player, shift = request.GET.get("player", ""), current_shift(book_of(slug))
    held = exchanged(shift, [player]).get(player) if shift else None
    amount = _amount(request.GET.get("amount", ""))
    shows = {
        "holds": held,
        "gives": request.GET.get("kind") in GIVES,
        "amount": amount,
        "unnamed": _unnamed(slug, amount) if shift and not player else 0,
    }
    return HttpResponse(render("money/asked.html", voice(translation.get_language(), None), shows))


def _unnamed(slug: str, amount: int) -> int:
    """What exchanges without a name come to in an hour with this one, where that is above the limit; else 0."""
    book = book_of(slug)
    total = unnamed([book]).get(book, NOTHING).total + amount
    return total if total > int(settings.COUNTER_LIMIT) else 0


def _amount(said: str) -> int:
    is_amount = said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS
    return int(said) if is_amount else 0

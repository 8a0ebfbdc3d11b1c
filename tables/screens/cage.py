"""The cage: its chips and cash, the staff's tips, its slips, and those that wait for a signature."""

from collections.abc import Iterator

from django.urls import reverse

from casino.common import moments
from ledger.cage import selectors
from ledger.cage.accounts import CAGE as BOOK
from ledger.cage.accounts import HOUSE
from ledger.cage.models import Slip
from ledger.postings import account_of
from ledger.selectors import balance
from tables.labels.money import ACCOUNT_LABELS
from tables.notify import CAGE
from tables.screen import Screen, TableView
from tables.screens.money import PARTS, amounts, forms, pending_slip, slip_lines
from tables.screens.parts import Part, rendering


def parts(view: TableView) -> Iterator[Part]:
    """The same parts as of a table's money."""
    held = selectors.balances(BOOK) | {"tronc": balance(account_of(HOUSE, "tronc"))}
    context = {
        "view": {"slug": view.slug, "role": view.role},
        "shift": None,
        "names": {},
        "held": {},
        "people": [],
        "left": [],
        "accounts": [(ACCOUNT_LABELS[kind], held.get(kind, 0)) for kind in ("stock", "cash", "tronc")],
        "waiting": [pending_slip(slip, view.role) for slip in selectors.pending(BOOK)],
        "forms": forms(view.role, held, is_open=False, cage=True),
        "slips": slip_lines(Slip.objects.filter(book=BOOK), view.role),
        "asking": reverse("api:cage-slips"),
        **amounts(),
    }
    follows = (view.beside, moments.today())
    for part in PARTS:
        template = f"money/{'cage_head' if part == 'head' else part}.html"
        yield Part(f"money-{part}", template, {}, follows, lambda _voice: context)


SCREEN = Screen(name="cage", page="money/cage.html", fragments=rendering(parts), topic=CAGE)

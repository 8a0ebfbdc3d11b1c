"""The cage: its chips and cash, the staff's tips, its slips, and those that wait for a signature."""

from django.urls import reverse

from casino.common.json_input import Json
from ledger.cage import selectors
from ledger.cage.accounts import CAGE as BOOK
from ledger.cage.accounts import HOUSE
from ledger.cage.models import Slip
from ledger.postings import account_of
from ledger.selectors import balance
from tables.door.notify import CAGE
from tables.screens.fragments import Part, rendering
from tables.screens.money.screen import PARTS, amounts, forms, pending_slip, slip_lines
from tables.view.facts.staff import named
from tables.view.labels.money import ACCOUNT_LABELS
from tables.view.screen import Screen, TableView


def parts(view: TableView) -> tuple[Json, list[Part]]:
    """The same parts as of a table's money."""
    held = selectors.balances(BOOK) | {"tronc": balance(account_of(HOUSE, "tronc"))}
    shown = {
        "shift": None,
        "names": {},
        "named": named(view),
        "held": {},
        "people": [],
        "left": [],
        "accounts": [(ACCOUNT_LABELS[kind], held.get(kind, 0)) for kind in ("stock", "cash", "tronc")],
        "waiting": [pending_slip(slip, view.role) for slip in selectors.pending(BOOK)],
        "forms": forms(view.role, held, is_open=False, cage=True),
        "slips": slip_lines(Slip.objects.filter(book=BOOK), view.role),
        "asking": reverse("api:cage-slips"),
        "foreseeing": reverse("foreseen-cage"),
        **amounts(),
    }
    return shown, [
        Part("money-head", "money/cage_head.html"),
        *(Part(f"money-{name}", f"money/{name}.html") for name in PARTS if name != "head"),
    ]


SCREEN = Screen(name="cage", page="money/cage.html", fragments=rendering(parts), topic=CAGE)

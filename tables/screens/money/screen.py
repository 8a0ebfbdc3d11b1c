"""The money of one table: its shift, what tray and boxes should hold, slips that wait for a signature, and new ones."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise

from casino.common.currency import decimals, denominations, form
from casino.common.currency.chips import colours
from casino.common.json_input import Json
from casino.common.refusals.catalogue import MESSAGES
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.people.permissions import Right, Role, may, may_request_slip
from ledger.cage import selectors
from ledger.cage.exchanges import GIVES, Exchanged, beyond, exchanged
from ledger.cage.models import Shift, Slip
from ledger.cage.slip_rights import counts_blind, may_correct, may_take_step, may_void
from ledger.cage.slips import KINDS
from tables.door.slips import state_of
from tables.models import Player
from tables.screens.fragments import Part, rendering
from tables.screens.people import people_of
from tables.view.facts.staff import named
from tables.view.facts.table import balances, pending, shift
from tables.view.labels.money import ACCOUNT_LABELS, SLIP_LABELS, SLIP_STATE_LABELS
from tables.view.screen import Screen, TableView

PARTS = ("head", "waiting", "acts", "people", "chips", "slips")
SHOWN_SLIPS = 40
MOST_REQUESTED = ("buy_in", "cash_out", "tip", "fill", "credit", "count")
IN_ORDER: Mapping[int, int] = {}
BADGES = {"done": "good", "void": ""}  # of a slip's state; every other waits
RAREST = ("opening", "closing")
# What chooses a kind of slip on a keyboard. The same in every language: four people with four languages share a desk.
LETTERS: Mapping[str, str] = {
    "buy_in": "V",
    "cash_out": "C",
    "tip": "P",
    "count": "A",
    "tips_out": "T",
    "cagnotte_out": "Z",
    "drop_out": "D",
    "closing": "X",
    "opening": "O",
    "fill": "R",
    "credit": "L",
    "chip_inventory": "A",
    "cash_count": "E",
    "cage_chips_in": "F",
    "cage_chips_out": "G",
    "cage_cash_in": "H",
    "cage_cash_out": "K",
    "tronc_out": "T",
}
STEP_BUTTONS: dict[str, Promise] = {
    "sent": _("Send"),
    "received": _("Receive"),
    "signed": _("Sign"),
    "confirmed": _("Confirm"),
}


@dataclass(frozen=True, slots=True)
class PendingSlip:
    """A slip that waits for a step, as a role sees it.

    `waits_for`, `button`: the labels of the step. `may_take_step`, `may_void`: whether this role may. `chips`:
    (denomination, how many). `gives`: a player gives chips with it. `expected`: the expected amount, unless this role
    counts blind. `unexplained`: the amount may differ from the expected one, and nobody has given a reason.
    """

    slip: Slip
    kind: Promise
    step: str
    waits_for: Promise
    button: Promise
    may_take_step: bool
    may_void: bool
    chips: list[tuple[int, int]]
    gives: bool
    expected: int | None
    unexplained: bool


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A slip with the labels of its kind and state, and the badge of that. `may_correct`: whether this role may still
    void it. `beyond`: by how much its player gave more chips than he should have held; 0 where this was in order."""

    slip: Slip
    kind: Promise
    state: Promise
    look: str
    may_correct: bool
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class SlipForm:
    """The form for a slip that this role may request now. `letter`: the key that chooses it. `box_balance`: what the
    box that it empties should hold. `must_list`: its chips alone say its amount. `open`: the form is shown open.
    `barred`: why it would be refused now, which is said before anything is typed."""

    kind: str
    label: Promise
    letter: str
    must_list: bool
    in_chips: bool
    of_player: bool
    counts: bool
    box_balance: int | None
    open: bool
    barred: str = ""


def parts(view: TableView) -> tuple[Json, list[Part]]:
    """Head, pending slips, the forms for new ones, and the slips of this shift."""
    now, held, newest = view.snapshot, balances(view), shift(view)
    shown = {
        "is_open": _is_open(newest),
        "accounts": _accounts(held, view.role),
        **waiting_at(view),
        "names": _names(view),
        "people": list(people_of(now).values()),
        "left": _left(view),
        **_forms(view, held),
        **_slips(view),
        **amounts(now["limits"]["chip"] if now["limits"] else 0),
    }
    return shown, [Part(f"money-{name}", f"money/{name}.html") for name in PARTS]


def waiting_at(view: TableView) -> Json:
    """The table's slips that wait, those for this role first, with the names and holdings of their players."""
    found = sorted(
        (pending_slip(slip, view.role) for slip in pending(view)), key=lambda one: not one.may_take_step
    )
    names = _names(view) if found else {}
    held = _held(view) if found else {}
    return {"waiting": found, "names": names, "held": held, "named": named(view)}


def _forms(view: TableView, held: dict[str, int]) -> Json:
    shown = forms(view.role, held, is_open=_is_open(shift(view)))
    return {
        "forms": [replace(one, barred=_bar(view, one.kind)) for one in shown],
        "asking": reverse("api:slips", args=[view.slug]),
        "foreseeing": reverse("foreseen", args=[view.slug]),
    }


def _bar(view: TableView, kind: str) -> str:
    """The refusal that such a slip would meet now, whatever it says."""
    waiting = pending(view)
    if (KINDS[kind].shift == "closes" and waiting) or any(slip.kind == kind == "opening" for slip in waiting):
        return gettext(MESSAGES["pending_slips"][1])
    suite = view.snapshot["suite"]
    if kind == "cagnotte_out" and suite and suite["deduction"]:
        return gettext(MESSAGES["suite_offered"][1])
    return ""


def _slips(view: TableView) -> Json:
    newest = shift(view)
    if newest is None:
        return {"shift": None, "slips": []}
    open_shift = newest if _is_open(newest) else None
    seen = beyond(newest) if may(view.role, Right.SEE_EXPECTED_TRAY) else []
    over = {slip.number: more for slip, more in seen}
    return {"shift": newest, "slips": slip_lines(selectors.slips_of(newest), view.role, open_shift, over)}


def _held(view: TableView) -> dict[str, Exchanged]:
    """Holdings of the players of the slips that wait: bought, given back and still held, for who may know it."""
    newest = shift(view)
    if newest is None or not may(view.role, Right.SEE_EXPECTED_TRAY):
        return {}
    return exchanged(newest, {slip.player for slip in pending(view)})


def _is_open(newest: Shift | None) -> bool:
    return newest is not None and newest.end is None


def amounts(smallest: int = 0) -> Json:
    """For entering amounts: the chips, each with its colour and whether the game takes it, and the pattern for typing.
    `smallest`: the table's chip."""
    chips = denominations()
    return {
        "chips": [(chip, colours()[chip], chip >= smallest) for chip in chips],
        "pattern": form(decimals()),
        "example": chips[0],
    }


def _names(view: TableView) -> dict[str, str]:
    """The names of the players on the shift's slips, by id."""
    newest = shift(view)
    named = Player.objects.filter(
        table__slug=view.slug, player__in=Slip.objects.filter(shift=newest).values("player")
    )
    return dict(named.values_list("player", "name")) if newest else {}


def _left(view: TableView) -> list[tuple[str, str]]:
    """Players with a slip in this shift who are no longer at the table: they may still cash out. (id, name)"""
    newest, names = shift(view), _names(view)
    named = Slip.objects.filter(shift=newest).exclude(player="").order_by("player")
    gone = named.values_list("player", flat=True).distinct() if newest else []
    return [(player, names.get(player, player)) for player in gone if player not in view.snapshot["names"]]


def _accounts(held: dict[str, int], role: str) -> list[tuple[Promise, int]]:
    return [
        (ACCOUNT_LABELS[kind], held.get(kind, 0))
        for kind in selectors.TABLE_ACCOUNTS
        if not counts_blind(kind, role)
    ]


def slips_for(view: TableView) -> list[Json]:
    """The table's slips that wait for this role: the kind of each, and the step."""
    found = (pending_slip(slip, view.role) for slip in pending(view))
    return [{"kind": one.kind, "waits_for": one.waits_for} for one in found if one.may_take_step]


def pending_slip(slip: Slip, role: str) -> PendingSlip:
    """A slip that waits, as a role sees it."""
    step = selectors.next_step(slip) or ""
    expected = None if counts_blind(KINDS[slip.kind].counts, role) else slip.expected
    may_differ = slip.expected is not None and expected != slip.amount
    return PendingSlip(
        slip,
        SLIP_LABELS[slip.kind],
        step,
        SLIP_STATE_LABELS[step],
        STEP_BUTTONS[step],
        may_take_step(slip, role),
        may_void(slip, role),
        sorted(((int(chip), number) for chip, number in (slip.chips or {}).items() if number), reverse=True),
        slip.kind in GIVES,
        expected,
        may_differ and not slip.reason,
    )


def forms(role: str, held: dict[str, int], *, is_open: bool, cage: bool = False) -> list[SlipForm]:
    """The forms for the slips that `role` may request of a table, or of the cage, the most requested first."""
    possible = {"none"} if cage else {"open", "closes"} if is_open else {"opens"}
    names = [name for name, kind in KINDS.items() if may_request_slip(role, name) and kind.shift in possible]
    return [_form(name, held) for name in sorted(names, key=_rank)]


def _rank(kind: str) -> int:
    if kind in MOST_REQUESTED:
        return MOST_REQUESTED.index(kind)
    return len(MOST_REQUESTED) + (kind in RAREST)


def _form(name: str, held: dict[str, int]) -> SlipForm:
    kind = KINDS[name]
    balance_of_box = held.get(kind.counts, 0) if kind.counts and kind.moves else None
    return SlipForm(
        kind=name,
        label=SLIP_LABELS[name],
        letter=LETTERS[name],
        must_list=kind.in_chips and not kind.of_player,
        in_chips=kind.in_chips,
        of_player=kind.of_player,
        counts=kind.counts is not None,
        box_balance=balance_of_box,
        open=name == MOST_REQUESTED[0],
    )


def slip_lines(
    slips: QuerySet[Slip], role: str, of: Shift | None = None, over: Mapping[int, int] = IN_ORDER
) -> list[SlipLine]:
    """The newest of these. `of`: the open shift of their table, whose slips may still be corrected. `over`: number of
    a slip → by how much more was given back than its player should have held."""
    counts = selectors.counts_of(of) if of else []
    newest = slips.prefetch_related("taken").order_by("-number")[:SHOWN_SLIPS]
    return [
        SlipLine(
            slip,
            SLIP_LABELS[slip.kind],
            SLIP_STATE_LABELS[state_of(slip)],
            BADGES.get(state_of(slip), "info"),
            may_correct(slip, role, of, counts),
            over.get(slip.number, 0),
        )
        for slip in newest
    ]


SCREEN = Screen(
    name="money",
    page="money/page.html",
    fragments=rendering(parts),
    gives_commands=True,
    tablet_of=frozenset({Role.CROUPIER}),  # who asks for chips and counts at the table itself
)

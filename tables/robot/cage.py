"""The demo's money: the cage's funds, and for each table an opening count and a first fill, each signed by two."""

from collections.abc import Callable

from casino.common.currency import denominations
from casino.people.permissions import Role
from ledger.cage.models import Slip
from ledger.cage.selectors import last_shift
from ledger.cage.slips import SlipRequest
from ledger.selectors import balances
from tables.door import slips
from tables.record.postings import book_of
from tables.robot.credentials import STAFF
from tables.rules.roles import Actor

FUNDS = {"cage_chips_in": 5_000_000, "cage_cash_in": 2_000_000}
FIRST_FILL = 500_000
CHIP_SALE_UNIT = 1_000  # chips are sold in multiples of it


def fund_cage() -> None:
    """The jefe puts chips and money into the cage, the cambista signs. Done once."""
    if Slip.objects.exists():
        return
    for kind, amount in FUNDS.items():
        slip = slips.request_slip(None, SlipRequest(kind, amount), staff_member(Role.JEFE))
        sign(slip, ("signed", Role.CAMBISTA))


def open_day(slug: str) -> None:
    """Open the table's day with an empty tray and a fill. Done once."""
    if last_shift(book_of(slug)):
        return
    croupier = staff_member(Role.CROUPIER)
    opening = slips.request_slip(slug, SlipRequest("opening", chips={}), croupier)
    sign(opening, ("signed", Role.JEFE))
    fill = slips.request_slip(slug, SlipRequest("fill", chips=in_chips(FIRST_FILL)), croupier)
    sign(fill, ("sent", Role.CAMBISTA), ("received", Role.CROUPIER))


def cover_debts(slug: str, more: Callable[[], int] = lambda: 0) -> None:
    """Sell the difference to whoever has bet more chips than he had bought. `more`: how many units beyond it."""
    for player, held in chips_of_players(slug).items():
        if held < 0:
            exchange(slug, "buy_in", player, CHIP_SALE_UNIT * (-(held // CHIP_SALE_UNIT) + more()))


def cash_in(slug: str, player: str) -> None:
    """Give back the chips of a player who leaves, if he has any."""
    if (held := chips_of_players(slug).get(player, 0)) > 0:
        exchange(slug, "cash_out", player, held)


def exchange(slug: str, kind: str, player: str, amount: int) -> None:
    """A player buys chips, or gives them back; above the house's limit the jefe confirms it."""
    slip = slips.request_slip(slug, SlipRequest(kind, amount, player=player), staff_member(Role.CAMBISTA))
    if slip.steps:
        sign(slip, ("confirmed", Role.JEFE))


def chips_of_players(slug: str) -> dict[str, int]:
    """The balance of each, which is below zero where he has bet more than he had bought."""
    prefix = f"{book_of(slug)}:chips:"
    held = balances(book_of(slug))
    return {code.removeprefix(prefix): held[code] for code in sorted(held) if code.startswith(prefix)}


def in_chips(amount: int) -> dict[str, int]:
    """An amount in as few chips as possible, {denomination: count}. Raises ValueError if no chip is small enough."""
    found = {}
    for chip in denominations():
        found[str(chip)], amount = divmod(amount, chip)
    if amount:
        raise ValueError(f"this house has no chips for {amount}: see DENOMINATIONS")
    return {chip: number for chip, number in found.items() if number}


def sign(slip: Slip, *steps: tuple[str, str]) -> None:
    """Take steps of a slip, (step, role), each as the demo's login of that role."""
    for step, role in steps:
        slips.take_step(slip.number, step, staff_member(role))


def staff_member(role: str) -> Actor:
    """The demo's login of that role."""
    return next(Actor(name, role) for name, its in STAFF.items() if its == role)

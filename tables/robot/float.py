"""The demo's money: a cage that is funded, and for each table an opening count and its first fill, signed by two."""

from casino.accounts.permissions import Role
from casino.common.currency import denominations
from ledger.cage.models import Slip
from ledger.cage.requests import SlipRequest
from ledger.cage.selectors import last_shift
from tables import slip_service
from tables.engine.actor import Actor
from tables.robot.kept import STAFF
from tables.service import book_of

CAGE = {"cage_chips_in": 5_000_000, "cage_cash_in": 2_000_000}
FLOAT = 500_000


def fund_cage() -> None:
    """The jefe puts chips and money into the cage, the cambista signs; once."""
    if Slip.objects.exists():
        return
    for kind, amount in CAGE.items():
        slip = slip_service.request_slip(None, SlipRequest(kind, amount), who(Role.JEFE))
        sign(slip, ("signed", Role.CAMBISTA))


def open_day(slug: str) -> None:
    """The table's day with an empty tray, and a fill; once."""
    if last_shift(book_of(slug)):
        return
    opening = slip_service.request_slip(slug, SlipRequest("opening", chips={}), who(Role.CROUPIER))
    sign(opening, ("signed", Role.JEFE))
    fill = slip_service.request_slip(slug, SlipRequest("fill", chips=in_chips(FLOAT)), who(Role.CROUPIER))
    sign(fill, ("sent", Role.CAMBISTA), ("received", Role.CROUPIER))


def in_chips(amount: int) -> dict[str, int]:
    """An amount as a tray holds it: as few chips as it takes. Raises ValueError where this house has none so small."""
    found = {}
    for chip in denominations():
        found[str(chip)], amount = divmod(amount, chip)
    if amount:
        raise ValueError(f"this house has no chips for {amount}: see DENOMINATIONS")
    return {chip: number for chip, number in found.items() if number}


def sign(slip: Slip, *steps: tuple[str, str]) -> None:
    """Take a slip's steps, each by the demo's login of that role."""
    for step, role in steps:
        slip_service.take_step(slip.number, step, who(role))


def who(role: str) -> Actor:
    """The demo's login of that role."""
    return next(Actor(name, role) for name, its in STAFF.items() if its == role)

"""A night of several tables from the first count to the last, on a clock of its own: played by robots, its money
changed at the counter, its shifts counted and closed to the last chip."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from casino.accounts.permissions import Role
from casino.common import clock
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.requests import SlipRequest
from ledger.selectors import balances
from tables import slip_service
from tables.engine.actor import Actor
from tables.models import Table
from tables.robot.dice import Dice
from tables.robot.door import OwnDoor
from tables.robot.float import fund_cage, in_chips, open_day, sign, who
from tables.robot.kept import JEFE
from tables.robot.moment import Json
from tables.robot.robot import Robot
from tables.service import book_of, create_table

SLOW = {"shuffle": 600, "cut": 60, "settle": 90, "close_betting": 20}  # seconds, at most
QUICK = 25
LOW, HIGH, REFILL = 150_000, 900_000, 300_000  # of a tray
TIPS = (10, 20, 50, 100)
SOLD_BY = 1_000  # chips are sold in round amounts


@dataclass(frozen=True, slots=True)
class Plan:
    """A table of the night."""

    slug: str
    name: str
    reglamento: str
    minimum: int
    maximum: int
    chip: int


PLANS = (
    Plan("mesa-1", "Mesa 1", "argentina", 100, 10_000, 10),
    Plan("mesa-2", "Mesa 2", "spain", 50, 5_000, 10),
    Plan("mesa-3", "Mesa 3", "chemin-de-fer", 100, 10_000, 10),
)


@dataclass(slots=True)
class Evening:
    """One table's evening. `now`: what its clock says; `paid`: passes so far."""

    plan: Plan
    robot: Robot
    dice: Dice
    now: datetime
    paid: int = 0
    door: OwnDoor = field(init=False)

    def __post_init__(self) -> None:
        self.door = OwnDoor(self.plan.slug, Actor(JEFE, Role.JEFE))

    @property
    def book(self) -> str:
        """Whose accounts its money lies in."""
        return book_of(self.plan.slug)


def play_night(begin: datetime, passes: int, seed: int, plans: Iterable[Plan] = PLANS) -> None:
    """Play `passes` at each table from `begin` on, in a database where there is none of them yet. Half way each table
    is counted and handed to a second shift; at the end everything is emptied, counted and closed."""
    evenings = [
        Evening(plan, Robot(seed + n), Dice(seed + n), begin + timedelta(minutes=5 * n))
        for n, plan in enumerate(plans)
    ]
    clocks = [begin]
    with clock.running_on(lambda: clocks[-1]):
        fund_cage()
        for evening in evenings:
            clocks.append(evening.now)
            _open(evening)
        while playing := [evening for evening in evenings if evening.paid < passes]:
            # Whose clock is furthest behind is next: the three nights go on side by side.
            evening = min(playing, key=lambda one: one.now)
            clocks.append(evening.now)
            _act(evening)
            if evening.paid == passes // 2 and _can_be_counted(evening):
                _hand_over(evening)
        for evening in sorted(evenings, key=lambda one: one.now):
            clocks.append(max(evening.now, clocks[-1]))
            _close(evening)


def _open(evening: Evening) -> None:
    plan = evening.plan
    create_table(plan.slug, plan.name)
    limits = {"minimum": plan.minimum, "maximum": plan.maximum, "chip": plan.chip}
    _must(evening, {"command": "open_table", "reglamento": plan.reglamento, **limits})
    open_day(plan.slug)


def _act(evening: Evening) -> None:
    command = evening.robot.next(evening.door.look())
    if command is None:
        evening.now += timedelta(seconds=5)
        return
    answer = evening.door.give(command)
    if not answer["ok"]:
        evening.robot.refused(command, answer["error"]["code"])
        return
    evening.paid += command["command"] == "settle"
    evening.now += timedelta(seconds=evening.dice.between(3, SLOW.get(command["command"], QUICK)))
    _sell_chips(evening)
    if command["command"] == "settle":
        _tip(evening)
        _keep_the_float(evening)
    elif command["command"] == "leave":
        _change(evening, command["player"])


def _sell_chips(evening: Evening) -> None:
    """Whoever has put down more than he had bought buys at once."""
    for player, held in _players(evening).items():
        if held < 0:
            amount = -(held // SOLD_BY) * SOLD_BY + SOLD_BY * evening.dice.between(0, 5)
            _exchange(evening, "buy_in", player, amount)


def _change(evening: Evening, player: str) -> None:
    if (held := _players(evening).get(player, 0)) > 0:
        _exchange(evening, "cash_out", player, held)


def _exchange(evening: Evening, kind: str, player: str, amount: int) -> None:
    slip = _request(evening, SlipRequest(kind, amount, player=player), Role.CAMBISTA)
    if slip.steps:
        sign(slip, ("confirmed", Role.JEFE))


def _request(evening: Evening, request: SlipRequest, role: str) -> Slip:
    return slip_service.request_slip(evening.plan.slug, request, who(role))


def _tip(evening: Evening) -> None:
    rich = [player for player, held in _players(evening).items() if held > max(TIPS)]
    if rich and evening.dice.happens(0.1):
        player = evening.dice.one_of(sorted(rich))
        amount = evening.dice.one_of(TIPS)
        _request(evening, SlipRequest("tip", amount, player=player), Role.CROUPIER)


def _keep_the_float(evening: Evening) -> None:
    tray = selectors.balances(evening.book)["tray"]
    if tray < LOW:
        fill = _request(evening, SlipRequest("fill", chips=in_chips(REFILL)), Role.CROUPIER)
        sign(fill, ("sent", Role.CAMBISTA), ("received", Role.CROUPIER))
    elif tray > HIGH:
        credit = _request(evening, SlipRequest("credit", chips=in_chips(REFILL)), Role.CROUPIER)
        sign(credit, ("sent", Role.CROUPIER), ("received", Role.CAMBISTA))


def _players(evening: Evening) -> dict[str, int]:
    beginning = f"{evening.book}:chips:"
    held = balances(evening.book)
    return {code.removeprefix(beginning): held[code] for code in sorted(held) if code.startswith(beginning)}


def _can_be_counted(evening: Evening) -> bool:
    """Half way, once: the first shift is open, and no pass is under way."""
    shift = selectors.current_shift(evening.book)
    return (
        shift is not None
        and shift.number == 1
        and evening.door.look()["phase"] not in ("dealing", "resolved")
    )


def _hand_over(evening: Evening) -> None:
    _count(evening, "closing")
    _count(evening, "opening")


def _count(evening: Evening, kind: str) -> None:
    tray = in_chips(selectors.balances(evening.book)["tray"])
    sign(
        _request(evening, SlipRequest(kind, chips=tray), Role.CROUPIER),
        ("signed", Role.JEFE),
    )


def _close(evening: Evening) -> None:
    """The table first, then the players' chips, then the boxes, then the count."""
    while not evening.door.give({"command": "close_table", "reason": "end of the night"})["ok"]:
        _act(evening)
    for player in _players(evening):
        _change(evening, player)
    held = selectors.balances(evening.book)
    for box in ("tips", "cagnotte", "drop"):
        if held[box]:
            slip = _request(evening, SlipRequest(f"{box}_out", held[box]), Role.CAMBISTA)
            sign(slip, ("signed", Role.JEFE))
    _count(evening, "closing")


def _must(evening: Evening, command: Json) -> None:
    answer = evening.door.give(command)
    if not answer["ok"]:
        raise RuntimeError(f"{evening.plan.slug}: {command}: {answer['error']}")


def tables() -> list[Table]:
    """The tables of the night, in their order."""
    return list(Table.objects.filter(slug__in=[plan.slug for plan in PLANS]).order_by("slug"))

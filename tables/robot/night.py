"""A night at several tables, from the first count to the last, on a simulated clock: robots play, players exchange
chips at the counter, shifts are counted and closed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from casino.common import clock
from casino.common.progress import Advance
from casino.people.permissions import Role
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.slips import SlipRequest
from tables.door import slips
from tables.door.service import create_table
from tables.models import Table
from tables.record.postings import book_of
from tables.robot.cage import (
    cash_in,
    chips_of_players,
    cover_debts,
    fund_cage,
    in_chips,
    open_day,
    sign,
    staff_member,
)
from tables.robot.client import RobotsClient, TableClient
from tables.robot.context import Randomness
from tables.robot.robot import Robot

DURATIONS = {"shuffle": 600, "cut": 60, "settle": 90, "close_betting": 20}  # seconds, at most
OTHERWISE = 25
TRAY_LOW, TRAY_HIGH, REFILL = 150_000, 900_000, 300_000
TIPS = (10, 20, 50, 100)


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
class TableNight:
    """The night of one table. `now`: its simulated time; `paid`: passes so far; `shift`: the number of its first."""

    plan: Plan
    robot: Robot
    random: Randomness
    now: datetime
    paid: int = 0
    shift: int = 0
    reach: Callable[[str], TableClient] = RobotsClient
    client: TableClient = field(init=False)

    def __post_init__(self) -> None:
        self.client = self.reach(self.plan.slug)

    @property
    def book(self) -> str:
        """The prefix of the table's accounts."""
        return book_of(self.plan.slug)

    def ask(self, role: str, kind: str, *args: Any, **fields: Any) -> Slip:
        """The demo's login of this role asks for a slip."""
        request = SlipRequest(kind, *args, **fields)
        return slips.request_slip(self.plan.slug, request, staff_member(role))


def play_night(
    begin: datetime,
    passes: int,
    seed: int,
    plans: Iterable[Plan] = PLANS,
    advance: Advance = lambda _steps: None,
    reach: Callable[[str], TableClient] = RobotsClient,
) -> None:
    """Open the tables, those that are missing being made, and play `passes` at each, from `begin` on. `advance`: called
    with each pass; `reach`: the client of a table.

    Half way, each table is counted and handed over to a second shift. At the end everything is emptied, counted and
    closed.
    """
    nights = [
        TableNight(plan, Robot(seed + n), Randomness(seed + n), begin + timedelta(minutes=5 * n), reach=reach)
        for n, plan in enumerate(plans)
    ]
    times = [begin]
    with clock.running_on(lambda: times[-1]):
        fund_cage()
        for night in nights:
            times.append(night.now)
            _open(night)
        while playing := [night for night in nights if night.paid < passes]:
            # The table whose clock is furthest behind is next, so that they play side by side.
            night = min(playing, key=lambda one: one.now)
            times.append(night.now)
            advance(_act(night))
            if night.paid == passes // 2 and _can_be_counted(night):
                _hand_over(night)
        for night in sorted(nights, key=lambda one: one.now):
            times.append(max(night.now, times[-1]))
            _close(night)


def _open(night: TableNight) -> None:
    plan = night.plan
    known = Table.objects.filter(slug=plan.slug).exists()
    if not known:
        create_table(plan.slug, plan.name)
    limits = {"minimum": plan.minimum, "maximum": plan.maximum, "chip": plan.chip}
    command = {"command": "open_table", "reglamento": plan.reglamento, **limits}
    answer = night.client.send(command)
    if not answer["ok"]:
        raise RuntimeError(f"{plan.slug}: {command}: {answer['error']}")
    if known:
        _count(night, "opening")
    else:
        open_day(plan.slug)
    shift = selectors.current_shift(night.book)
    night.shift = shift.number if shift else 0


def _act(night: TableNight) -> int:
    """Returns how many passes that has ended."""
    paid = night.paid
    command = night.robot.next(night.client.snapshot())
    if command is None:
        night.now += timedelta(seconds=5)
        return 0
    answer = night.client.send(command)
    if not answer["ok"]:
        night.robot.refused(command, answer["error"]["code"])
        return 0
    night.now += timedelta(seconds=night.random.whole_number(3, DURATIONS.get(command["command"], OTHERWISE)))
    cover_debts(night.plan.slug, lambda: night.random.whole_number(0, 5))
    if command["command"] == "settle":
        night.paid += 1
        _tip(night)
        _keep_tray_filled(night)
    elif command["command"] == "leave":
        cash_in(night.plan.slug, command["player"])
    return night.paid - paid


def _tip(night: TableNight) -> None:
    rich = [player for player, held in chips_of_players(night.plan.slug).items() if held > max(TIPS)]
    if rich and night.random.happens(0.1):
        player = night.random.choice(sorted(rich))
        night.ask(Role.CROUPIER, "tip", night.random.choice(TIPS), player=player)


def _keep_tray_filled(night: TableNight) -> None:
    tray = selectors.balances(night.book)["tray"]
    if tray < TRAY_LOW:
        fill = night.ask(Role.CROUPIER, "fill", chips=in_chips(REFILL))
        sign(fill, ("sent", Role.CAMBISTA), ("received", Role.CROUPIER))
    elif tray > TRAY_HIGH:
        credit = night.ask(Role.CROUPIER, "credit", chips=in_chips(REFILL))
        sign(credit, ("sent", Role.CROUPIER), ("received", Role.CAMBISTA))


def _can_be_counted(night: TableNight) -> bool:
    """Whether the first shift is still open and no pass is being dealt or paid."""
    shift = selectors.current_shift(night.book)
    in_first_shift = shift is not None and shift.number == night.shift
    return in_first_shift and night.client.snapshot()["phase"] not in ("dealing", "resolved")


def _hand_over(night: TableNight) -> None:
    _count(night, "closing")
    _count(night, "opening")


def _count(night: TableNight, kind: str) -> None:
    tray = in_chips(selectors.balances(night.book)["tray"])
    sign(night.ask(Role.CROUPIER, kind, chips=tray), ("signed", Role.JEFE))


def _close(night: TableNight) -> None:
    """Close the table, then exchange the players' chips, empty the boxes and count the tray."""
    while not night.client.send({"command": "close_table", "reason": "end of the night"})["ok"]:
        _act(night)
    for player in chips_of_players(night.plan.slug):
        cash_in(night.plan.slug, player)
    held = selectors.balances(night.book)
    for box in ("tips", "cagnotte", "drop"):
        if held[box]:
            sign(night.ask(Role.CAMBISTA, f"{box}_out", held[box]), ("signed", Role.JEFE))
    _count(night, "closing")


def tables() -> list[Table]:
    """The tables of the night, in their order."""
    return list(Table.objects.filter(slug__in=[plan.slug for plan in PLANS]).order_by("slug"))

"""An evening of three tables on a simulated clock, with everything that a report could get wrong.

Passes are undone hours after they were paid, or voided; there are suites, associates and the house's own bank. At the
counter there are fills, credits, chips bought and given back, tips, emptied boxes, counts that differ, and void slips.
Each table has two shifts, and there is play between them.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from casino.common import clock
from casino.common.refusals import Refusal
from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.door.service import create_table, execute, read
from tables.models import Record, Table
from tables.record.postings import book_of
from tables.robot.client import LocalClient
from tables.robot.context import Behaviour
from tables.robot.robot import Robot
from tests.support.counter import ask, cage, done, go
from tests.support.house import JEFE

BEGIN = datetime(2026, 11, 20, 22, 40, tzinfo=UTC)
TABLES = {
    "mesa-1": ("argentina", {"tie_bet": "1/4"}),
    "mesa-2": ("spain", {}),
    "mesa-3": ("chemin-de-fer", {}),
}
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 10}
HABITS = Behaviour(min_seated=4, max_seated=5, max_standing=1, takes=0.1, rare_acts=0.35)
# Refusals that may happen: a suite may still be returned, the tray has too little, the undo comes too late.
KNOWN = {"suite_offered", "not_that_much", "counted_since", "nothing_to_undo"}


@dataclass
class Clock:
    """A clock that only goes on when it is told to."""

    now: datetime = BEGIN

    def __call__(self) -> datetime:
        return self.now

    def go(self, **by: float) -> None:
        self.now += timedelta(**by)


@dataclass
class Evening:
    """The evening of one table. `calm`: the robot plays and nothing else happens; `happened`: how often what did."""

    slug: str
    random: Random
    clock: Clock
    calm: bool = False
    paid: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    waiting: list[Slip] = field(default_factory=list)
    bag: list["Happening"] = field(default_factory=list)

    def __post_init__(self) -> None:
        reglamento, settings = TABLES[self.slug]
        self.client = LocalClient(self.slug, JEFE)
        self.robot = Robot(self.random.randrange(10**6), HABITS)
        create_table(self.slug, self.slug.title())
        self.give({"command": "open_table", "reglamento": reglamento, **LIMITS, "settings": settings})

    def give(self, command: dict[str, Any]) -> str | None:
        """Give a command; return the code of its refusal, or None."""
        answer = execute(self.slug, command, JEFE)
        if answer.error is None:
            self.happened[command["command"]] += 1
            return None
        return str(answer.error["code"])

    def step(self) -> None:
        """The robot's next command, and after a payment one of the happenings."""
        command = self.robot.next(self.client.snapshot())
        if command is None:
            return
        if code := self.give(command):
            self.robot.refused(command, code)
            return
        self.clock.go(seconds=self.random.choice((3, 8, 20, 45)))
        if command["command"] == "accept_bank" and self.random.random() < 0.5:
            self.give({"command": "associate", "player": self.somebody()})
        if command["command"] == "card" and not self.calm and self.random.random() < 0.01:
            self.give({"command": "void_pass", "reason": "a card fell"})
        if command["command"] == "settle":
            self.paid += 1
        if command["command"] == "settle" and not self.calm:
            self.happening()(self)

    def happening(self) -> "Happening":
        """Drawn from HAPPENINGS without replacement; outside a shift, one that the counter takes no part in."""
        if not selectors.current_shift(book_of(self.slug)):
            return self.random.choice(OF_THE_GAME)
        if not self.bag:
            self.bag = self.random.sample(HAPPENINGS, len(HAPPENINGS))
        return self.bag.pop()

    def play(self, passes: int) -> None:
        """Play until that many more passes are paid, whether or not they are undone later."""
        wanted = self.paid + passes
        while self.paid < wanted:
            self.step()

    def open(self) -> None:
        self.count("opening")
        done("fill", 200_000, table=self.slug)

    def close(self) -> None:
        """Close the shift, after receiving the fills that are on the way."""
        while self.waiting:
            go(self.waiting.pop(), "received", "croupier")
        self.count("closing")

    def end(self) -> None:
        """Close the table when nothing lies on it any more, then the shift."""
        while self.give({"command": "close_table", "reason": "the night is over"}):
            self.step()
        self.close()

    def count(self, kind: str) -> None:
        """Count the tray; often a few chips are missing or too many."""
        self.emptied(kind, "tray")

    def emptied(self, kind: str, counted: str) -> None:
        off = self.random.choice((0, 0, 35, -15))
        found = max(selectors.balances(book_of(self.slug))[counted] + off, 0)
        self.slip(kind, found, reason="counted twice")

    def slip(self, kind: str, amount: int, **said: Any) -> None:
        """Ask for a slip and sign it, unless it is refused."""
        try:
            slip = done(kind, amount, table=self.slug, **said)
            if selectors.next_step(slip) == "confirmed":
                self.happened[f"large {kind}"] += 1
                go(slip, self.random.choice(("confirmed", "void")), "jefe", "too much")
        except Refusal as refusal:
            assert refusal.code in KNOWN, refusal.code
        else:
            self.happened[kind] += 1

    def somebody(self) -> str:
        return self.random.choice([*read(self.slug)[1].names])


def later(table: Evening) -> None:
    table.clock.go(minutes=table.random.randint(30, 150))


def undo(table: Evening) -> None:
    """Undo some of the last commands, at once or after hours."""
    if table.random.random() < 0.6:
        later(table)
    records = Record.objects.filter(table__slug=table.slug).order_by("-number")
    record = records[table.random.randrange(1, 25)]
    code = table.give({"command": "undo", "to": record.version, "reason": "misdealt"})
    assert code in {None, *KNOWN}, code


def exchange(kind: str) -> Callable[[Evening], None]:
    def act(table: Evening) -> None:
        amounts = {"buy_in": (500, 120_000), "cash_out": (300, 130_000), "tip": (20, 50)}
        table.slip(kind, table.random.choice(amounts[kind]), player=table.somebody())

    return act


def fill(table: Evening) -> None:
    """A fill is sent, and received or voided some passes later."""
    if table.waiting:
        slip = table.waiting.pop()
        step = table.random.choice(("received", "void"))
        go(slip, step, "croupier" if step == "received" else "jefe", "not needed")
    else:
        asked = ask("fill", 5_000, table=table.slug)
        table.waiting.append(go(asked, "sent", "cambista"))
    table.happened["fill on the way"] += 1


def credit(table: Evening) -> None:
    table.slip("credit", 3_000)


def void_credit(table: Evening) -> None:
    """A credit that was sent is voided: its chips come back to the tray."""
    sent = go(ask("credit", 700, table=table.slug), "sent", "croupier")
    go(sent, "void", "cambista", "counted wrongly")
    table.happened["void credit"] += 1


def void_tip(table: Evening) -> None:
    """A tip is voided later."""
    tip = done("tip", 70, player=table.somebody(), table=table.slug)
    later(table)
    go(tip, "void", "jefe", "it was a bet")
    table.happened["void tip"] += 1


def void_count(table: Evening) -> None:
    """A count with far too much is voided."""
    wrong = ask("count", 10**7, table=table.slug, reason="there is more")
    go(wrong, "void", "jefe", "counted wrongly")
    table.happened["void count"] += 1


def nothing(table: Evening) -> None:
    """After most payments nothing happens."""


Happening = Callable[[Evening], None]
OF_THE_GAME: list[Happening] = [*[nothing] * 4, later, *[undo] * 4]
HAPPENINGS: list[Happening] = [
    *OF_THE_GAME,
    *(exchange(kind) for kind in ("buy_in", "cash_out", "tip") for _ in range(2)),
    *(fill, fill, credit, void_credit, void_count, void_tip),
    lambda table: table.count("count"),
    lambda table: table.emptied("tips_out", "tips"),
    lambda table: table.emptied("cagnotte_out", "cagnotte"),
    lambda table: table.emptied("drop_out", "drop"),
]


def play(seed: int, passes: int) -> list[Evening]:
    """That many payments at each table in each of two shifts. The first and the last table close for the night; at the
    second the game goes on."""
    time = Clock()
    with clock.running_on(time):
        cage(10**8, 10**8)
        evenings = [Evening(slug, Random(seed * 10 + number), time) for number, slug in enumerate(TABLES)]
        evenings[0].play(1)  # before the first count: it belongs to no shift
        play_shift(evenings, passes)
        for evening in (evenings[0], evenings[2], evenings[1]):
            evening.close()
        for evening in evenings[1:]:
            evening.play(2)  # between two counts: it belongs to the second shift
        play_shift(evenings, passes)
        evenings[0].end()
        evenings[2].end()
    return evenings


def play_shift(evenings: list[Evening], passes: int) -> None:
    """Open the shift of every table, and play at all of them in turn."""
    for evening in evenings:
        evening.open()
    for _ in range(passes):
        for evening in evenings:
            evening.play(1)


def tables() -> list[Table]:
    return list(Table.objects.order_by("slug"))

"""Whatever is played, undone, asked for, signed and made void, in whatever order: the tray is what it must be."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from casino.common.refusals import Refusal
from ledger import selectors as ledger
from ledger.audit import faults
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.slips import STEPS
from ledger.conf import CHART
from tables.door.service import create_table, execute, read
from tables.robot.client import LocalClient
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.wild import LIMITS
from tests.engine.wild import USUAL as USUAL_LIMITS
from tests.support.counter import (
    MESA,
    MOVED,
    PEOPLE,
    USUAL,
    ask,
    audited,
    by_kind,
    go,
    held,
    into_the_tray,
    on_the_cloth,
)
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db
BOOKS = (f"table:{MESA}", "cage:main", "house:main")
TRAY_COUNTS = ("opening", "count", "closing")
COUNTED = dict.fromkeys(TRAY_COUNTS, "tray") | {
    "tips_out": "tips",
    "cagnotte_out": "cagnotte",
    "drop_out": "drop",
    "chip_inventory": "stock",
    "cash_count": "cash",
}
MARKS = (*TRAY_COUNTS, "cagnotte_out")
Act = tuple[Any, ...]
ACTS = 30  # of one example


def act(random: Random) -> Act:
    """Something to do, legal or not. Where no role is named, whoever usually does it."""
    by = random.choice(["", "", "", "", random.choice([*PEOPLE])])
    which = random.randrange(10**6)
    (name,) = random.choices(("play", "undo", "ask", "sign", "step", "void"), (28, 8, 34, 24, 3, 3))
    match name:
        case "play":
            return name, random.randint(1, 15)
        case "undo":
            return name, random.randint(1, 8)
        case "ask":
            return name, *asked(random), by
        case "step":
            return name, which, random.choice(STEPS), by
    return name, which, by


def asked(random: Random) -> Act:
    """Kind; of a count how far it is off, else the amount; the player and the reason."""
    kind = random.choice([*MOVED, *TRAY_COUNTS, "fill", "credit", "buy_in", "cash_out", "tip"])
    off = random.choice([0, 0, 0, 0, 15, -15, -(10**9)])
    amount = random.choice([10, 10, 250, 250, 3000, 150_000, 10**9, 0])
    return kind, off, amount, random.choice(["", "", "ana", "bea"]), random.choice(["", "as counted"])


@dataclass
class House:
    """The table and its counter, and beside them what each account must hold by the counter's doing alone."""

    robot: Robot
    beside: Counter[str] = field(default_factory=Counter)
    gone: dict[int, Counter[str]] = field(default_factory=dict)  # slip → what it has moved
    barred: int = 0  # the version that no undo goes behind

    def do(self, act: Act) -> None:
        """Raises Refusal."""
        getattr(self, act[0])(*act[1:])

    def play(self, commands: int) -> None:
        client = LocalClient(MESA, JEFE)
        for _ in range(commands):
            if command := self.robot.next(client.snapshot()):
                answer = client.send(command)
                if not answer["ok"]:
                    self.robot.refused(command, answer["error"]["code"])

    def undo(self, back: int) -> None:
        version = read(MESA)[1].version
        answer = execute(MESA, {"command": "undo", "to": max(version - back, 0), "reason": "misdealt"}, JEFE)
        if answer.ok:
            assert version - back >= self.barred, "behind a signed count"

    def ask(self, kind: str, beside: int, amount: int, player: str, reason: str, by: str) -> None:
        there = self.wanted()[COUNTED[kind]] if kind in COUNTED else 0
        said = {"player": player} if kind in ("buy_in", "cash_out", "tip") else {}
        slip = ask(kind, there + beside if kind in COUNTED else amount, by, reason=reason, **said)
        assert slip.expected == (there if kind in COUNTED else None)
        self.gone[slip.number] = Counter()
        if not slip.steps:
            self.move(slip, MOVED[kind]["asked"], slip.amount)

    def sign(self, which: int, by: str) -> None:
        """Its next step."""
        if (slip := self.one(which)) and (name := selectors.next_step(slip)):
            self.step(which, name, by or dict([*USUAL[slip.kind][1:], ("confirmed", "jefe")])[name])

    def step(self, which: int, name: str, by: str) -> None:
        if not (slip := self.one(which)):
            return
        go(slip, name, by or "jefe", "miscounted")
        if name == "void":
            self.beside.subtract(self.gone.pop(slip.number))
            return
        if slip.kind in COUNTED:
            self.count(slip)
        self.move(slip, MOVED[slip.kind].get("asked" if name == "confirmed" else name, {}), slip.amount)

    def void(self, which: int, by: str) -> None:
        self.step(which, "void", by)

    def one(self, which: int) -> Slip | None:
        """Rather one that waits, at times any."""
        slips = selectors.pending() if which % 8 else list(Slip.objects.order_by("number"))
        return slips[which % len(slips)] if slips else None

    def count(self, slip: Slip) -> None:
        difference = slip.amount - (slip.expected or 0)
        self.move(slip, {COUNTED[slip.kind]: 1, "over_short": -1}, difference)
        if slip.kind in TRAY_COUNTS:
            assert self.wanted()["tray"] == slip.amount, "a tray counted is what was counted"
        if slip.kind in MARKS:
            self.barred = read(MESA)[1].version

    def move(self, slip: Slip, signs: dict[str, int], amount: int) -> None:
        changes = Counter({kind: sign * amount for kind, sign in signs.items()})
        self.gone[slip.number].update(changes)
        self.beside.update(changes)

    def wanted(self) -> Counter[str]:
        """Kind of account → what it must hold; the players' chips left out, which are all the rest."""
        wanted = Counter(self.beside)
        wanted.update(on_the_cloth(MESA))
        wanted["tray"] += into_the_tray(MESA)
        wanted["cagnotte"] += read(MESA)[1].cagnotte
        del wanted["chips"]
        return wanted

    def check(self) -> None:
        found, wanted = by_kind(held()), self.wanted()
        assert {kind: amount for kind, amount in found.items() if amount and kind != "chips"} == {
            kind: amount for kind, amount in wanted.items() if amount
        }
        assert all(found[kind] >= 0 for kind in CHART.kinds.keys() - CHART.may_be_negative)
        assert ledger.total() == sum(found.values()) == 0
        assert [fault for book in BOOKS for fault in faults(book)] == []


def furnished(reglamento: str, seed: int) -> House:
    """The cage filled, the table open and some commands into its game, its shift begun."""
    create_table(MESA, MESA)
    minimum, maximum, chip = LIMITS.get(reglamento, USUAL_LIMITS)
    limits = {"minimum": minimum, "maximum": maximum, "chip": chip}
    assert execute(MESA, {"command": "open_table", "reglamento": reglamento, **limits}, JEFE).ok
    house = House(Robot(seed))
    house.play(20)
    for kind, amount in (("cage_chips_in", 50_000), ("cage_cash_in", 20_000), ("opening", 0), ("fill", 5000)):
        house.ask(kind, 0, amount, "", "", "")
        while selectors.pending():
            house.sign(1, "")
    return house


@pytest.mark.parametrize("reglamento", sorted(REGLAMENTOS))
@given(seed=st.integers(0, 2**32))
@settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # an example is one seed: there is nothing to shrink
    suppress_health_check=[HealthCheck.too_slow],
)
def test_after_every_act_every_account_holds_what_it_must(reglamento: str, seed: int) -> None:
    random = Random(seed)
    with transaction.atomic():
        house = furnished(reglamento, seed)
        for _ in range(ACTS):
            doing = act(random)
            note(str(doing))
            try:
                with transaction.atomic():
                    house.do(doing)
            except Refusal as refusal:
                note(refusal.code)
            house.check()
        audited()
        connection.check_constraints()  # PostgreSQL looks at a transfer's legs only now
        transaction.set_rollback(True)

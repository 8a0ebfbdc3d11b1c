"""The same for slips: nothing asked once is done twice, and nothing signed is lost."""

from dataclasses import replace
from itertools import count

import pytest

from casino.accounts.permissions import Role
from casino.common.errors import Refusal
from deploy.histories.linear import NotLinear, linearize
from deploy.histories.operation import MONEY, NEVER, REQUEST, STEP, Json, Operation
from deploy.histories.slips import Counter
from ledger.cage.requests import SlipRequest
from tables import slip_service
from tables.engine.actor import Actor
from tables.robot.cage import fund_cage, open_day
from tables.service import create_table
from tests.histories.conftest import overlapping

pytestmark = pytest.mark.django_db
SLUG = "mesa-1"
CROUPIER, SENDER, OTHER = (
    Actor("carla", Role.CROUPIER),
    Actor("camila", Role.CAMBISTA),
    Actor("celso", Role.CAMBISTA),
)
FILL = {"kind": "fill", "chips": {"100": 2}}


class Window:
    """A counter with its clients."""

    def __init__(self) -> None:
        self._seconds = count(1)
        self.operations: list[Operation] = []
        create_table(SLUG, "Mesa 1")
        fund_cage()
        open_day(SLUG)

    def ask(self, *, told: bool = True) -> int:
        slip = slip_service.request_slip(SLUG, SlipRequest("fill", chips=FILL["chips"]), CROUPIER)  # type: ignore[arg-type]
        answer = {"ok": True, "slip": slip_service.slip_line(slip, CROUPIER.role)}
        if told:
            self.saw(REQUEST, FILL, CROUPIER, 201, answer)
        return int(slip.number)

    def take(self, number: int, step: str, actor: Actor, *, told: bool = True) -> None:
        try:
            slip = slip_service.take_step(number, step, actor, "so it is", again=True)
            status, answer = 200, {"ok": True, "slip": slip_service.slip_line(slip, actor.role)}
        except Refusal as refusal:
            status, answer = 409, {"ok": False, "error": {"code": refusal.code}}
        if told:
            self.saw(STEP, {"number": number, "step": step}, actor, status, answer)

    def look(self) -> None:
        self.saw(MONEY, {}, CROUPIER, 200, slip_service.of_table(SLUG, CROUPIER.role))

    def saw(self, kind: str, asked: Json, actor: Actor, status: int, answer: Json) -> None:
        at = next(self._seconds)
        seen = Operation(SLUG, kind, asked, actor.name, actor.role, at, at + 0.5, status, answer)
        self.operations.append(seen)


@pytest.fixture
def window() -> Window:
    return Window()


def begun(window: Window) -> Counter:
    """The counter as the first look shows it, with the first fill of the day."""
    window.look()
    return Counter.shown(window.operations.pop())


def test_fills_that_two_people_sign_hold(window: Window) -> None:
    start = begun(window)
    for sender, ending in ((SENDER, "received"), (OTHER, "received"), (SENDER, "void")):
        number = window.ask()
        window.take(number, "received", CROUPIER)  # too early
        if ending == "received":
            window.take(number, "sent", sender)
            window.take(number, "sent", OTHER)
            window.take(number, "sent", sender)
            window.take(number, "void", CROUPIER)  # too late
        window.take(number, ending, CROUPIER)
        window.take(number, ending, CROUPIER)
        window.take(number, "sent", SENDER)
        window.look()
    for seed in range(3):
        linearize(start, overlapping(window.operations, seed, reach=0.6))


def test_a_slip_that_was_asked_once_and_lies_there_twice_is_found(window: Window) -> None:
    start = begun(window)
    window.ask(told=False)
    window.ask()
    window.look()
    with pytest.raises(NotLinear):
        linearize(start, window.operations)


def test_a_step_that_was_answered_and_lost_is_found(window: Window) -> None:
    start = begun(window)
    number = window.ask()
    window.look()
    before = window.operations[-1].answer
    window.take(number, "sent", SENDER)
    assert before
    window.saw(MONEY, {}, CROUPIER, 200, before)
    with pytest.raises(NotLinear):
        linearize(start, window.operations)


def test_an_answer_that_came_to_a_repetition_may_show_what_others_did_since(window: Window) -> None:
    start = begun(window)
    number = window.ask()
    window.take(number, "sent", SENDER, told=False)
    window.take(number, "received", CROUPIER)
    window.take(number, "sent", SENDER)
    late = window.operations.pop()
    history = [*window.operations, replace(late, sent=1.9)]
    window.look()
    linearize(start, [*history, window.operations[-1]])
    with pytest.raises(NotLinear):
        linearize(start, [*window.operations, replace(late, sent=1.9, answer=window.operations[0].answer)])


def test_a_step_without_an_answer_may_have_been_taken(window: Window) -> None:
    start = begun(window)
    number = window.ask()
    asked = {"number": number, "step": "sent"}
    lost = Operation(SLUG, STEP, asked, SENDER.name, SENDER.role, 1.9, NEVER)
    window.look()
    window.take(number, "sent", SENDER, told=False)
    window.look()
    linearize(start, [*window.operations, lost])
    with pytest.raises(NotLinear):
        linearize(start, window.operations)


def test_a_report_says_what_was_answered_about_a_slip(window: Window) -> None:
    number = window.ask()
    window.take(number, "sent", SENDER)
    window.take(number, "sent", OTHER)
    sent, refused = window.operations[-2:]
    by = f"asked {CROUPIER.name}, sent {SENDER.name}"
    assert sent.told().endswith(f"→ 200 received ({by})")
    assert refused.told().endswith("→ 409 not_this_step")

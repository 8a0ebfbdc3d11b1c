"""Whatever changes a screen is announced: in random evenings, what the hub has rendered since the last notification is
the same to the last byte as what a reader would get who comes now."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeString

from casino.administration import tables
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.people.models import User
from casino.people.permissions import PAGES, Role
from ledger.cage import selectors
from tables.door import disputes, duty, notify, signatures
from tables.door.notify import Change
from tables.door.service import create_table, execute, read
from tables.door.signatures import ask
from tables.live.audience import Audience, Rendering, render
from tables.live.room import Room
from tables.models import SignatureRequest
from tables.record.postings import book_of
from tables.robot.client import LocalClient
from tables.robot.context import Behaviour
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.roles import Actor
from tables.screens.catalogue import SCREENS
from tables.view.alerts import standing
from tables.view.facts import table
from tables.view.screen import Facts, view_of
from tests.support import counter
from tests.support.house import CROUPIER, JEFE

MESA = "mesa-r"
COMMANDS = int(os.environ.get("EVENING", "45"))  # accepted ones, of each reglamento
WATCHING = 6  # audiences
DEALERS = ("dora", "dino")
INSPECTOR = Actor("irene", "inspector")
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 10}
LIVELY = Behaviour(min_seated=4, max_seated=6, opens=0.6, takes=0.4, rare_acts=0.4, declines=0.2)

AUDIENCES = [
    Audience("screen", screen.as_role or role, screen, language)
    for screen in SCREENS.values()
    if screen.topic is None
    for role in ({Role(screen.as_role)} if screen.as_role else PAGES[screen.name])
    for language, _ in settings.LANGUAGES
] + [Audience("snapshot", role) for role in Role]


def fresh(audience: Audience) -> dict[str, Any]:
    """The parts, rendered from nothing."""
    view = view_of(*read(MESA), audience.role)
    if audience.screen is None:
        return {"snapshot": view.snapshot}
    with translation.override(audience.language):
        return audience.screen.render(view)


@contextmanager
def heard() -> Iterator[list[Change]]:
    """The notifications that a hub in this process gets."""
    changes: list[Change] = []
    notify.relay_by(changes.append)
    try:
        yield changes
    finally:
        notify.relay_no_longer_by(changes.append)


def rendered(room: Room, changes: list[Change], audiences: list[Audience]) -> Rendering:
    """What the hub has rendered after these changes."""
    for change in changes:
        if change.topic == MESA:
            room.expect(change.version, beside=change.beside)
    changes.clear()
    if room.is_behind:
        room.begin()
        room.update(render(MESA, audiences, room.kept))
    return room.rendering


class Evening:
    """What happens at one table: the robot's game, everything that a jefe may do to it, and what happens beside it."""

    def __init__(self, reglamento: str, random: Random) -> None:
        self.random = random
        self.robot, self.client = Robot(random.randrange(10**6), LIVELY), LocalClient(MESA, JEFE)
        for login in DEALERS:
            User.objects.create(username=login, role="croupier")
        create_table(MESA, "Mesa <R> & 'co'")
        assert execute(MESA, {"command": "open_table", "reglamento": reglamento, **LIMITS}, JEFE).ok

    def step(self) -> None:
        """A command, mostly the robot's next one."""
        rare = {
            0.03: ("undo", {"to": self.version - self.random.randrange(1, 15), "reason": "x < y"}),
            0.04: ("void_pass", {"reason": "a card fell"}),
            0.06: ("incident", {"kind": "conduct", "article": "9", "text": "<shouts>", "done": "warned"}),
            0.07: ("note", {"text": "seen & noted"}),
            0.08: ("suspend", {"reason": "a break"}),
            0.09: ("burn_shoe", {"reason": "torn", "consent": "jefe"}),
            0.10: ("set_limits", {"minimum": 200, "maximum": 20_000, "reason": "more"}),
        }
        drawn = self.random.random()
        name, fields = next((said for limit, said in rare.items() if drawn < limit), ("", {}))
        if self.suspended:
            name, fields = "resume", {}
        command = {"command": name, **fields} if name else self.robot.next(self.client.snapshot())
        if command is None:
            return
        by = self.random.choice((JEFE, CROUPIER)) if name in ("undo", "incident") else JEFE
        answer = execute(MESA, command, by)
        if not answer.ok and answer.error:
            self.robot.refused(command, str(answer.error["code"]))

    def beside(self) -> None:
        """Now and then something beside the game."""
        happenings: list[tuple[int, Callable[[], object]]] = [
            (60, lambda: None),
            (2, lambda: disputes.mark(MESA, CROUPIER, "it's <mine>")),
            (2, self.decide),
            (2, lambda: counter.ask("fill", 500, table=MESA)),
            (3, lambda: counter.done("buy_in", 700, player=self.somebody(), table=MESA)),
            (1, lambda: counter.done("tip", 30, table=MESA)),
            (3, lambda: counter.done("cagnotte_out", self.box("cagnotte"), table=MESA)),
            (2, self.count_the_tray),
            (4, lambda: ask(MESA, {"command": "void_pass", "reason": "fell & rolled"}, CROUPIER)),
            (2, lambda: ask(MESA, {"command": "burn_shoe", "reason": "torn", "consent": "jefe"}, CROUPIER)),
            (4, self.answer_request),
            (7, self.see_an_alert),
            (3, self.begin_duty),
            (3, self.end_duty),
        ]
        weights = [weight for weight, _ in happenings]
        _, happens = self.random.choices(happenings, weights)[0]
        with suppress(Refusal):
            happens()

    def box(self, kind: str) -> int:
        return selectors.balances(book_of(MESA))[kind]

    def count_the_tray(self) -> None:
        shift = selectors.last_shift(book_of(MESA))
        is_open = shift is not None and shift.end is None
        counter.done("closing" if is_open else "opening", self.box("tray"), table=MESA)

    def decide(self) -> None:
        for dispute in disputes.of_table(MESA)[:1]:
            disputes.resolve(dispute.pk, JEFE, "he's right", "12")

    def answer_request(self) -> None:
        request = SignatureRequest.objects.filter(outcome=None).first()
        if request:
            step = self.random.choice(("signed", "declined"))
            signatures.take_step(request.pk, step, JEFE, "" if step == "signed" else "no")

    def see_an_alert(self) -> None:
        told = standing.all_alerts(view_of(*read(MESA), "jefe"))
        if told:
            standing.see(MESA, self.random.choice(told).key, JEFE)

    def begin_duty(self) -> None:
        duty.begin(MESA, JEFE, "croupier", self.random.choice(DEALERS))

    def end_duty(self) -> None:
        here = duty.of_table(MESA)
        if here:
            duty.end(self.random.choice(here).pk, JEFE)

    def somebody(self) -> str:
        return self.random.choice([*read(MESA)[1].names])

    @property
    def version(self) -> int:
        return read(MESA)[1].version

    @property
    def suspended(self) -> bool:
        return read(MESA)[1].suspended


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_whatever_changes_a_screen_is_announced(reglamento: str) -> None:
    random = Random(reglamento)
    counter.cage(10**8, 10**8)
    evening = Evening(reglamento, random)
    if random.random() < 0.6:
        counter.done("opening", 0, table=MESA)
    audiences = random.sample(AUDIENCES, WATCHING)
    room = Room(MESA)
    room.update(render(MESA, audiences, room.kept))
    before = evening.version
    with heard() as changes:
        while evening.version < before + COMMANDS:
            if random.random() < 0.6:
                evening.step()
            evening.beside()
            if random.random() < 0.45:
                continue  # the hub skips what is over before it came to it
            shown = rendered(room, changes, audiences)
            for audience in audiences:
                assert shown.parts[audience] == fresh(audience), audience
                # Or a page would escape it, which the update that a socket sends then hides.
                texts = shown.parts[audience].values() if audience.screen else ()
                assert all(isinstance(html, SafeString) for html in texts), audience


@pytest.mark.django_db(transaction=True)
def test_what_the_administration_writes_into_the_row_is_shown() -> None:
    create_table(MESA, "Mesa")
    assert execute(MESA, {"command": "open_table", "reglamento": "argentina", **LIMITS}, JEFE).ok
    room = Room(MESA)
    room.update(render(MESA, AUDIENCES[::7], room.kept))
    with heard() as changes:
        for number, login in enumerate(("ana", "bea", "eva")):
            assert execute(MESA, {"command": "join", "player": login}, JEFE).ok
            if number == 1:
                tables.rename(By("alba", ""), MESA, "Salón azul")
            shown = rendered(room, changes, AUDIENCES[::7])
            assert all(shown.parts[audience] == fresh(audience) for audience in AUDIENCES[::7])
            html = "".join(shown.parts[AUDIENCES[0]].values())
            assert ("Salón azul" in html) is (number > 0)


@pytest.mark.django_db
def test_a_fact_is_read_once_for_all_who_look_on(django_assert_num_queries: Any) -> None:
    counter.filled()
    row, state = read(counter.MESA)
    facts = Facts()
    for number in (1, 0):
        view = view_of(row, state, "jefe" if number else "croupier", facts)
        with django_assert_num_queries(number):
            table.shift(view)

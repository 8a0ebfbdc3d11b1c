"""What is kept from one rendering to the next never shows: random evenings, rendered after each command with all that
is kept and once more from nothing, are the same to the last byte."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.safestring import SafeString

from casino.accounts.permissions import PAGES, Role
from casino.common.errors import Refusal
from tables import disputes, notify, signature_service
from tables.engine.actor import Actor
from tables.live.audience import Audience, render
from tables.models import SignatureRequest
from tables.notify import Change
from tables.robot.behaviour import Behaviour
from tables.robot.client import LocalClient
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.screen import view_of
from tables.screens.catalogue import SCREENS
from tables.service import ask, create_table, execute, read
from tests import counter
from tests.house import CROUPIER, JEFE

MESA = "mesa-r"
COMMANDS = int(os.environ.get("EVENING", "45"))  # accepted ones, of each reglamento
COMPARED = 6  # audiences, after each command
INSPECTOR = Actor("irene", "inspector")
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 10}
LIVELY = Behaviour(min_seated=4, max_seated=6, opens=0.6, takes=0.4, rare_acts=0.4, declines=0.2)

AUDIENCES = [
    Audience("screen", role, screen, language)
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


class Evening:
    """What happens at one table: the robot's game, everything that a jefe may do to it, and what happens beside it."""

    def __init__(self, reglamento: str, random: Random) -> None:
        self.random = random
        self.robot, self.client = Robot(random.randrange(10**6), LIVELY), LocalClient(MESA, JEFE)
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
        answer = execute(MESA, command, self.random.choice((JEFE, CROUPIER)) if name == "undo" else JEFE)
        if not answer.ok and answer.error:
            self.robot.refused(command, str(answer.error["code"]))

    def beside(self) -> None:
        """Now and then something beside the game."""
        happenings = {
            0.02: lambda: disputes.mark(MESA, CROUPIER, "it's <mine>"),
            0.04: self.decide,
            0.06: lambda: counter.ask("fill", 500, table=MESA),
            0.08: lambda: counter.done("buy_in", 700, player=self.somebody(), table=MESA),
            0.09: lambda: counter.done("tip", 30, table=MESA),
            0.10: lambda: counter.done("cagnotte_out", 10, table=MESA, reason="counted twice"),
            0.14: lambda: ask(MESA, {"command": "void_pass", "reason": "fell & rolled"}, CROUPIER),
            0.16: lambda: ask(MESA, {"command": "burn_shoe", "reason": "torn", "consent": "jefe"}, CROUPIER),
            0.20: self.answer_request,
        }
        drawn = self.random.random()
        happens = next((act for limit, act in happenings.items() if drawn < limit), None)
        try:
            if happens:
                happens()
        except Refusal:
            pass

    def decide(self) -> None:
        for dispute in disputes.of_table(MESA)[:1]:
            disputes.resolve(dispute.pk, JEFE, "he's right", "12")

    def answer_request(self) -> None:
        request = SignatureRequest.objects.filter(outcome=None).first()
        if request:
            step = self.random.choice(("signed", "declined"))
            signature_service.take_step(request.pk, step, JEFE, "" if step == "signed" else "no")

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
def test_what_is_kept_never_shows(reglamento: str) -> None:
    random = Random(reglamento)
    counter.cage(10**8, 10**8)
    evening = Evening(reglamento, random)
    if random.random() < 0.6:
        counter.done("opening", 0, table=MESA)
    render(MESA, AUDIENCES)
    before = evening.version
    with heard() as changes:
        while evening.version < before + 2 * COMMANDS:
            evening.step()
            evening.beside()
            if random.random() < 0.2:
                continue  # the hub skips what is over before it came to it
            is_stale = any(change.beside for change in changes if change.topic == MESA)
            changes.clear()
            kept = render(MESA, AUDIENCES, is_stale)
            for audience in random.sample(AUDIENCES, COMPARED):
                assert kept.parts[audience] == fresh(audience), audience
                # Or a page would escape it, which the update that a socket sends then hides.
                texts = kept.parts[audience].values() if audience.screen else ()
                assert all(isinstance(html, SafeString) for html in texts), audience


@pytest.mark.django_db(transaction=True)
def test_a_quiet_command_costs_the_row_and_the_new_records(django_assert_num_queries: Any) -> None:
    create_table(MESA, "Mesa")
    assert execute(MESA, {"command": "open_table", "reglamento": "argentina", **LIMITS}, JEFE).ok
    assert execute(MESA, {"command": "join", "player": "bea"}, JEFE).ok
    shown = [
        one for one in AUDIENCES if one.screen and one.screen.name in ("console", "table", "wall", "floor")
    ]
    before = render(MESA, shown)
    assert execute(MESA, {"command": "join", "player": "ana"}, JEFE).ok
    with django_assert_num_queries(2):
        after = render(MESA, shown, beside=False)
    again = {
        name
        for audience in shown
        for name, html in after.parts[audience].items()
        if html is not before.parts[audience][name]
    }
    assert again and not {name for name in again if name.startswith(("wall", "seat", "alerts"))}
    assert not again & {"table-alerts", "table-disputes", "table-history", "table-theory", "console-requests"}

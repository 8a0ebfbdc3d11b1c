"""What must be right after a time of trouble, and while everybody leaves."""

import asyncio
from random import Random
from typing import Any

from django.conf import settings
from django.db import OperationalError

from casino.common.errors import Refusal
from casino.draining import DRAIN_TIMEOUT
from tables.audit import prove
from tables.live.audience import Audience, Rendering, render
from tables.live.hub import HEARTBEAT
from tables.live.queries import BETWEEN_FIGURES
from tables.live.rounds import PAUSE
from tables.models import Table
from tables.notify import OF_HOUSE
from tests.simulation.clients import Client, Device
from tests.simulation.database import TABLES
from tests.simulation.errands import Errand
from tests.simulation.line import Json
from tests.simulation.process import Memory, Process, screens_of
from tests.simulation.truth import Broken
from tests.simulation.world import World

RIGHT_AGAIN = (
    30.0  # seconds until every screen is right again: one that was very slow is closed, and comes back
)
AT_ONCE = (
    1.0  # seconds within which a change is shown where nothing is wrong; one round more for the whole floor
)
AUDITED = 0.05  # of the seeds: it takes as long as all the rest
LEFT = 3.0  # seconds after which nothing is left of those who have gone
CLOSED = HEARTBEAT + 1.0  # seconds within which the sockets of those are closed whose rights have ended
CALM_ENDINGS = 0.3  # of the seeds: how often somebody's rights end while nothing goes wrong
# One after the other; each is given at every table, and all of a row within a moment
PROBES = (
    ({"command": "note", "text": "nothing on the screen changes"},),
    (
        {"command": "join", "player": "zoe"},
        {"command": "note", "text": "x"},
        {"command": "join", "player": "max"},
    ),
)
MOMENT = 0.015  # seconds: a rendering takes about a third of that


class Ending:
    """The last part of a simulation. Nothing goes wrong any more."""

    def __init__(self, world: World, random: Random) -> None:
        self.world, self.random = world, random

    def check(self) -> None:
        """Raises Broken."""
        self._all_is_right_again()
        for number, commands in enumerate(PROBES):
            self._are_shown_at_once(number, commands)
        self._screens_show_what_is()
        self._commands_once()
        if self.random.random() < AUDITED:
            _audit(self.world)
        if self.random.random() < CALM_ENDINGS:
            self._rights_end_at_once()
        self._nobody_is_left()
        self._no_errors()

    def _all_is_right_again(self) -> None:
        world = self.world
        for place in range(len(world.processes)):
            world.restart(place)
        for client in world.clients:
            world.unlock(client)
        world.rights.unlock("jefe")
        if not world.scheduler.run(world.now() + RIGHT_AGAIN, self._is_right):
            raise Broken(f"{RIGHT_AGAIN} s after the last trouble: {'; '.join(self._wrong())}")
        # A heartbeat tells what stands beside the game, of which no version tells, and now and then the figures.
        figures = BETWEEN_FIGURES if world.whole_screens else 0.0
        world.scheduler.run(world.now() + HEARTBEAT + AT_ONCE + figures)
        for process in world.everybody:
            after = process.stopped_after
            if after is not None and after > DRAIN_TIMEOUT + 1.0 + world.truth.excuse:
                raise Broken(f"{process.loop.name} took {after:.1f} s to stop")

    def _is_right(self) -> bool:
        for client in self.world.clients:
            # It sleeps until the server closes its line, if it has not taken what the server sent.
            if client.is_asleep and not (client.line and client.line.is_open and client.line.untaken_since):
                client.wake()
            if client.is_out and client.who not in self.world.rights.ended:
                self.world.unlock(client)  # it was locked while the PIN was given
        return not self._wrong()

    def _wrong(self) -> list[str]:
        world = self.world
        wrong = [f"{one.loop.name} is not up" for one in world.processes if not _serves(one)]
        wrong += [f"{one.name} has slow threads" for one in world.processes if _is_slow(one)]
        for client in world.clients:
            newest = world.truth.version(client.topic)
            if client.who in world.rights.ended:
                if not client.is_out:
                    wrong.append(f"{client.name} is still connected, and {client.who} may not")
            elif client.is_out:
                wrong.append(f"{client.name} was sent away")
            elif client.is_showing:
                wrong.append(f"{client.name} is still showing what came last")
            elif not client.is_live or client.version != newest:
                live = "live" if client.is_live else "not live"
                wrong.append(f"{client.name} is {live} with version {client.version} instead of {newest}")
        wrong += [f"{errand.key} has no answer" for errand in world.doors.errands if not errand.is_over]
        return wrong

    def _are_shown_at_once(self, number: int, commands: tuple[Json, ...]) -> None:
        world = self.world
        errands = [
            Errand(f"probe {number} {place} {table}", table, "jefe", dict(probe), world.truth.broken)
            for table in TABLES
            for place, probe in enumerate(commands)
        ]
        for errand in errands:
            world.loop.call_later(self.random.random() * MOMENT, world.doors.give, errand)
        if not world.scheduler.run(world.now() + AT_ONCE, lambda: all(errand.answer for errand in errands)):
            raise Broken("a command is not answered, though nothing is wrong")
        until = world.now() + AT_ONCE
        for more, clients in (
            (0.0, [one for one in world.clients if one.topic]),
            (PAUSE, [one for one in world.clients if not one.topic]),
        ):
            if not world.scheduler.run(until + more, lambda: _are_right(world, clients)):  # noqa: B023
                late = [one for one in clients if not _are_right(world, [one])]
                words = ", ".join(
                    f"{one.name}: {one.version} < {world.truth.version(one.topic)}" for one in late
                )
                raise Broken(
                    f"{len(errands)} commands are not shown at once, though nothing is wrong: {words}"
                )

    def _screens_show_what_is(self) -> None:
        world = self.world
        world._outside = Memory()
        for client in world.clients:
            if not client.is_out:
                found: dict[str, Any] = {}
                world.outside(lambda: found.update(_fresh(world, client)))  # noqa: B023
                wrong = {
                    name for name in found.keys() | client.parts if found.get(name) != client.parts.get(name)
                }
                if wrong:
                    words = [
                        f"{name}: {client.parts.get(name)!r} != {found.get(name)!r}" for name in sorted(wrong)
                    ]
                    raise Broken(f"{client.name} shows what is not so: {'; '.join(words)[:600]}")

    def _commands_once(self) -> None:
        world = self.world
        world.truth.once()
        for errand in world.doors.errands:
            if errand.answer is not None and errand.after is None:
                self._check(errand)

    def _check(self, errand: Errand) -> None:
        answer = errand.answer
        assert answer is not None
        found = self.world.truth.ask("SELECT version FROM tables_record WHERE key = ?", errand.key)
        wanted = [(answer["version"],)] if answer.get("ok") and "request" not in answer else []
        if found != wanted:
            raise Broken(f"{errand.key} was answered {answer}, and its records are {found}")

    def _rights_end_at_once(self) -> None:
        """Nothing goes wrong, and somebody may do nothing any more."""
        world = self.world
        client = self.random.choice(world.clients)
        if client.is_out:
            return
        end = self.random.choice((world.rights.withdraw, world.rights.lock))
        end(client.who, self.random)
        if client.gives_commands:
            touched = Errand(
                "too late",
                str(client.topic),
                client.who,
                {"command": "note", "text": "x"},
                world.truth.broken,
            )
            world.doors.touch(touched, client)
        is_away = world.scheduler.run(world.now() + CLOSED, lambda: client.is_out)
        if not is_away and not world.rights.shows(client.who, client.screen or ""):
            raise Broken(f"{client.name} still follows after {CLOSED} s, though {client.who} may not")

    def _nobody_is_left(self) -> None:
        world = self.world
        for client in world.clients[::2]:
            client.end()
        world.scheduler.run(world.now() + LEFT / 2)
        for process in world.processes:
            self._only_subscribers_follow(process)
        for client in world.clients:
            client.end()
        world.scheduler.run(world.now() + LEFT)
        for process in world.processes:
            hub = process.hub()
            left = hub and (hub._subscribers, hub._rooms, hub._joining, hub._tasks)
            if left and any(left):
                raise Broken(f"{process.loop.name}: everybody has gone, and the hub still has {left}")
            if process.application._in_progress:
                raise Broken(f"{process.loop.name}: everybody has gone, and something is still in progress")

    def _only_subscribers_follow(self, process: Process) -> None:
        hub = process.hub()
        if hub is None:
            return
        followers = [
            one for room in hub._rooms.values() for group in room.followers.values() for one in group
        ]
        gone = [one for one in followers if one not in hub._subscribers]
        if gone:
            raise Broken(f"{process.loop.name}: {len(gone)} who have gone still have a place in a room")

    def _no_errors(self) -> None:
        for process in self.world.everybody:
            for error in process.failures:
                if not isinstance(error, (OperationalError, asyncio.CancelledError, Refusal)):
                    raise error
            for context in process.loop.errors:
                raise Broken(f"{process.loop.name}: {context}")


def _audit(world: World) -> None:
    """The record of each table leads to what is stored."""

    def prove_all() -> None:
        for table in Table.objects.all():
            prove(table)

    world.outside(prove_all)


def _is_slow(process: Process) -> bool:
    return process.loop.slow_until > process.loop.time() + 0.1


def _serves(process: Process) -> bool:
    return process.is_up and not process.is_stopping


def _are_right(world: World, clients: list[Client]) -> bool:
    return all(
        client.is_out or (client.is_live and client.version == world.truth.version(client.topic))
        for client in clients
    )


def _audience_of(client: Client, whole: bool) -> Audience:
    if client.screen is None:
        return Audience("snapshot", client.role) if client.topic else Audience("floor", "")
    screen = screens_of(whole=whole)[client.screen]
    return Audience("screen", screen.as_role or client.role, screen, settings.LANGUAGE_CODE)


def _fresh(world: World, client: Client) -> dict[str, Any]:
    """What the client should show, rendered anew."""
    audience = _audience_of(client, world.whole_screens)
    topics = [client.topic] if client.topic else [*TABLES, *filter(audience.shows_of_house, OF_HOUSE)]
    parts: dict[str, Any] = {}
    for topic in topics:
        found: Rendering = render(topic, [audience])
        parts |= found.parts[audience]
    if isinstance(client, Device):
        return dict(parts["snapshot"])
    return parts

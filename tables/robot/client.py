"""How a robot reaches its table: it reads the snapshot and sends commands."""

from typing import Protocol

from casino.accounts.permissions import Role, may_command
from tables.engine.actor import Actor
from tables.robot.context import Json
from tables.robot.credentials import JEFE, ROBOT, ROBOT_ROLE
from tables.service import execute, game_of, read
from tables.snapshot import take


class TableClient(Protocol):
    """One table, for one actor."""

    def snapshot(self) -> Json:
        """The snapshot as it is now."""
        ...

    def send(self, command: Json) -> Json:
        """The answer to a command, as the API gives it."""
        ...


class LocalClient:
    """A client in the same process as the service."""

    def __init__(self, slug: str, actor: Actor) -> None:
        self._slug = slug
        self._actor = actor

    def snapshot(self) -> Json:
        """The snapshot as the actor's role may see it."""
        table, state = read(self._slug)
        return take(self._slug, game_of(state, self._actor.role), table.name)

    def send(self, command: Json) -> Json:
        """Passes it to `tables.service`."""
        return execute(self._slug, command, self._actor).as_dict()


class RobotsClient(LocalClient):
    """The robot's own: its acts are signed by its own login, a croupier's. It sees a jefe's choices, too; what only he
    may do is signed by the demo's jefe."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug, Actor(JEFE, Role.JEFE))

    def send(self, command: Json) -> Json:
        """Passes it to `tables.service`."""
        if not may_command(ROBOT_ROLE, command["command"]):
            return super().send(command)
        return execute(self._slug, command, Actor(ROBOT, ROBOT_ROLE)).as_dict()

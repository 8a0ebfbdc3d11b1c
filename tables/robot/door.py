"""How a robot reaches its table: it looks at the snapshot and gives commands."""

from typing import Protocol

from tables.engine.actor import Actor
from tables.robot.moment import Json
from tables.service import execute, game_of, read
from tables.snapshot import take


class Door(Protocol):
    """One table, seen and played by one actor."""

    def look(self) -> Json:
        """The snapshot as it is now."""
        ...

    def give(self, command: Json) -> Json:
        """The protocol's answer to a command."""
        ...


class OwnDoor:
    """The door within this process."""

    def __init__(self, slug: str, actor: Actor) -> None:
        self._slug = slug
        self._actor = actor

    def look(self) -> Json:
        """The snapshot as the actor's role may see it."""
        table, state = read(self._slug)
        return take(self._slug, game_of(state, self._actor.role), table.name)

    def give(self, command: Json) -> Json:
        """Gives it to `tables.service`."""
        return execute(self._slug, command, self._actor).as_dict()

"""The product's way to write a command: `tables.service.execute`, from the lock to the commit."""

from collections.abc import Sequence
from contextlib import ExitStack

from casino.accounts.permissions import Role
from deploy.bench.durability import insist_on_durability
from deploy.bench.evening import Step
from deploy.bench.writers import Write
from tables import notify
from tables.engine.actor import Actor
from tables.service import create_table, execute

WARMING_UP = 20  # commands
JEFE = Actor("julio", Role.JEFE)
_quiet = ExitStack()


class Table:
    """A new table of the product at which an evening is given again and again."""

    def __init__(self, slug: str, steps: Sequence[Step]) -> None:
        self._slug = slug
        self._commands = [step.command for step in steps]
        self._place = 0
        create_table(slug, slug)

    def give(self) -> None:
        """Give the next command. Raises RuntimeError if it is refused."""
        self._execute(self._commands[self._place])
        self._place = (self._place + 1) % len(self._commands)

    def take_back(self) -> None:
        """Undo the last command, which is then the next again. Raises RuntimeError if it is refused."""
        self._execute({"command": "undo", "reason": "it was misheard"})
        self._place -= 1

    @property
    def is_open(self) -> bool:
        """Whether the last command can be taken back: it neither opened nor closed the table."""
        return self._place > 1

    def _execute(self, command: dict[str, object]) -> None:
        answer = execute(self._slug, command, JEFE)
        if not answer.ok:
            raise RuntimeError(answer.error)


def open_table(number: int, steps: Sequence[Step]) -> Write:
    """What writes the next command of an evening at a table of its own. Nobody listens."""
    if not number:
        _quiet.enter_context(notify.silence())
    insist_on_durability()
    table = Table(f"mesa-{number}", steps)
    for _ in range(WARMING_UP):
        table.give()
    return table.give

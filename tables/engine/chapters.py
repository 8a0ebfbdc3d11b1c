"""The chapters of the game, in one list; their commands by name, and the parser from JSON to a command.

Importing this module imports the commands, events and handlers of every chapter, which registers them.
"""

from importlib import import_module
from types import ModuleType
from typing import get_args

from pydantic import ValidationError

from casino.common.refusals import Refusal
from tables.engine.command import Command, malformed, printable
from tables.engine.incidents.commands import Incident

CHAPTERS = (
    "table",
    "seating",
    "shoe",
    "auction",
    "offer",
    "bank",
    "suite",
    "betting",
    "dealing",
    "payment",
    "cover",
    "incidents",
    "undo",
)


def modules(part: str) -> list[ModuleType]:
    """The modules of this name, such as `events`, in all chapters."""
    return [import_module(f"tables.engine.{chapter}.{part}") for chapter in CHAPTERS]


def _kinds(base: type[Command]) -> list[type[Command]]:
    """The subclasses of `base`, in the order of the chapters and of their definition."""
    found = [
        kind for module in modules("commands") for kind in vars(module).values() if isinstance(kind, type)
    ]
    return [kind for kind in found if issubclass(kind, base) and base in kind.__bases__]


def _name_of(kind: type[Command], field: str) -> str:
    return str(get_args(kind.model_fields[field].annotation)[0])


COMMANDS: dict[str, type[Command]] = {_name_of(kind, "command"): kind for kind in _kinds(Command)}
COMMUTING = tuple(name for name, kind in COMMANDS.items() if kind.commutes)  # see `Command.commutes`
INCIDENTS: dict[str, type[Command]] = {_name_of(kind, "kind"): kind for kind in _kinds(Incident)}
for _part in ("events", "handlers"):
    modules(_part)


def parse(payload: object) -> Command:
    """Turn a JSON value into a command. Raises Refusal: `malformed`, or `unknown_command` for an unknown name."""
    if not isinstance(payload, dict) or not isinstance(payload.get("command"), str):
        raise Refusal("malformed", fault="no_command")
    kind = COMMANDS.get(payload["command"])
    if kind is None:
        raise Refusal("unknown_command", command=printable(payload["command"]))
    if kind is Incident:
        kind = _incident_kind(payload.get("kind"))
    try:
        return kind.model_validate(payload)
    except ValidationError as error:
        raise malformed(error) from error


def _incident_kind(named: object) -> type[Command]:
    found = INCIDENTS.get(named) if isinstance(named, str) else None
    if found is None:
        raise Refusal("malformed", fault="no_such_incident", field="kind")
    return found

"""All commands by name, and the parser from JSON to a command. Each chapter's commands are in its own package."""

from typing import get_args

from pydantic import ValidationError

from casino.accounts.permissions import Role
from casino.common.errors import Refusal
from tables.engine.auction import commands as auction
from tables.engine.bank import commands as bank
from tables.engine.betting import commands as betting
from tables.engine.command import Command
from tables.engine.cover import commands as cover
from tables.engine.dealing import commands as dealing
from tables.engine.faults import malformed, printable
from tables.engine.incidents import commands as incidents
from tables.engine.offer import commands as offer
from tables.engine.payment import commands as payment
from tables.engine.seating import commands as seating
from tables.engine.shoe import commands as shoe
from tables.engine.suite import commands as suite
from tables.engine.table import commands as table
from tables.engine.undo import commands as undo

CHAPTERS = (
    table,
    seating,
    shoe,
    auction,
    offer,
    bank,
    suite,
    betting,
    dealing,
    payment,
    cover,
    incidents,
    undo,
)


def _kinds(base: type[Command]) -> list[type[Command]]:
    """The subclasses of `base`, in the order of the chapters and of their definition."""
    found = [kind for chapter in CHAPTERS for kind in vars(chapter).values() if isinstance(kind, type)]
    return [kind for kind in found if issubclass(kind, base) and base in kind.__bases__]


def _name_of(kind: type[Command], field: str) -> str:
    return str(get_args(kind.model_fields[field].annotation)[0])


COMMANDS: dict[str, type[Command]] = {_name_of(kind, "command"): kind for kind in _kinds(Command)}
COMMUTING = tuple(name for name, kind in COMMANDS.items() if kind.commutes)  # see `Command.commutes`
INCIDENTS: dict[str, type[Command]] = {_name_of(kind, "kind"): kind for kind in _kinds(incidents.Incident)}


def parse(payload: object) -> Command:
    """Turn a JSON value into a command. Raises Refusal: `malformed`, or `unknown_command` for an unknown name."""
    if not isinstance(payload, dict) or not isinstance(payload.get("command"), str):
        raise Refusal("malformed", fault="no_command")
    kind = COMMANDS.get(payload["command"])
    if kind is None:
        raise Refusal("unknown_command", command=printable(payload["command"]))
    if kind is incidents.Incident:
        kind = _incident_kind(payload.get("kind"))
    try:
        return kind.model_validate(payload)
    except ValidationError as error:
        raise malformed(error) from error


def parse_role(value: object) -> Role:
    """The role in the `by` field of a script. Raises Refusal (`malformed`) for an unknown role."""
    if not isinstance(value, str) or value not in {*Role}:
        raise Refusal("malformed", fault="no_such_role", field="by")
    return Role(value)


def _incident_kind(named: object) -> type[Command]:
    found = INCIDENTS.get(named) if isinstance(named, str) else None
    if found is None:
        raise Refusal("malformed", fault="no_such_incident", field="kind")
    return found

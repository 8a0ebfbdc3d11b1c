"""The names of players, which stand beside the record: a command, an event and a state have a reference in the place of
the name that was said, and whoever shows them fills the name in here.

A reference is a commitment: SHA-256 over the name and a random salt (`PlayerName`). While both are there, no other name
can take its place unseen; once they are erased it tells nothing, and a player goes by his id. Names that earlier
releases wrote into the record are no references, and stay as they are.
"""

import json
import re
import secrets
from base64 import b32encode
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from casino.common.json_input import Json
from tables.engine import Command, State
from tables.engine.seating.commands import Join
from tables.engine.seating.handlers import new_id
from tables.models import Player, PlayerName, Table

MARK = "~"  # begins a reference, and no id
REFERENCE = re.compile(rf"{MARK}[0-9a-f]{{64}}")
SALT = 16  # random bytes
NAMELESS = new_id("", ())  # begins the id of who gave only a name
LETTERS = 8  # of the reference, in such an id
Names = Mapping[str, str]  # reference → name
NOBODY: Names = {}


class Said(NamedTuple):
    """A name that a player has said, with what stands for it in the record."""

    player: str
    name: str
    salt: str
    reference: str

    def row(self, table: int, number: int) -> Json:
        """The row of `PlayerName` of the record with this number."""
        return {"table": table, "number": number, **self._asdict(), "key": key_of(self.name), "erased_by": ""}


def is_reference(said: str) -> bool:
    """Whether this stands for a name."""
    return said.startswith(MARK) and REFERENCE.fullmatch(said) is not None


def reference_to(name: str, salt: str) -> str:
    """The commitment to this name. `salt`: SALT random bytes in hex, used for no other name."""
    return MARK + sha256(f"{salt}{name}".encode()).hexdigest()


def key_of(name: str) -> str:
    """What names have in common that are written in nearly the same way: `Doña Inés` becomes `donaines`."""
    return new_id(name, ())


def referring(command: Command, taken: Collection[str]) -> tuple[Command, Said | None]:
    """The command as the record has it, and the name for which it has a reference; None if it says none. `taken`: the
    ids of those who are at the table. Who says his name alone gets his id with it."""
    if not isinstance(command, Join) or command.display_name in (None, command.player):
        return command, None
    name, salt = command.display_name, secrets.token_hex(SALT)
    reference = reference_to(name, salt)
    player = command.player or _known_as(name, taken) or _id_from(reference)
    said = Said(player, name, salt, reference)
    return command.model_copy(update={"player": player, "display_name": reference}), said


def _known_as(name: str, taken: Collection[str]) -> str | None:
    """The id of who has said nearly this name before in this house, if he is not at the table already: his own, or an
    id that was made from the name, as earlier releases did."""
    key = key_of(name)
    of_old = Player.objects.filter(player=key).values_list("player", flat=True)
    said = PlayerName.objects.filter(key=key).values_list("player", flat=True)
    return min((player for player in of_old.union(said) if player not in taken), default=None)


def _id_from(reference: str) -> str:
    """An id that says nothing, as random as the reference."""
    random = b32encode(bytes.fromhex(reference.removeprefix(MARK))).decode()
    return NAMELESS + random[:LETTERS].lower()


def name_of(said: str, player: str, names: Names) -> str:
    """The name of a player of whom a record or a state says this; his id, if it was erased."""
    return names.get(said, player) if is_reference(said) else said


def filled(value: Json, names: Names) -> Json:
    """A command or an event as it was said."""
    said = value.get("name")
    if not (isinstance(said, str) and is_reference(said)):
        return value
    return {**value, "name": name_of(said, value["player"], names)}


def shown(state: State, names: Names) -> State:
    """A state for a reader. None that is recorded or decided on."""
    conduct = {
        player: replace(notes, name=name_of(notes.name, player, names))
        for player, notes in state.conduct.items()
    }
    at_the_table = {player: name_of(said, player, names) for player, said in state.names.items()}
    return replace(state, names=at_the_table, conduct=conduct)


def references(state: State) -> set[str]:
    """The references in a state."""
    said = (*state.names.values(), *(notes.name for notes in state.conduct.values()))
    return set(filter(is_reference, said))


def references_in(values: Iterable[Json]) -> set[str]:
    """The references in commands or events."""
    said = (value.get("name") for value in values)
    return {one for one in said if isinstance(one, str) and is_reference(one)}


def at_hand(table: Table) -> dict[str, str]:
    """The names of those who are at the table, as its row has them beside the state."""
    found: dict[str, str] = json.loads(table.names) if table.names else {}
    return found


def names_of(wanted: Collection[str], known: Names = NOBODY) -> Names:
    """The names for these references, without the erased ones. What is not `known` is read."""
    missing = [reference for reference in wanted if reference not in known]
    if not missing:
        return {reference: known[reference] for reference in wanted}
    rows = PlayerName.objects.filter(reference__in=missing, erased_by="")
    found = dict(rows.values_list("reference", "name"))
    return found | {reference: known[reference] for reference in wanted if reference in known}


def names_at(table: int, player: str | None = None) -> Names:
    """All that stand beside the record of the table with this primary key, or those of one player."""
    rows = PlayerName.objects.filter(table=table, erased_by="")
    if player is not None:
        rows = rows.filter(player=player)
    return dict(rows.values_list("reference", "name"))


def shown_then(state: State) -> State:
    """An earlier state of a table for a reader."""
    return shown(state, names_of(references(state)))

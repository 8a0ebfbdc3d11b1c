"""Who sends a command."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Actor:
    """`name`: a login or a device's name. `role`: one of `Role`; the engine checks it at each command."""

    name: str
    role: str

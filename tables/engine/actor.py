"""Who sends a command."""

from dataclasses import dataclass

ROLES = ("croupier", "jefe", "inspector", "cambista", "device", "display")


@dataclass(frozen=True)
class Actor:
    """`name`: a login or a device's name. `role`: one of ROLES; the engine checks it at each command."""

    name: str
    role: str

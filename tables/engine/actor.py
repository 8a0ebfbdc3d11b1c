"""The person or device that gives a command."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Actor:
    """`name` is a login or a device's name; `role` is one of `Role`. The engine checks the role at each command."""

    name: str
    role: str

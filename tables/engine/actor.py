"""Who gives a command, and who signs it beside him."""

from dataclasses import dataclass, field

from casino.common.errors import Refusal


@dataclass(frozen=True)
class Actor:
    """`name` is a login or a device's name; `role` is one of `Role`. The engine checks the role at each command.

    `confirmed`: whether he has lately shown who he is, where the house asks that before a grave act. `serves`: the
    slugs of the tables to which he is bound; None for whoever may work anywhere.
    """

    name: str
    role: str
    confirmed: bool = field(default=True, compare=False)
    serves: frozenset[str] | None = field(default=None, compare=False)

    def check_serves(self, table: str) -> None:
        """Raise Refusal (`not_assigned`) where the house lets him work only at other tables."""
        if self.serves is not None and table not in self.serves:
            raise Refusal("not_assigned")


@dataclass(frozen=True)
class Signature:
    """The second person of a command: `name` and `role` of who signed it, and the `request` that he signed.

    `asked`: the table's version when it was asked for; `asked_at`: the time of that, ISO 8601.
    """

    name: str
    role: str
    request: int
    asked: int
    asked_at: str

"""What a new house still needs until its first table can be opened, in the order in which it is done."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.accounts.models import Token, User
from casino.accounts.permissions import COMMANDS
from casino.house.models import HouseSetting
from tables.models import Table


@dataclass(frozen=True, slots=True)
class Step:
    """`address`: the name of the page on which it is done."""

    title: Promise
    address: str
    is_done: bool


def steps() -> list[Step]:
    """The first steps; empty once all are done."""
    openers = User.objects.filter(role__in=COMMANDS["open_table"], is_active=True)
    found = [
        Step(_("The house"), "house-settings", HouseSetting.objects.exists()),
        Step(_("Tables"), "house-tables", Table.objects.exists()),
        Step(_("People"), "people", openers.exists()),
        Step(_("Walls and devices"), "tokens", Token.objects.exists()),
    ]
    return [] if all(step.is_done for step in found) else found

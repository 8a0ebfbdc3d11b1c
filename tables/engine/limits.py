"""Minimum, maximum and chip (argentina art. 2)."""

from collections.abc import Mapping

from tables.engine.errors import Refused
from tables.engine.events.bank import BankTrimmed
from tables.engine.events.table import LimitsSet
from tables.engine.turn import Turn
from tables.rules.reglamento import Reglamento, SettingValue


def check(
    rules: Reglamento, minimum: int, maximum: int, chip: int, settings: Mapping[str, SettingValue]
) -> None:
    """Refuse limits that cannot be: not in chips, or a maximum that does not go with the minimum."""
    article = rules.article("limits")
    for amount in (minimum, maximum):
        if amount % chip:
            raise Refused("not_multiple", article, unit=chip)
    if maximum < minimum:
        raise Refused("above_maximum", article, maximum=maximum)
    times = rules.maximum_per_minimum
    if times and not settings.get("unlimited_bank") and maximum != times * minimum:
        raise Refused("bad_setting", rules.article("bank_limits"), setting="maximum", value=maximum)


def apply(turn: Turn, minimum: int, maximum: int) -> None:
    """Put limits in force; a bank above the new maximum is trimmed and its owner gets the excess."""
    turn.emit(LimitsSet(minimum, maximum))
    held = turn.state.bank
    if held and turn.rules.bank == "rotating" and held.stake > maximum:
        turn.emit(BankTrimmed(held.holder, held.stake - maximum, maximum))


def apply_waiting(turn: Turn) -> None:
    """At the end of a pass: the limits that the jefe announced during it."""
    if turn.state.limits.next:
        apply(turn, *turn.state.limits.next)

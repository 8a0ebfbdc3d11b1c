"""Minimum, maximum and chip (argentina art. 2)."""

from collections.abc import Mapping

from casino.common.errors import Refusal
from tables.engine.bank.kinds import kind_of
from tables.engine.context import CommandContext
from tables.engine.table.events import LimitsSet
from tables.rules.reglamento import Reglamento, SettingValue


def check(
    rules: Reglamento, minimum: int, maximum: int, chip: int, settings: Mapping[str, SettingValue]
) -> None:
    """Refuse impossible limits: not multiples of the chip, or a maximum that does not fit the minimum."""
    article = rules.article("limits")
    for amount in (minimum, maximum):
        if amount % chip:
            raise Refusal("not_multiple", article, unit=chip)
    if maximum < minimum:
        raise Refusal("above_maximum", article, maximum=maximum)
    times = rules.maximum_per_minimum
    if times and not settings.get("unlimited_bank") and maximum != times * minimum:
        raise Refusal("bad_setting", rules.article("bank_limits"), setting="maximum", value=maximum)


def apply(context: CommandContext, minimum: int, maximum: int) -> None:
    """Put limits in force. A bank above the new maximum may be trimmed."""
    context.emit(LimitsSet(minimum=minimum, maximum=maximum))
    kind_of(context).trim(context, maximum)


def apply_waiting(context: CommandContext) -> None:
    """Put in force the limits that were announced during the pass."""
    if context.state.limits.next:
        apply(context, *context.state.limits.next)

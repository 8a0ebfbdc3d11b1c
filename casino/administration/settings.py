"""The settings of the house that its administrators change."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction

from casino.common.errors import Refusal
from casino.house import acts, values
from casino.house.acts import By, act
from ledger import currency_check
from ledger.models import Entry

FIXED = ("CURRENCY", "DECIMALS")  # once money has moved


def are_fixed() -> bool:
    """Whether money has moved, so that the currency stays as it is."""
    return Entry.objects.exists()


def present() -> dict[str, Any]:
    """The settings of the house as they are."""
    return {name: getattr(settings, name) for name in values.NAMES}


def change(by: By, wanted: Mapping[str, Any]) -> bool:
    """Let the house have these settings, which the caller's form has checked one by one. Returns whether one is another
    now. Raises Refusal (`fixed_setting`)."""
    changed = {name: value for name, value in wanted.items() if getattr(settings, name) != value}
    if not changed:
        return False
    with act(by, acts.SETTING_CHANGED, ", ".join(sorted(changed))) as entered:
        if are_fixed() and not changed.keys().isdisjoint(FIXED):
            raise Refusal("fixed_setting")
        for name, value in changed.items():
            entered.before[name] = values.written(getattr(settings, name))
            entered.after[name] = values.written(value)
            values.change(name, value)
        if not changed.keys().isdisjoint(FIXED):
            transaction.on_commit(currency_check.agree)
    return True

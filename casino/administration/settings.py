"""The settings of the house that its administrators change, and its logo."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from casino.administration.csv_list import Source
from casino.common.house import NAMES, house
from casino.common.refusals import Refusal
from casino.house import acts, logo, values
from casino.house.acts import By, act, tried
from ledger import currency_check
from ledger.models import Entry

FIXED = ("CURRENCY", "DECIMALS")  # once money has moved
LOGO = "LOGO"


def are_fixed() -> bool:
    """Whether money has moved, so that the currency stays as it is."""
    return Entry.objects.exists()


def present() -> dict[str, Any]:
    """The settings of the house as they are."""
    return {name: house().of(name) for name in NAMES}


def change(by: By, wanted: Mapping[str, Any]) -> bool:
    """Let the house have these settings, which the caller's form has checked one by one. Returns whether one is another
    now. Raises Refusal (`fixed_setting`)."""
    before = house()
    changed = {name: value for name, value in wanted.items() if before.of(name) != value}
    if not changed:
        return False
    with act(by, acts.SETTING_CHANGED, ", ".join(sorted(changed))) as entered:
        if are_fixed() and not changed.keys().isdisjoint(FIXED):
            raise Refusal("fixed_setting")
        for name, value in changed.items():
            entered.before[name] = values.written(before.of(name))
            entered.after[name] = values.written(value)
            values.change(name, value)
        if not changed.keys().isdisjoint(FIXED):
            transaction.on_commit(currency_check.agree)
    return True


def give_logo(by: By, source: Source) -> None:
    """Let the house have this picture. Raises Refusal (`large_logo`, `bad_logo`)."""
    with tried(by, acts.SETTING_CHANGED, LOGO):
        change(by, {LOGO: logo.keep(logo.drawn(source.data))})


def take_logo_away(by: By) -> None:
    """The house has no logo any more."""
    change(by, {LOGO: ""})

"""Whether the settings name the currency that this ledger is kept in."""

from casino.common.currency import decimals, name
from ledger.models import Entry, LedgerCurrency


class OtherCurrency(Exception):
    """The settings name another currency than the one that the ledger is kept in."""


def agree() -> None:
    """Record the currency of the settings as the ledger's. Raises OtherCurrency where money has moved in another one:
    the same integers would mean other amounts."""
    kept = LedgerCurrency.objects.order_by("-pk").first()
    if kept and (kept.currency, kept.decimals) == (name(), decimals()):
        return
    if kept and Entry.objects.exists():
        raise OtherCurrency(
            f"this ledger is kept in {kept}; the settings say {name()}, {decimals()} decimals"
        )
    LedgerCurrency.objects.create(currency=name(), decimals=decimals())

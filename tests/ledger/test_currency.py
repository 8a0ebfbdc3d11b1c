"""One currency for the house: how amounts are written and read, and that it never changes under money."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from pytest_django import Settings

from casino.common import currency
from ledger import currency_check, service
from ledger.models import LedgerCurrency
from ledger.postings import Posting


@pytest.mark.parametrize(
    ("decimals", "amount", "es", "en", "plain"),
    [
        (0, 12_550, "12.550", "12,550", "12550"),
        (2, 12_550, "125,50", "125.50", "125.50"),
        (2, 5, "0,05", "0.05", "0.05"),
        (3, 1_234_567, "1.234,567", "1,234.567", "1234.567"),
        (0, 0, "0", "0", "0"),
    ],
)
def test_an_amount_is_written_for_reader_and_machine(
    settings: Settings, decimals: int, amount: int, es: str, en: str, plain: str
) -> None:
    settings.DECIMALS = decimals
    assert currency.written(amount) == es
    with translation.override("en"):
        assert currency.written(amount) == en
    assert currency.plain(amount) == plain


@pytest.mark.django_db
def test_the_ledger_keeps_its_currency_once_money_has_moved(settings: Settings) -> None:
    currency_check.agree()
    settings.CURRENCY, settings.DECIMALS = "EUR", 2
    currency_check.agree()
    service.post([Posting("table:mesa:chips:ana", "table:mesa:stakes", 100, "bet_placed")], "mesa#1")
    currency_check.agree()
    assert [str(row) for row in LedgerCurrency.objects.order_by("pk")] == [
        "ARS, 0 decimals",
        "EUR, 2 decimals",
    ]
    settings.DECIMALS = 0
    with pytest.raises(currency_check.OtherCurrency, match="EUR, 2 decimals"):
        currency_check.agree()
    with pytest.raises(CommandError, match="never change once money has moved"):
        call_command("serve", port=1)

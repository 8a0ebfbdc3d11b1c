"""One currency for the house: how amounts are written and read, and that it never changes under money."""

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from casino.common import currency
from ledger import currency_check, service
from ledger.models import LedgerCurrency
from ledger.postings import Posting
from tests.support.own_house import HouseHas
from tests.support.typed_amounts import MEANT


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
    house_has: HouseHas, decimals: int, amount: int, es: str, en: str, plain: str
) -> None:
    house_has(decimals=decimals)
    assert currency.written(amount) == es
    with translation.override("en"):
        assert currency.written(amount) == en
    assert currency.plain(amount) == plain


@pytest.mark.parametrize(
    ("language", "decimals", "text", "amounts"),
    [
        ("es", 0, "1.470", [1470]),
        ("es", 0, "paid 1,470 and −1.250.000.", [1470, 1_250_000]),
        ("fr", 0, "1\u202f470 1\u00a0470 2 470", [1470, 1470, 2470]),
        ("es", 0, "4 100", []),
        ("es", 0, "1470 16.1 21.11.2026 1.4700 pena.147 1.470,250", []),
        ("es", 2, "1.470 1.470,50 14,70 5,0", [147_000, 147_050, 1470]),
        ("en", 2, "1,470.50 14.70 14,70", [147_050, 1470]),
        ("en", 3, "1.470", [1470]),
        ("en", 0, "9,999,999,999,999,999,999", []),
    ],
)
def test_an_amount_is_read_as_it_is_written_and_nothing_else_is(
    house_has: HouseHas, language: str, decimals: int, text: str, amounts: list[int]
) -> None:
    house_has(decimals=decimals)
    with translation.override(language):
        assert [one.amount for one in currency.said_in(text)] == amounts
        for amount in (1_000, 12_500, 1_234_567):
            assert [one.amount for one in currency.said_in(currency.written(amount))] == [amount]


@pytest.mark.parametrize(("house", "meant"), MEANT.items(), ids=str)
def test_what_is_typed_means_one_amount_or_none(
    house_has: HouseHas, house: tuple[str, int], meant: dict[str, int | None]
) -> None:
    language, decimals = house
    house_has(decimals=decimals)
    with translation.override(language):
        assert {text: currency.typed(text, decimals) for text in meant} == meant


@pytest.mark.parametrize("decimals", range(5))
@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_what_the_house_writes_can_be_typed_and_means_the_same(
    house_has: HouseHas, language: str, decimals: int
) -> None:
    house_has(decimals=decimals)
    with translation.override(language):
        for amount in (1, 5, 50, 999, 1_250, 12_550, 125_050, 1_234_567, 1_000_000_000, currency.LARGEST):
            for text in (currency.written(amount), currency.typeable(amount, decimals)):
                assert currency.typed(text, decimals) == amount, text


@pytest.mark.django_db
def test_the_ledger_keeps_its_currency_once_money_has_moved(house_has: HouseHas) -> None:
    currency_check.agree()
    house_has(currency="EUR", decimals=2)
    currency_check.agree()
    service.post([Posting("table:mesa:chips:ana", "table:mesa:stakes", 100, "bet_placed")], "mesa#1")
    currency_check.agree()
    assert [str(row) for row in LedgerCurrency.objects.order_by("pk")] == [
        "ARS, 0 decimals",
        "EUR, 2 decimals",
    ]
    house_has(decimals=0)
    with pytest.raises(currency_check.OtherCurrency, match="EUR, 2 decimals"):
        currency_check.agree()
    with pytest.raises(CommandError, match="never change once money has moved"):
        call_command("serve", port=1)

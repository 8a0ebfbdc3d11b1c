"""An amount in words, in each of the four languages, with the currency in its form."""

import pytest

from casino.common.currency import LARGEST
from casino.common.currency.in_words import LANGUAGES, in_words
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db

WORDS: dict[str, list[tuple[int, str]]] = {
    "es": [
        (0, "cero pesos"),
        (1, "un peso"),
        (21, "veintiún pesos"),
        (31, "treinta y un pesos"),
        (100, "cien pesos"),
        (101, "ciento un pesos"),
        (555, "quinientos cincuenta y cinco pesos"),
        (1_000, "mil pesos"),
        (21_000, "veintiún mil pesos"),
        (60_000, "sesenta mil pesos"),
        (101_101, "ciento un mil ciento un pesos"),
        (1_000_000, "un millón de pesos"),
        (1_000_001, "un millón un pesos"),
        (2_500_000, "dos millones quinientos mil pesos"),
        (1_000_000_000, "mil millones de pesos"),
        (31_000_000, "treinta y un millones de pesos"),
        (2_000_000_000_000, "dos billones de pesos"),
        (1_000_001_000_000, "un billón un millón de pesos"),
    ],
    "en": [
        (0, "zero pesos"),
        (1, "one peso"),
        (42, "forty-two pesos"),
        (101, "one hundred and one pesos"),
        (1_001, "one thousand and one pesos"),
        (60_000, "sixty thousand pesos"),
        (1_234_567, "one million two hundred and thirty-four thousand five hundred and sixty-seven pesos"),
        (2_000_000_000, "two billion pesos"),
    ],
    "fr": [
        (0, "zéro peso"),
        (1, "un peso"),
        (21, "vingt et un pesos"),
        (71, "soixante et onze pesos"),
        (72, "soixante-douze pesos"),
        (80, "quatre-vingts pesos"),
        (81, "quatre-vingt-un pesos"),
        (91, "quatre-vingt-onze pesos"),
        (99, "quatre-vingt-dix-neuf pesos"),
        (200, "deux cents pesos"),
        (201, "deux cent un pesos"),
        (280, "deux cent quatre-vingts pesos"),
        (1_000, "mille pesos"),
        (80_000, "quatre-vingt mille pesos"),
        (200_000, "deux cent mille pesos"),
        (280_000, "deux cent quatre-vingt mille pesos"),
        (1_000_000, "un million de pesos"),
        (80_000_000, "quatre-vingts millions de pesos"),
        (2_000_000_100, "deux milliards cent pesos"),
    ],
    "sl": [
        (0, "nič pesov"),
        (1, "en peso"),
        (2, "dva pesa"),
        (3, "trije pesi"),
        (4, "štirje pesi"),
        (5, "pet pesov"),
        (21, "enaindvajset pesov"),
        (52, "dvainpetdeset pesov"),
        (101, "sto en peso"),
        (104, "sto štirje pesi"),
        (200, "dvesto pesov"),
        (1_000, "tisoč pesov"),
        (3_003, "tri tisoč trije pesi"),
        (60_000, "šestdeset tisoč pesov"),
        (1_000_000, "milijon pesov"),
        (2_000_000, "dva milijona pesov"),
        (3_000_000, "trije milijoni pesov"),
        (5_000_000, "pet milijonov pesov"),
        (2_000_000_000, "dve milijardi pesov"),
        (5_000_000_000, "pet milijard pesov"),
        (103_000_000_000, "sto tri milijarde pesov"),
    ],
}


@pytest.mark.parametrize(
    ("language", "amount", "words"),
    [(language, *row) for language, rows in WORDS.items() for row in rows],
)
def test_an_amount_is_said_as_people_say_it(
    language: str, amount: int, words: str, house_has: HouseHas
) -> None:
    house_has(currency="ARS", decimals=0)
    assert in_words(amount, language) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("es", "ciento veinticinco euros con 50/100"),
        ("en", "one hundred and twenty-five euros and 50/100"),
        ("fr", "cent vingt-cinq euros et 50/100"),
        ("sl", "sto petindvajset evrov in 50/100"),
    ],
)
def test_decimals_are_said_in_figures(language: str, words: str, house_has: HouseHas) -> None:
    house_has(currency="EUR", decimals=2)
    assert in_words(12_550, language) == words
    assert in_words(100_000_000, "fr") == "un million d’euros"


def test_a_currency_without_words_keeps_its_code(house_has: HouseHas) -> None:
    house_has(currency="XAU", decimals=0)
    assert in_words(2, "es") == "dos XAU"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_amount_has_words(language: str, house_has: HouseHas) -> None:
    house_has(currency="EUR", decimals=0)
    for amount in (LARGEST, LARGEST - 1, 10**12 + 1):
        assert in_words(amount, language)

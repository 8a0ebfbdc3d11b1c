"""Facts that two packages have to say for themselves, since neither may import the other."""

from casino.common import currency
from tables.engine import command


def test_the_engine_and_the_house_take_the_same_largest_amount() -> None:
    assert command.LARGEST == currency.LARGEST

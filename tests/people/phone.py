"""A person's phone, as the tests hold it: it shows the code of any time step."""

from datetime import UTC, datetime, timedelta

import pyotp

from casino.common import clock
from casino.people.login import second_factor
from casino.people.models import User

PASSPHRASE = "a-long-evening-at-table-4"  # of whoever the tests log in
START = datetime(2026, 11, 21, 21, 0, tzinfo=UTC)


class Phone:
    """It has a secret, and a clock that the test moves on."""

    def __init__(self, secret: str) -> None:
        self.secret = secret

    @property
    def code(self) -> str:
        return pyotp.TOTP(self.secret).at(clock.now())


class Hands:
    """The clock of a test: the same for phone and house."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float = second_factor.STEP) -> None:
        self.now += timedelta(seconds=seconds)


def given_to(user: User, hands: Hands) -> tuple[Phone, list[str]]:
    """A phone that is the person's second factor, and his recovery codes; its next code has not been used."""
    phone = Phone(second_factor.new_secret())
    codes = second_factor.set_up(user, phone.secret, phone.code)
    hands.wait()
    return phone, codes

"""The codes of a phone, and recovery codes: which fit, how often, and what is kept of them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.common import clock
from casino.common.refusals import Refusal
from casino.journal.models import Entry
from casino.people.login import second_factor, tries
from casino.people.models import SecondFactor, User
from tests.people.phone import Hands, Phone

pytestmark = pytest.mark.usefixtures("house_of_two_factors")
# RFC 6238, appendix B, for SHA-1: its codes have eight digits, and the last six of them are the code of six.
RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
RFC_VECTORS = [
    (59, "94287082"),
    (1111111109, "07081804"),
    (1111111111, "14050471"),
    (1234567890, "89005924"),
    (2000000000, "69279037"),
    (20000000000, "65353130"),
]


@pytest.mark.parametrize(("seconds", "code"), RFC_VECTORS)
def test_the_codes_are_those_of_rfc_6238(julio: User, seconds: int, code: str) -> None:
    with clock.running_on(lambda: datetime.fromtimestamp(seconds, UTC)):
        second_factor.set_up(julio, RFC_SECRET, code[-6:])
    assert SecondFactor.objects.get().last_step == seconds // second_factor.STEP


@pytest.mark.parametrize(("steps", "fits"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_phone_may_be_half_a_minute_wrong(julio: User, hands: Hands, steps: int, fits: bool) -> None:
    phone = Phone(second_factor.new_secret())
    hands.wait(steps * second_factor.STEP)
    code = phone.code
    hands.wait(-steps * second_factor.STEP)
    if fits:
        second_factor.set_up(julio, phone.secret, code)
    else:
        with pytest.raises(Refusal, match="wrong_code"):
            second_factor.set_up(julio, phone.secret, code)


def test_a_code_is_taken_once_and_no_earlier_one_after_it(julio: User, phone: Phone, hands: Hands) -> None:
    earlier = phone.code
    hands.wait()
    now = phone.code
    second_factor.check(julio, f"{now[:3]} {now[3:]}")
    for used in (now, earlier):
        with pytest.raises(Refusal, match="wrong_code"):
            second_factor.check(julio, used)
    hands.wait()
    second_factor.check(julio, phone.code)


@pytest.mark.parametrize("said", ["", "000000", "12345", "1234567", "１２３４５６", "\x00", "x" * 10_000])
def test_anything_else_is_no_code(julio: User, phone: Phone, said: str) -> None:
    with pytest.raises(Refusal, match="wrong_code"):
        second_factor.check(julio, said)


def test_after_too_many_wrong_codes_the_right_one_is_not_looked_at(julio: User, phone: Phone) -> None:
    for _ in range(tries.MOST):
        with pytest.raises(Refusal, match="wrong_code"):
            second_factor.check(julio, "000000")
    with pytest.raises(Refusal, match="too_many_codes"):
        second_factor.check(julio, phone.code)
    SecondFactor.objects.update(tries_since=timezone.now() - tries.WINDOW - timedelta(seconds=1))
    second_factor.check(julio, phone.code)


def test_a_right_code_forgets_the_wrong_ones(julio: User, phone: Phone, hands: Hands) -> None:
    for _ in range(3):
        for _ in range(tries.MOST - 1):
            with pytest.raises(Refusal, match="wrong_code"):
                second_factor.check(julio, "000000")
        second_factor.check(julio, phone.code)
        hands.wait()


def test_a_recovery_code_is_taken_once(julio: User, held: tuple[Phone, list[str]]) -> None:
    _phone, codes = held
    assert len(set(codes)) == second_factor.RECOVERY_CODES
    assert second_factor.check(julio, codes[3].upper().replace("-", " "))
    assert second_factor.left(julio) == second_factor.RECOVERY_CODES - 1
    with pytest.raises(Refusal, match="wrong_code"):
        second_factor.check(julio, codes[3])


def test_what_is_stored_says_neither_secret_nor_codes(julio: User, held: tuple[Phone, list[str]]) -> None:
    phone, codes = held
    factor = SecondFactor.objects.get()
    stored = json.dumps([factor.secret, factor.recovery])
    journaled = [entry.content for entry in Entry.objects.filter(kind="second_factor")]
    for text in (stored, json.dumps(journaled)):
        assert phone.secret not in text
        assert not any(code in text or code.replace("-", "") in text for code in codes)
    assert all(factor.secret not in json.dumps(content) for content in journaled)


def test_with_another_key_no_code_fits(julio: User, held: tuple[Phone, list[str]], monkeypatch: Any) -> None:
    monkeypatch.setenv("SECOND_FACTOR_KEY", "of another house")
    for code in (held[0].code, held[1][0]):
        with pytest.raises(Refusal, match="wrong_code"):
            second_factor.check(julio, code)


def test_a_new_secret_key_takes_nobodys_phone(julio: User, phone: Phone, settings: Any) -> None:
    settings.SECRET_KEY = "another"
    second_factor.check(julio, phone.code)

"""Two who sign on one tablet: the second signs under his own name and passphrase."""

from collections.abc import Iterator
from typing import Any

import pytest

from casino.common import clock
from casino.people.models import AccessEvent, User
from tests.api.counter import (
    CAGE,
    NO,
    PASSPHRASE,
    SLIPS,
    STAFF,
    TOKENS,
    client_of,
    come,
    counted,
    say,
    steps,
    told,
    untouched,
    user,
)
from tests.people.phone import Hands, given_to

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter")]
FALSE = (403, "bad_signature")
OWN = (403, "own_signature")


def sign(
    number: int, signer: str, passphrase: str = PASSPHRASE, on: str = "croupier", step: str = "signed"
) -> Any:
    said = {"step": step, "signer": signer, "passphrase": passphrase, "reason": "as counted"}
    return say(client_of(on), steps(number), said)


@pytest.mark.parametrize("role", ["jefe", "cambista"])
def test_another_signs_on_the_croupiers_tablet_under_his_own_name(role: str) -> None:
    number, signer = counted(), user(role)
    answer = sign(number, signer.username)
    assert told(answer) == (200, "done")
    signed = answer.json()["slip"]["by"][-1]
    assert (signed["step"], signed["actor"], signed["role"]) == ("signed", signer.username, role)


def test_the_tablet_stays_the_croupiers() -> None:
    client, number = client_of("croupier"), counted()
    said = {"step": "signed", "signer": user("jefe").username, "passphrase": PASSPHRASE}
    assert told(say(client, steps(number), said)) == (200, "done")
    asked = say(client, SLIPS, {"kind": "tip", "amount": 10}).json()["slip"]
    assert asked["by"][0]["actor"] == "one-croupier"
    with untouched():
        assert told(say(client, CAGE, {"kind": "cage_chips_in", "amount": 100})) == NO


@pytest.mark.parametrize(
    ("signer", "passphrase", "outcome"),
    [
        ("one-jefe", "wrong", FALSE),
        ("one-jefe", "", FALSE),
        ("one-jefe", PASSPHRASE.upper(), FALSE),
        ("ONE-JEFE", PASSPHRASE, FALSE),
        ("one-jefe ", PASSPHRASE, FALSE),
        ("nobody", PASSPHRASE, FALSE),
        (" ", PASSPHRASE, FALSE),
        ("one-jefe", f"{PASSPHRASE}\x00", FALSE),
        ("one-jefe\x00", PASSPHRASE, FALSE),
        ("one-inspector", PASSPHRASE, NO),
        ("one-croupier", PASSPHRASE, OWN),
        ("", PASSPHRASE, OWN),
    ],
)
def test_a_signature_that_is_none_signs_nothing(
    signer: str, passphrase: str, outcome: tuple[int, str]
) -> None:
    for role in STAFF:
        user(role)
    number = counted()
    with untouched():
        assert told(sign(number, signer, passphrase)) == outcome


def test_who_is_no_longer_of_the_house_does_not_sign() -> None:
    number, jefe = counted(), user("jefe")
    User.objects.filter(pk=jefe.pk).update(is_active=False)
    with untouched():
        assert told(sign(number, jefe.username)) == FALSE


def test_no_croupier_signs_a_croupiers_count_alone_or_with_another_croupier() -> None:
    User.objects.create_user("two-croupier", role="croupier", password=PASSPHRASE)
    number = counted()
    with untouched():
        assert told(say(client_of("croupier"), steps(number), {"step": "signed"})) == OWN
        assert told(sign(number, "two-croupier")) == NO


@pytest.mark.parametrize("caller", ["inspector", *TOKENS])
def test_nobody_signs_on_the_tablet_of_one_who_has_none(caller: str) -> None:
    number, jefe = counted(), user("jefe")
    client, headers = come(caller)
    said = {"step": "signed", "signer": jefe.username, "passphrase": PASSPHRASE}
    with untouched():
        assert told(say(client, steps(number), said, **headers)) == NO


def test_a_difference_is_signed_on_the_tablet_by_a_jefe_only() -> None:
    said = {"kind": "count", "chips": {"100": 99}, "reason": "short"}
    number = say(client_of("croupier"), SLIPS, said).json()["slip"]["number"]
    cambista, jefe = user("cambista"), user("jefe")
    with untouched():
        assert told(sign(number, cambista.username)) == (403, "jefe_must_sign")
    assert told(sign(number, jefe.username)) == (200, "done")


def test_a_good_signature_forgets_the_slips_of_the_finger_before_it() -> None:
    jefe = user("jefe")
    for _ in range(3):
        number = counted()
        for guess in range(3):
            assert told(sign(number, jefe.username, f"guess {guess}")) == FALSE
        assert told(sign(number, jefe.username)) == (200, "done")


def test_guessing_a_passphrase_comes_to_an_end() -> None:
    number, jefe = counted(), user("jefe")
    with untouched():
        assert {told(sign(number, jefe.username, f"guess {n}")) for n in range(4)} == {FALSE}
        for passphrase in ("guess 5", "guess 6", PASSPHRASE):
            assert told(sign(number, jefe.username, passphrase)) == (429, "too_many_tries")
    assert told(say(client_of("jefe"), steps(number), {"step": "signed"})) == (200, "done"), (
        "who has logged in himself still signs"
    )


# A second factor


@pytest.fixture
def of_two_factors(settings: Any) -> Iterator[Hands]:
    settings.SECOND_FACTOR = "roles"
    hands = Hands()
    with clock.running_on(hands):
        yield hands


def sign_with(number: int, code: str, name: str = "one-jefe") -> Any:
    """On the tablet of a croupier, who needs no second factor himself."""
    said = {"step": "signed", "signer": name, "passphrase": PASSPHRASE, "code": code}
    return told(say(client_of("croupier"), steps(number), said))


def test_who_needs_a_second_factor_gives_it_under_a_signature_too(of_two_factors: Hands) -> None:
    number, (phone, _codes) = counted(), given_to(user("jefe"), of_two_factors)
    with untouched():
        assert sign_with(number, "") == sign_with(number, "000000") == (403, "wrong_code")
    code = phone.code
    assert sign_with(number, code) == (200, "done")
    with untouched():
        assert sign_with(number, code) == (403, "wrong_code")
    assert AccessEvent.objects.filter(what="code_failed", person="one-jefe").count() == 3


def test_who_has_not_set_up_his_second_factor_signs_nothing_elsewhere(of_two_factors: Hands) -> None:
    user("jefe")
    number = counted()
    with untouched():
        assert sign_with(number, "123456") == (403, "wrong_code")


def test_a_right_code_does_not_sign_with_a_wrong_passphrase(of_two_factors: Hands) -> None:
    number, (phone, _codes) = counted(), given_to(user("jefe"), of_two_factors)
    said = {"step": "signed", "signer": "one-jefe", "passphrase": "wrong", "code": phone.code}
    with untouched():
        assert told(say(client_of("croupier"), steps(number), said)) == FALSE
    assert sign_with(number, phone.code) == (200, "done")

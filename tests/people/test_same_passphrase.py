"""A passphrase is the same however a keyboard writes its letters: set on one, it fits on another."""

import json
import unicodedata

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from casino.administration import people
from casino.house.acts import By
from casino.people.login import passphrases
from casino.people.login.passphrases import fits, hashed
from casino.people.models import User
from tests.support.own_house import HouseHas

PLAIN = "peña-ñandú-café-１９３１"
FORMS = ("NFC", "NFD", "NFKC", "NFKD")
OFFICE = By("novamas (root)")


@pytest.mark.parametrize("typed", FORMS)
@pytest.mark.parametrize("was", FORMS)
def test_every_form_fits_every_other(was: str, typed: str) -> None:
    kept = hashed(unicodedata.normalize(was, PLAIN))
    assert fits(unicodedata.normalize(typed, PLAIN), kept)[0]
    assert not fits(unicodedata.normalize(typed, PLAIN.replace("ñ", "n")), kept)[0]


@pytest.mark.parametrize("typed", ["NFC", "NFD"])
@pytest.mark.parametrize("was", ["NFC", "NFD"])
def test_what_was_kept_as_it_was_typed_still_fits(was: str, typed: str) -> None:
    plain = "peña-ñandú-café-1931"
    kept = make_password(unicodedata.normalize(was, plain))
    assert fits(unicodedata.normalize(typed, plain), kept)[0]


def test_a_compatible_letter_that_was_kept_as_typed_still_fits() -> None:
    assert fits(PLAIN, make_password(PLAIN))[0]


def log_in(passphrase: str) -> int:
    return Client().post("/login/", {"username": "ana", "password": passphrase}).status_code


@pytest.mark.django_db
def test_set_by_one_keyboard_it_is_taken_from_another_everywhere() -> None:
    composed, apart = (unicodedata.normalize(form, PLAIN) for form in ("NFC", "NFD"))
    people.add(OFFICE, {"username": "ana", "role": "jefe"}, apart)
    ana = User.objects.get()
    passphrases.GivenPassphrase.objects.all().delete()
    assert log_in(composed) == 302
    people.reset_passphrase(OFFICE, "ana", composed)
    passphrases.GivenPassphrase.objects.all().delete()
    assert log_in(apart) == 302
    ana.refresh_from_db()
    passphrases.choose(ana, f"{apart}-bis", f"{composed}-bis")
    assert log_in(f"{composed}-bis") == 302 and log_in(f"{apart}-bis") == 302
    assert signature(f"{apart}-bis") == "no_such_slip" and signature(f"{composed}-BIS") == "bad_signature"


def signature(passphrase: str) -> str:
    client = Client()
    carla = User.objects.filter(username="carla").first() or User.objects.create_user(
        "carla", role="croupier"
    )
    client.force_login(carla)
    said = {"step": "signed", "signer": "ana", "passphrase": passphrase}
    answer = client.post("/api/slips/1/steps", json.dumps(said), content_type="application/json")
    return str(answer.json()["error"]["code"])


# What says only who he is


@pytest.mark.parametrize(
    "passphrase",
    [
        "adm adm adm adm",
        "adm-ADM-adm_adm",
        "admadmadmadm1",
        "Ana Admira 2026",
        "AdmiraAdmira",
        "ádmirá admira",
        "Casino Faro 77",
        "casino-faro-casino",
        "ａｄｍ ａｄｍ ａｄｍ",
        "xyxyxyxyxyxy",
        "....... .....",
        "aaaaaaaaaaaaa",
        "adm casino faro",
    ],
)
def test_names_repeated_are_no_passphrase(house_has: HouseHas, passphrase: str, db: None) -> None:
    house_has(house_name="Casino Faro")
    row = {"username": "adm", "role": "jefe", "first_name": "Ana", "last_name": "Admira"}
    with pytest.raises(Exception, match="weak_passphrase"):
        people.add(OFFICE, row, passphrase)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "passphrase", ["adm plays nine riffles", "el faro de la noche larga", "ana-tormenta-91"]
)
def test_a_name_among_others_is_none(house_has: HouseHas, passphrase: str, db: None) -> None:
    house_has(house_name="Casino Faro")
    row = {"username": "adm", "role": "jefe", "first_name": "Ana", "last_name": "Admira"}
    assert people.add(OFFICE, row, passphrase) == passphrase

"""A passkey signs in place of the code: for this house, this session, this purpose, this once, by this person."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone

from casino.administration import people
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.people import access_log
from casino.people.login import passkeys, second_factor
from casino.people.models import AccessEvent, Passkey, StaffSession, User
from casino.people.sessions.required import FRESH
from tests.people.authenticator import PRESENT, VERIFIED, Authenticator, Json
from tests.people.phone import PASSPHRASE, Hands, Phone
from tests.people.test_login_code import is_in

pytestmark = pytest.mark.usefixtures("house_of_two_factors")


class Browser(Client):
    """Under the house's address, which is a local one."""

    def __init__(self) -> None:
        super().__init__(headers={"host": "localhost"})

    def asked(self, purpose: str) -> Json:
        answer = self.post("/passkeys/challenge/", {"for": purpose})
        assert answer.status_code == 200, answer.content
        options: Json = answer.json()["publicKey"]
        return options

    def passphrase(self, name: str = "julio") -> None:
        assert self.post("/login/", {"username": name, "password": PASSPHRASE}).status_code == 302

    def come_in(self, said: str) -> int:
        return int(self.post("/login/code/", {"passkey": said}).status_code)

    def make(self, key: Authenticator, name: str = "My phone") -> str:
        said = key.make(self.asked("make"))
        return str(self.post("/passkeys/", {"name": name, "passkey": said}, follow=True).text)


@pytest.fixture
def here(phone: Phone, hands: Hands, settings: Any) -> Browser:
    """Julio is logged in with his phone."""
    settings.ALLOWED_HOSTS = ["localhost"]
    browser = Browser()
    browser.passphrase()
    browser.post("/login/code/", {"code": phone.code})
    hands.wait()
    return browser


@pytest.fixture
def key(here: Browser) -> Authenticator:
    """His passkey."""
    made = Authenticator()
    assert "firma desde ahora" in here.make(made)
    return made


@pytest.fixture
def comer(key: Authenticator) -> Browser:
    """Another browser, in which he has given his passphrase."""
    browser = Browser()
    browser.passphrase()
    return browser


def entered(what: str) -> int:
    return AccessEvent.objects.filter(what=what, person="julio").count()


class TestComingIn:
    def test_a_passkey_is_the_second_factor(self, comer: Browser, key: Authenticator) -> None:
        assert 'data-passkey="come-in"' in comer.get("/login/code/").text
        assert comer.come_in(key.sign(comer.asked("come-in"))) == 302
        assert is_in(comer) and StaffSession.objects.latest("pk").two_factors
        assert Passkey.objects.get().count == 1 and Passkey.objects.get().used is not None

    def test_without_the_passphrase_it_opens_nothing(self, key: Authenticator, comer: Browser) -> None:
        stranger = Browser()
        assert stranger.post("/passkeys/challenge/", {"for": "come-in"}).status_code == 401
        assert stranger.come_in(key.sign(comer.asked("come-in"))) == 302 and not is_in(stranger)

    def test_the_codes_stay(self, comer: Browser, phone: Phone) -> None:
        assert comer.post("/login/code/", {"code": phone.code}).status_code == 302 and is_in(comer)

    def test_who_has_none_is_offered_none(self, here: Browser) -> None:
        browser = Browser()
        browser.passphrase()
        assert "data-passkey" not in browser.get("/login/code/").text


class TestWhatIsRefused:
    def refused(self, comer: Browser, said: str) -> None:
        assert comer.come_in(said) == 403 and not is_in(comer)
        assert entered(access_log.PASSKEY_FAILED) == 1

    def test_a_challenge_is_good_for_one_try(self, comer: Browser, key: Authenticator) -> None:
        said = key.sign(comer.asked("come-in"))
        assert comer.come_in("{}") == 403
        assert comer.come_in(said) == 403 and not is_in(comer)

    def test_a_signature_is_good_once(self, comer: Browser, key: Authenticator) -> None:
        said = key.sign(comer.asked("come-in"))
        assert comer.come_in(said) == 302
        again = Browser()
        again.passphrase()
        again.asked("come-in")
        assert again.come_in(said) == 403

    def test_the_challenge_of_another_session(self, comer: Browser, key: Authenticator) -> None:
        other = Browser()
        other.passphrase()
        comer.asked("come-in")
        self.refused(comer, key.sign(other.asked("come-in")))

    def test_a_challenge_for_something_else(self, here: Browser, key: Authenticator) -> None:
        said = key.sign(here.asked("confirm"))
        challenge_of_another = here.session[passkeys.CHALLENGE]
        comer = Browser()
        comer.passphrase()
        session = comer.session
        session[passkeys.CHALLENGE] = challenge_of_another
        session.save()
        self.refused(comer, said)

    def test_a_challenge_that_took_too_long(
        self, comer: Browser, key: Authenticator, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        said, later = (
            key.sign(comer.asked("come-in")),
            timezone.now() + passkeys.CHALLENGE_LASTS + timedelta(seconds=1),
        )
        monkeypatch.setattr(passkeys.timezone, "now", lambda: later)
        assert comer.come_in(said) == 403

    @pytest.mark.parametrize("flags", [PRESENT, VERIFIED, 0])
    def test_who_did_not_show_the_device_that_it_is_he(
        self, comer: Browser, key: Authenticator, flags: int
    ) -> None:
        key.flags = flags
        self.refused(comer, key.sign(comer.asked("come-in")))

    def test_a_page_of_another_address(self, comer: Browser, key: Authenticator) -> None:
        key.origin = "https://tables.casino.example.evil"
        self.refused(comer, key.sign(comer.asked("come-in")))

    def test_a_key_of_another_address(self, comer: Browser, key: Authenticator) -> None:
        self.refused(comer, key.sign(comer.asked("come-in"), host="evil.example"))

    def test_another_key_under_its_name(self, comer: Browser, key: Authenticator) -> None:
        self.refused(comer, Authenticator(number=key.number).sign(comer.asked("come-in")))

    def test_the_passkey_of_another_person(self, comer: Browser, key: Authenticator) -> None:
        Passkey.objects.update(user=User.objects.create_user("irene", role="inspector"))
        self.refused(comer, key.sign(comer.asked("come-in")))

    def test_one_that_was_ended(self, here: Browser, comer: Browser, key: Authenticator) -> None:
        said = key.sign(comer.asked("come-in"))
        here.post("/passkeys/", {"end": Passkey.objects.get().pk})
        self.refused(comer, said)

    @pytest.mark.parametrize(
        "said", ["x", "null", "[]", "{}", '{"id": []}', "[" * 30_000, "x" * 40_000, '{"id": "\\u0000"}']
    )
    def test_what_is_no_signature_at_all(self, comer: Browser, said: str) -> None:
        comer.asked("come-in")
        self.refused(comer, said)

    @pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature"])
    def test_any_part_that_was_changed(self, comer: Browser, key: Authenticator, part: str) -> None:
        said = json.loads(key.sign(comer.asked("come-in")))
        said["response"][part] = said["response"][part][:-8] + "AAAAAAAA"
        self.refused(comer, json.dumps(said))


class TestCount:
    def test_two_of_one_key_are_noticed(self, comer: Browser, key: Authenticator) -> None:
        Passkey.objects.update(count=9)
        assert comer.come_in(key.sign(comer.asked("come-in"))) == 403
        assert entered(access_log.PASSKEY_COPIED) == 1 and access_log.open_alarms().count() == 1

    def test_one_that_does_not_count_signs_again_and_again(self, here: Browser) -> None:
        key = Authenticator(count=None)
        here.make(key)
        for _time in range(2):
            comer = Browser()
            comer.passphrase()
            assert comer.come_in(key.sign(comer.asked("come-in"))) == 302


class TestMaking:
    def test_it_is_listed_and_ended_by_its_name(self, here: Browser, key: Authenticator) -> None:
        page = here.get("/second-factor/").text
        assert "<td>My phone</td>" in page and 'data-passkey="make"' in page
        here.post("/passkeys/", {"end": Passkey.objects.get().pk})
        assert "<td>My phone</td>" not in here.get("/second-factor/").text
        assert (entered(access_log.PASSKEY_MADE), entered(access_log.PASSKEY_ENDED)) == (1, 1)

    def test_only_by_who_lately_showed_who_he_is(self, here: Browser) -> None:
        options = here.asked("make")
        StaffSession.objects.update(confirmed=timezone.now() - FRESH - timedelta(seconds=1))
        assert here.post("/passkeys/challenge/", {"for": "make"}).json()["error"]
        answer = here.post("/passkeys/", {"name": "x", "passkey": Authenticator().make(options)})
        assert answer["Location"].startswith("/confirm/") and not Passkey.objects.exists()

    def test_who_has_the_passphrase_alone_makes_none(self, comer: Browser) -> None:
        assert comer.post("/passkeys/challenge/", {"for": "make"}).status_code == 401
        assert comer.post("/passkeys/", {"name": "x", "passkey": "{}"})["Location"] == "/login/"

    def test_beside_the_codes_of_a_phone_only(self, here: Browser, julio: User) -> None:
        said = Authenticator().make(here.asked("make"))
        second_factor.reset(julio)
        here.post("/passkeys/", {"name": "x", "passkey": said})
        assert not Passkey.objects.exists()

    @pytest.mark.parametrize(
        ("name", "flags"), [("", 5), ("x" * 61, 5), ("a\nb", 5), ("x", PRESENT), ("x", 0)]
    )
    def test_what_cannot_be_one_is_refused(self, here: Browser, name: str, flags: int) -> None:
        page = here.make(Authenticator(flags=flags), name)
        assert not Passkey.objects.exists() and 'role="alert"' in page

    def test_the_same_one_twice_is_refused(self, here: Browser, key: Authenticator) -> None:
        assert [one["id"] for one in here.asked("make")["excludeCredentials"]] == [
            Passkey.objects.get().credential
        ]
        here.make(key)
        assert Passkey.objects.count() == 1

    def test_nobody_has_more_than_a_few(self, here: Browser) -> None:
        for _one in range(passkeys.MOST):
            here.make(Authenticator())
        assert here.post("/passkeys/challenge/", {"for": "make"}).status_code == 409

    def test_a_lost_phone_ends_them(self, comer: Browser, key: Authenticator) -> None:
        people.reset_second_factor(By("novamas (root)"), "julio")
        assert passkeys.of(User.objects.get(username="julio")) == []

    def test_nobody_ends_anothers(self, here: Browser, key: Authenticator) -> None:
        Passkey.objects.update(user=User.objects.create_user("irene", role="inspector"))
        here.post("/passkeys/", {"end": Passkey.objects.get().pk})
        assert Passkey.objects.get().ended is None


def test_a_grave_act_is_confirmed_with_one(here: Browser, key: Authenticator) -> None:
    StaffSession.objects.update(confirmed=timezone.now() - FRESH - timedelta(seconds=1))
    assert 'data-passkey="confirm"' in here.get("/confirm/").text
    said = key.sign(here.asked("confirm"))
    assert here.post("/confirm/", {"passkey": said, "next": "/floor/"})["Location"] == "/floor/"
    assert timezone.now() - StaffSession.objects.get().confirmed < FRESH
    assert here.post("/confirm/", {"passkey": said}).status_code == 403


def request(host: str, secure: bool) -> HttpRequest:
    return RequestFactory(headers={"host": host}).get("/", secure=secure)


class TestAddress:
    @pytest.fixture(autouse=True)
    def of_any_name(self, settings: Any) -> None:
        settings.ALLOWED_HOSTS = ["*"]

    @pytest.mark.parametrize(
        ("host", "secure", "origin"),
        [
            ("tables.casino.example", True, "https://tables.casino.example"),
            ("tables.casino.example:8443", True, "https://tables.casino.example:8443"),
            ("localhost:8000", False, "http://localhost:8000"),
        ],
    )
    def test_is_that_of_the_page(self, host: str, secure: bool, origin: str) -> None:
        assert passkeys.address_of(request(host, secure)) == (host.split(":")[0], origin)

    @pytest.mark.parametrize(
        ("host", "secure"),
        [("tables.casino.example", False), ("192.168.1.20", True), ("[::1]", True), ("tables", True)],
    )
    def test_has_https_and_a_name(self, host: str, secure: bool) -> None:
        with pytest.raises(Refusal, match="insecure_address") as refused:
            passkeys.address_of(request(host, secure))
        assert "https://" in refused.value.text()

    def test_the_house_says_it(self, settings: Any) -> None:
        settings.CSRF_TRUSTED_ORIGINS = ["https://tables.casino.example"]
        assert passkeys.address_of(request("tables.casino.example", True)).host == "tables.casino.example"
        with pytest.raises(Refusal, match="another_address"):
            passkeys.address_of(request("other.casino.example", True))

    def test_a_page_without_https_is_told_in_a_sentence(self, here: Browser, settings: Any) -> None:
        settings.ALLOWED_HOSTS = ["*"]
        answer = here.post("/passkeys/challenge/", {"for": "make"}, headers={"host": "192.168.1.20"})
        assert answer.status_code == 409 and "https://" in answer.json()["error"]

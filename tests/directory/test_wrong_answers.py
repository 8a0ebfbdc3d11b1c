"""What does not answer the question that was asked lets nobody in: wrong keys, clocks, nonces and states, what is used
twice, what is mixed up."""

import time
from typing import Any

import pytest
import requests
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from casino.administration.directory import provider
from casino.common import environment
from casino.common.refusals import Refusal
from casino.people.models import AccessEvent, User
from tests.directory.conftest import BEGIN, ComeIn
from tests.directory.directory import HOUSE, PASSWORD, Directory
from tests.directory.test_coming_in import who

LONG = 10 * 60  # seconds by which a clock is wrong
SPOILT: dict[str, dict[str, Any]] = {
    "another key under the same name": {"foreign": True},
    "no signature": {"none": True},
    "another issuer": {"iss": "http://127.0.0.1:1"},
    "no issuer": {"without": ["iss"]},
    "for somebody else": {"aud": "another"},
    "for somebody else, by us": {"aud": ["another"], "azp": "casino"},
    "for us, by somebody else": {"aud": ["casino", "another"], "azp": "another"},
    "for nobody": {"without": ["aud"]},
    "has ended": {"exp": int(time.time()) - LONG},
    "never ends": {"without": ["exp"]},
    "of tomorrow": {"iat": int(time.time()) + 24 * 3600},
    "not yet": {"nbf": int(time.time()) + 24 * 3600},
    "another nonce": {"nonce": "of-another-question"},
    "no nonce": {"without": ["nonce"]},
    "of nobody": {"without": ["sub"]},
    "of somebody else's access token": {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"},
    "the person was seen long ago": {"auth_time": int(time.time()) - LONG},
    "nobody says when the person was seen": {"without": ["auth_time"]},
    "never to be asked again": {"refresh": False},
}
CODES = {
    "the person was seen long ago": "directory_old_login",
    "nobody says when the person was seen": "directory_old_login",
    "never to be asked again": "directory_never_again",
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_signed_token_that_does_not_fit_lets_nobody_in(
    what: str, directory: Directory, come_in: ComeIn
) -> None:
    directory.has("julio", "jefes")
    directory.says_wrongly(**SPOILT[what])
    browser, answer = come_in("julio")
    assert answer.status_code == 403
    assert who(browser) == "" and not User.objects.filter(username="julio").exists()
    detail = AccessEvent.objects.get(what="directory_failed").detail
    assert detail.split()[0] == CODES.get(what, "directory_answer"), detail
    directory.says_wrongly()
    assert who(come_in("julio")[0]) == "julio"


def sent(browser: Client, directory: Directory, login: str = "julio") -> str:
    """The address with which the directory sends the person back."""
    return directory.shown_at(browser.get(BEGIN)["Location"], login).removeprefix(HOUSE)


def refused(browser: Client, address: str) -> str:
    """The code of what the house says to this address; nobody is in."""
    answer = browser.get(address)
    assert answer.status_code == 403 and who(browser) == ""
    return AccessEvent.objects.filter(what="directory_failed").latest("pk").detail


def test_an_answer_is_taken_once(directory: Directory) -> None:
    directory.has("julio", "jefes")
    browser = Client()
    address = sent(browser, directory)
    assert browser.get(address).status_code == 302
    browser.post("/logout/")
    assert refused(browser, address) == "directory_answer mismatching_state"


def test_an_answer_is_taken_in_the_browser_that_asked_alone(directory: Directory) -> None:
    directory.has("julio", "jefes")
    address = sent(Client(), directory)
    assert refused(Client(), address) == "directory_answer mismatching_state"
    asked = Client()
    asked.get(BEGIN)
    assert refused(asked, address) == "directory_answer mismatching_state"


def test_a_code_of_another_question_is_not_taken(directory: Directory) -> None:
    directory.has("julio", "jefes")
    directory.has("mala", "jefes")
    browser, other = Client(), Client()
    mine, theirs = sent(browser, directory), sent(other, directory, "mala")
    code, of_theirs = (address.partition("code=")[2].partition("&")[0] for address in (mine, theirs))
    assert refused(browser, mine.replace(code, of_theirs)).startswith("directory_answer")  # PKCE


@pytest.mark.parametrize("change", ["iss=http%3A%2F%2F127.0.0.1%3A1", ""])
def test_an_answer_in_the_name_of_another_directory_is_not_taken(change: str, directory: Directory) -> None:
    directory.has("julio", "jefes")
    browser = Client()
    address = sent(browser, directory)
    named = address.partition("iss=")[2].partition("&")[0]
    assert refused(browser, address.replace(f"iss={named}", change)) == "directory_answer iss"


def test_what_the_directory_refuses_is_a_sentence_and_no_word_of_the_address(directory: Directory) -> None:
    browser = Client()
    browser.get(BEGIN)
    answer = browser.get(
        f"{BEGIN}answer/?error=access_denied%0Aforged&error_description=Call+555&iss={directory.url}"
    )
    assert answer.status_code == 403 and "555" not in answer.content.decode()
    assert AccessEvent.objects.get(what="directory_failed").detail == "directory_refused access_denied_forged"


def test_each_question_has_its_own_state_nonce_and_proof_key(directory: Directory) -> None:
    asked = [requests.utils.unquote(Client().get(BEGIN)["Location"]) for _ in range(2)]
    for name in ("state", "nonce", "code_challenge"):
        first, second = (one.partition(f"{name}=")[2].partition("&")[0] for one in asked)
        assert first != second and len(first) >= 20
    for said in ("code_challenge_method=S256", "prompt=login", "max_age=0", "response_type=code"):
        assert said in asked[0]


def test_a_directory_of_another_name_is_not_spoken_to(directory: Directory) -> None:
    directory.says_wrongly(issuer="http://127.0.0.1:1")
    provider._client.cache_clear()
    answer = Client().get(BEGIN)
    assert answer.status_code == 403


@pytest.mark.parametrize(
    "spoilt",
    [
        {"token_endpoint": "http://directory.example/token"},
        {"jwks_uri": "http://directory.example/keys"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"userinfo_endpoint": "http://directory.example/me"},
        {"id_token_signing_alg_values_supported": ["none", "HS256"]},
    ],
)
def test_nothing_is_said_in_the_clear_and_no_weak_signature_taken(spoilt: Any, directory: Directory) -> None:
    said, _hour = provider.discover()
    with pytest.raises(Refusal):
        provider._checked({**said, **spoilt})


def test_a_directory_that_does_not_answer_is_a_sentence(settings: Any, db: None) -> None:
    settings.DIRECTORY_ISSUER, settings.DIRECTORY_CLIENT_ID = "http://127.0.0.1:1", "casino"
    answer = Client().get(BEGIN)
    assert answer.status_code == 503 and "directorio" in answer.content.decode()


def test_one_that_is_away_since_is_a_sentence_and_no_address(
    directory: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Client().get(BEGIN).status_code == 302

    def away() -> Any:
        raise Refusal("directory_down", reason="ConnectTimeout")

    monkeypatch.setattr(provider, "discover", away)
    assert Client().get(BEGIN).status_code == 503


@pytest.mark.parametrize(
    "issuer",
    [
        "http://directory.example",
        "directory.example",
        "https://",
        "https://a:b@c",
        "https://c/?d",
        "https://c/#d",
    ],
)
def test_an_issuer_that_is_no_name_of_a_directory_is_no_setting(
    issuer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIRECTORY_ISSUER", issuer)
    with pytest.raises(ImproperlyConfigured, match="DIRECTORY_ISSUER"):
        environment.issuer("DIRECTORY_ISSUER")


def test_the_secret_belongs_to_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTORY_ISSUER", "https://directory.example/realm/")
    assert environment.issuer("DIRECTORY_ISSUER") == "https://directory.example/realm/"
    with pytest.raises(ImproperlyConfigured, match="DIRECTORY_CLIENT_SECRET is missing"):
        environment.issuer("DIRECTORY_ISSUER", "DIRECTORY_CLIENT_SECRET")


def test_a_wrong_password_stays_with_the_directory(directory: Directory) -> None:
    directory.has("julio", "jefes")
    page = requests.get(Client().get(BEGIN)["Location"], timeout=10)
    said = {"login": "julio", "password": f"{PASSWORD}!"}
    again = requests.post(page.url, data=said, cookies=page.cookies, timeout=10)
    assert "/interaction/" in again.url

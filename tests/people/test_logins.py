"""Who is logged in, for sockets: the same person as for pages."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from casino.people.models import User
from casino.people.sessions.staff_sessions import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return User.objects.create_user("carla", password="a long passphrase", role="croupier", language="sl")


@pytest.fixture
def session(person: User) -> SessionStore:
    client = Client()
    client.force_login(person)
    store = client.session
    assert isinstance(store, SessionStore)
    return store


def by_django(key: str | None) -> User | None:
    request = HttpRequest()
    request.session = SessionStore(key)
    user = get_user(request)
    return user if isinstance(user, User) else None


def said(session: SessionStore, **changes: object) -> None:
    session.update(changes)
    session.save()


CHANGES: dict[str, Callable[[SessionStore], object]] = {
    "nothing": lambda session: None,
    "logged out": lambda session: session.flush(),
    "expired": lambda session: Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1)),
    "forged": lambda session: Session.objects.update(session_data="eyJfYXV0aF91c2VyX2lkIjoiMSJ9:1:x"),
    "of nobody": lambda session: User.objects.all().delete(),
    "not active": lambda session: User.objects.update(is_active=False),
    "another passphrase": lambda session: User.objects.update(password="another"),
    "another role": lambda session: User.objects.update(role="jefe"),
    "another back end": lambda session: said(session, _auth_user_backend="elsewhere.Backend"),
    "another hash": lambda session: said(session, _auth_user_hash="0" * 64),
    "no hash": lambda session: said(session, _auth_user_hash=None),
}


@pytest.mark.parametrize("change", CHANGES)
def test_it_is_whom_django_finds(session: SessionStore, change: str) -> None:
    key = session.session_key
    assert logged_in(key) is not None
    CHANGES[change](session)
    found, expected = logged_in(key), by_django(key)
    assert found == expected
    assert (found is not None) is (change in ("nothing", "another role"))


def test_a_session_that_is_another_person_s_now_is_his(session: SessionStore) -> None:
    key = session.session_key
    carla = logged_in(key)
    bea = User.objects.create_user("bea", password="a long passphrase", role="jefe")
    said(session, _auth_user_id=str(bea.pk), _auth_user_hash=bea.get_session_auth_hash())
    assert (carla and carla.username, logged_in(key)) == ("carla", bea)
    said(session, _auth_user_hash="0" * 64)
    assert logged_in(key) is None


@pytest.mark.parametrize("key", [None, "", "x", "\x00"])
def test_what_is_no_session_is_nobody_s(key: str | None) -> None:
    assert logged_in(key) is None


@pytest.mark.django_db
def test_the_language_chosen_at_the_login_is_kept() -> None:
    """Also where the login had another; and who logs in next at the same tablet keeps his own."""
    ana = User.objects.create_user("ana", password="correct horse battery", role="jefe", language="es")
    bea = User.objects.create_user("bea", password="correct horse battery", role="jefe", language="es")
    client = Client()
    client.post("/language/", {"language": "sl"})
    client.post("/login/", {"username": "ana", "password": "correct horse battery"})
    assert client.get("/")["Content-Language"] == "sl"
    client.post("/logout/")
    client.post("/login/", {"username": "bea", "password": "correct horse battery"})
    assert client.get("/")["Content-Language"] == "es"
    ana.refresh_from_db()
    bea.refresh_from_db()
    assert (ana.language, bea.language) == ("sl", "es")

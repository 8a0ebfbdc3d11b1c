"""Who is logged in, with as little work as every command can bear: one round trip, and no session to write back."""

from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from casino.accounts.idle import READ, Here, lets_in
from casino.accounts.models import StaffSession, User
from casino.common import clock, sql

# In the order of the model
PERSON = ("id", "password", "username", "is_active", "role", "language", "serves")
MOST_KEPT = 4096  # sessions

_accounts: dict[str, str] = {}  # by session key, as it was read last


class _Said(NamedTuple):
    """What a session says of its login."""

    account: str
    backend: str
    password_hash: str


def logged_in(session_key: str | None) -> User | None:
    """The active person behind a session, with the fields PERSON; None if there is none, it has expired, the passphrase
    has changed since, or his role demands a second factor that was not given. The same person as Django's `get_user`,
    and `here`: the session that he speaks through, which may be locked."""
    if not (session_key and session_key.isalnum()):
        return None
    said, here, user = _read(session_key)
    if said is None or user is None or said.backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    if not user.is_active or not lets_in(user.role, here):
        return None
    user.here = here
    return user if constant_time_compare(said.password_hash, user.get_session_auth_hash()) else None


def _read(key: str) -> tuple[_Said | None, Here | None, User | None]:
    """What the database has now. The account that this session was last read to be of is asked for together with it;
    if the session is of another one, that is asked for by itself."""
    guess = _accounts.get(key)
    batch = sql.Batch()
    batch.select(Session, ("session_data", "expire_date"), session_key=key)
    batch.select(StaffSession, READ, session_key=key)
    if guess is not None:
        batch.select(User, PERSON, id=guess)
    rows, kept, *people = batch.run()
    said = _said(rows[0][0]) if rows and rows[0][1] > clock.now() else None
    if said is not None and said.account != guess:
        people = [sql.select(User, PERSON, id=said.account)]
        _remember(key, said.account)
    user = User.from_db(sql.alias(), PERSON, people[0][0]) if said and people[0] else None
    return said, Here(key, *kept[0]) if kept else None, user


def _remember(key: str, account: str) -> None:
    if len(_accounts) >= MOST_KEPT:
        _accounts.clear()
    _accounts[key] = account


@lru_cache(maxsize=MOST_KEPT)
def _said(session_data: str) -> _Said | None:
    """Signed by us, and so the same whenever it is read."""
    said = SessionStore().decode(session_data)
    if SESSION_KEY not in said:
        return None
    return _Said(said[SESSION_KEY], said.get(BACKEND_SESSION_KEY, ""), said.get(HASH_SESSION_KEY, ""))

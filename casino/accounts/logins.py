"""Who is logged in, with as little work as every command can bear: two round trips, and no session to write back."""

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


class _Said(NamedTuple):
    """What a session says of its login."""

    account: str
    backend: str
    password_hash: str


def logged_in(session_key: str | None) -> User | None:
    """The active person behind a session, with the fields PERSON; None if there is none, it has expired, the passphrase
    has changed since, or his role demands a second factor that was not given. The same person as Django's `get_user`,
    and `here`: the session that he speaks through, which may be locked."""
    said, here = _session(session_key) if session_key and session_key.isalnum() else (None, None)
    if said is None or said.backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    rows = sql.select(User, PERSON, id=said.account)
    user = User.from_db(sql.alias(), PERSON, rows[0]) if rows else None
    if user is None or not user.is_active or not lets_in(user.role, here):
        return None
    user.here = here
    return user if constant_time_compare(said.password_hash, user.get_session_auth_hash()) else None


def _session(key: str) -> tuple[_Said | None, Here | None]:
    batch = sql.Batch()
    batch.select(Session, ("session_data", "expire_date"), session_key=key)
    batch.select(StaffSession, READ, session_key=key)
    rows, kept = batch.run()
    said = _said(rows[0][0]) if rows and rows[0][1] > clock.now() else None
    return said, Here(key, *kept[0]) if kept else None


@lru_cache(maxsize=4096)
def _said(session_data: str) -> _Said | None:
    """Signed by us, and so the same whenever it is read."""
    said = SessionStore().decode(session_data)
    if SESSION_KEY not in said:
        return None
    return _Said(said[SESSION_KEY], said.get(BACKEND_SESSION_KEY, ""), said.get(HASH_SESSION_KEY, ""))

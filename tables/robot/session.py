"""A session for the robot, created directly in the database.

Whoever may run `manage.py` on this machine may change any password: the command needs no passphrase.
"""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import connection

from casino.accounts.models import User


class Session:
    """A session of `username`. `key`: the value of its cookie. Raises User.DoesNotExist."""

    def __init__(self, username: str) -> None:
        self._username = username
        self.key = ""
        self.renew()

    def renew(self) -> None:
        """Replace the session: it has expired, or the password was changed."""
        self.close()
        user = User.objects.get(username=self._username, is_active=True)
        session = _store()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[
            -1
        ]  # the others only turn people away
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        self.key = str(session.session_key)
        connection.close()  # the next use may be a day away

    def cookies(self, csrf: str) -> str:
        """The header of a browser with this session, which sends this token with what changes something."""
        return f"{settings.SESSION_COOKIE_NAME}={self.key}; {settings.CSRF_COOKIE_NAME}={csrf}"

    def close(self) -> None:
        """Delete the session, if it still exists."""
        if self.key:
            _store().delete(self.key)


def _store() -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    return store

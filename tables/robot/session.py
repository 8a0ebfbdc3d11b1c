"""A session for the robot, made straight in the database.

Who may run `manage.py` on the house's own machine may change any password there: the command has the operator's rights
and needs no login besides. It acts as the demo's jefe, so that the record names somebody of the staff.
"""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import connection

from casino.accounts.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


class Session:
    """A session of `username`; `key` is its cookie's value. Raises User.DoesNotExist."""

    def __init__(self, username: str) -> None:
        self._username = username
        self.key = ""
        self.renew()

    def renew(self) -> None:
        """Another session instead: the old one has ended, or the password was changed."""
        self.close()
        user = User.objects.get(username=self._username, is_active=True)
        session = _store()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = BACKEND
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        self.key = str(session.session_key)
        connection.close()  # the next use may be a day away

    def close(self) -> None:
        """Withdraws it; nothing happens if it is not there any more."""
        if self.key:
            _store().delete(self.key)


def _store() -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    return store

"""The role that owns the tables, where it is not the one that serves (docs/security.md)."""

import os
import pwd
from urllib.parse import unquote, urlsplit

URL = "DATABASE_OWNER_URL"
NEEDED_BY = {"migrate", "serving_role", "flush", "replay"}  # commands of manage.py


def act_for(command: str) -> None:
    """Log in as the owner from now on, if this command of manage.py needs it and the house has one."""
    if command in NEEDED_BY and os.environ.get(URL):
        os.environ["DATABASE_URL"] = os.environ[URL]


def serving_role() -> str:
    """The role that serves; empty if it owns the tables itself. An address without a name means the role that is named
    like the product's own user, as PostgreSQL takes it."""
    if not os.environ.get(URL):
        return ""
    named = urlsplit(os.environ.get("DATABASE_URL", "")).username
    return unquote(named) if named else os.environ.get("RUN_AS") or pwd.getpwuid(os.geteuid()).pw_name

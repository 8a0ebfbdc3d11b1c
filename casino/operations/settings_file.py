"""The settings of an installed house: a file of NAME=VALUE lines, the one that systemd gives to the workers. And beside
it one for root alone, with what only migrations, backups and restores need: how the owner of the tables logs in."""

import codecs
import os
import pwd
import re
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import unquote, urlsplit

from casino.operations.answer import Fault
from casino.operations.language import gettext as _

USUAL = Path("/etc/novamas/novamas.env")
OF_OWNER, OF_SIGNERS = "owner.env", "signers"
OWNER_URL = "DATABASE_OWNER_URL"  # of the role that owns the tables, where it is not the one that serves
NEED_OWNER = {"migrate", "serving_role", "figures_role", "flush", "replay"}  # commands of manage.py
# The settings that the product reads, beside those of the house (`casino.common.house`)
_OTHERS = """
ALLOWED_HOSTS ANCHORS ANCHORS_COMMAND ANCHORS_COPY BACKUP_CONFIG BACKUP_KEEP_WEEKS BACKUP_KEY_FILE BACKUP_TO
BEHIND_PROXY CERTIFICATE DATABASE_OWNER_URL DATABASE_POOL DATABASE_URL DEBUG DEFAULT_FROM_EMAIL DEMO DIRECTORY_CLIENT_ID
DIRECTORY_CLIENT_SECRET DIRECTORY_GROUPS DIRECTORY_ISSUER DIRECTORY_NAME DIRECTORY_SCOPES DIRECTORY_SECOND_FACTOR
EMAIL_HOST EMAIL_HOST_PASSWORD EMAIL_HOST_USER EMAIL_PORT EMAIL_USE_SSL EMAIL_USE_TLS FIGURES_PASSWORD HOST HTTPS
LOG_JSON LOG_LEVEL METRICS_TOKEN NOVAMAS_SETTINGS PAIR PAIR_HERE PORT PROXIES REDIS_URL RELEASES RUN_AS SECOND_FACTOR
SECOND_FACTOR_KEY SECRET_KEY SECURITY_CONTACT SERVING_PASSWORD SIGNING_KEY STATIC_ROOT TELL_MAIL TELL_WEBHOOK
TELL_WEBHOOK_SECRET TRUSTED_ORIGINS VAR_DIR WORKER_PORTS
"""
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def signers() -> Path:
    """The file beside the settings that names the keys which the house believes of a release."""
    return Path(os.environ.get("NOVAMAS_SETTINGS", USUAL)).with_name(OF_SIGNERS)


def load() -> None:
    """Put the settings of the installed house into the environment, where they do not stand already. Without an
    installed house (a checkout) nothing happens. Raises Fault."""
    path = Path(os.environ.get("NOVAMAS_SETTINGS", USUAL))
    if not path.exists():
        if "NOVAMAS_SETTINGS" in os.environ:
            raise Fault(_("There is no file %(file)s, which NOVAMAS_SETTINGS names.") % {"file": path})
        return
    try:
        found = read(path)
    except PermissionError as error:
        says = _("%(file)s is for root and the product's own user: run this with sudo.")
        raise Fault(says % {"file": path}) from error
    except OSError as error:
        says = _("%(file)s cannot be read: %(reason)s.")
        raise Fault(says % {"file": path, "reason": error.strerror}) from error
    for name, value in {**found, **_of_owner(path.with_name(OF_OWNER))}.items():
        os.environ.setdefault(name, value)


def _of_owner(path: Path) -> dict[str, str]:
    """Empty for whoever may not read it: the database then refuses him what needs the owner."""
    try:
        return read(path)
    except (FileNotFoundError, PermissionError):
        return {}


def read(path: Path) -> dict[str, str]:
    """The settings of a file as systemd reads them for the workers. Raises Fault where systemd would leave out a
    setting without a word, and OSError."""
    content = path.read_bytes()
    if content.startswith(codecs.BOM_UTF8):
        says = _(
            "%(file)s begins with a byte order mark, so that its first setting has no effect:"
            " save it as UTF-8 without one."
        )
        raise Fault(says % {"file": path})
    try:
        return parse(content.decode())
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        says = _("%(file)s is not UTF-8 (line %(line)s): save it as UTF-8.")
        raise Fault(says % {"file": path, "line": line}) from error
    except ValueError as error:
        raise Fault(f"{path}: {error}") from error


def parse(text: str) -> dict[str, str]:
    """The settings of a file; empty lines and those that begin with # or ; are left out, quotes around a value too.
    Raises ValueError for any other line that is not NAME=VALUE, with its number and nothing of its value."""
    found = {}
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if line and line[0] not in "#;":
            name, equals, value = line.partition("=")
            if not equals or not NAME.fullmatch(name.strip()):
                says = _("line %(line)s is not NAME=VALUE, so that its setting has no effect.")
                raise ValueError(says % {"line": number})
            found[name.strip()] = _unquoted(value.strip())
    return found


def unknown() -> dict[str, str]:
    """The names in the file of settings that are none of the product's, each with the setting whose name is most like
    it, or an empty text."""
    path = Path(os.environ.get("NOVAMAS_SETTINGS", USUAL))
    names = read(path).keys() - known() if path.exists() else set()
    return {name: next(iter(get_close_matches(name.upper(), known(), 1)), "") for name in sorted(names)}


def known() -> set[str]:
    """The name of every setting that the product reads."""
    from casino.common.house import (  # here, as this module is needed before Django is there
        FROM_PAGE_ALONE,
        NAMES,
    )

    return {*_OTHERS.split(), *NAMES} - FROM_PAGE_ALONE


def act_as_owner() -> None:
    """Log in as the owner from now on, if the house has one."""
    if os.environ.get(OWNER_URL):
        os.environ["DATABASE_URL"] = os.environ[OWNER_URL]


def serving_role() -> str:
    """The role that serves; empty if it owns the tables itself. An address without a name means the role that is named
    like the product's own user, as PostgreSQL takes it."""
    if not os.environ.get(OWNER_URL):
        return ""
    named = urlsplit(os.environ.get("DATABASE_URL", "")).username
    return unquote(named) if named else os.environ.get("RUN_AS") or pwd.getpwuid(os.geteuid()).pw_name


def become_product() -> None:
    """Go on as the product's own user (the setting RUN_AS): root would leave files that it cannot read."""
    name = os.environ.get("RUN_AS")
    if not name or os.geteuid() != 0:
        return
    try:
        user = pwd.getpwnam(name)
    except KeyError as error:
        says = _("There is no user %(user)s on this machine, which RUN_AS names.")
        raise Fault(says % {"user": name}) from error
    os.initgroups(name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    os.environ["HOME"] = user.pw_dir


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value

"""Values that the settings read from the environment, and the secret key.

Nothing here imports Django beyond its exception, so that settings load quickly.
"""

import base64
import hashlib
import os
import re
import secrets
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
OLD_SIGNING_KEYS = "signing_keys.old"  # in VAR_DIR: the public ones, a line each, the oldest first
LONGEST_NUMBER = 15  # digits
LEAST_SECRET = 16  # characters
_MAIL = re.compile(r"[^@\s<>,;]+@[A-Za-z0-9.-]+")
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
NO_PLACES = {"Factory", "localtime", "posixrules"}  # in the list of time zones, but of no place
_NAME = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?"
_DOMAIN = rf"{_NAME}(?:\.{_NAME})*"
_HOST = re.compile(rf"\*|\.?{_DOMAIN}|\[[0-9A-Fa-f:.]+\]")
_ORIGIN = re.compile(rf"(https?)://(?:\*\.)?(?:{_DOMAIN}|\[[0-9A-Fa-f:.]+\])(?::(\d{{1,5}}))?")
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
USUAL_PORTS = {("http", "80"), ("https", "443")}  # a browser leaves them out
SCHEMES = ("postgres", "postgresql")
REDIS_SCHEMES = ("redis", "rediss", "unix")
# Connections of a process: one for each thread that may hold one, so that none waits for what another has:
# requests (casino.site.server.admission), and the work of sockets. tests/site/test_admission.py counts them.
CONNECTIONS = 29
WAIT_FOR_CONNECTION = 2.0  # seconds that somebody waits for a connection while all are in use
RECONNECT = 0.5  # seconds between two attempts to reach a lost PostgreSQL
# After how long a silent server counts as lost: seconds, and milliseconds for what has been sent and not received.
GONE = {
    "connect_timeout": 3,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
# What one has locked and does not give back stops nobody for long: who waits is told to come again, and a transaction
# in which nothing happens, that of a frozen worker for one, is ended. In milliseconds.
LIMITS = "-c lock_timeout=2500 -c idle_in_transaction_session_timeout=10000"
NO_LIMITS = "-c lock_timeout=0 -c idle_in_transaction_session_timeout=0"
# Of a server: by then nginx has told whoever asked that there is no answer.
SERVING_LIMITS = "-c statement_timeout=60000"


def flag(name: str, default: bool = False) -> bool:
    """A boolean variable: 1, true, yes or on, and 0, false, no or off, in any case. Raises ImproperlyConfigured for any
    other: a house that writes `si` must not serve without what it asked for."""
    value = os.environ.get(name, "").strip().lower()
    if value and value not in (*TRUE, *FALSE):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value}")
    return value in TRUE if value else default


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated variable as a list of its non-empty parts."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def number(name: str, default: int, most: int | None = None, *, least: int = 0) -> int:
    """A variable that is a whole number from `least` to `most`. Raises ImproperlyConfigured for any other."""
    text = os.environ.get(name, "").strip() or str(default)
    whole = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    if not whole or int(text) < least or (most is not None and int(text) > most):
        bounds = f"{f' from {least}' if least else ''}{f' up to {most}' if most else ''}"
        raise ImproperlyConfigured(f"{name} must be a whole number{bounds}, not {text}")
    return int(text)


def numbers(name: str, default: str) -> tuple[int, ...]:
    """A comma-separated variable of whole numbers above 0, each once. Raises ImproperlyConfigured for any other."""
    found = words(name, default)
    whole = all(
        one.isascii() and one.isdecimal() and len(one) <= LONGEST_NUMBER and int(one) for one in found
    )
    if not whole or len(set(map(int, found))) < len(found):
        raise ImproperlyConfigured(f"{name} must be whole numbers above 0, separated by commas")
    return tuple(int(one) for one in found)


def ports(name: str) -> list[str]:
    """A comma-separated variable of ports, each once. Raises ImproperlyConfigured for anything else."""
    found = words(name)
    fit = all(one.isascii() and one.isdecimal() and one[0] != "0" and len(one) <= 5 for one in found)
    if not fit or any(int(one) > 65_535 for one in found) or len(set(found)) < len(found):
        raise ImproperlyConfigured(f"{name} must be numbers up to 65535, each once, separated by commas")
    return found


def key(name: str) -> str:
    """A variable that is a key of 32 bytes in base64; empty if it is not set. Raises ImproperlyConfigured, which never
    has the value, for anything else."""
    value = os.environ.get(name, "").strip()
    try:
        fits = not value or len(base64.b64decode(value, validate=True)) == 32
    except ValueError:
        fits = False
    if not fits:
        raise ImproperlyConfigured(f"{name} must be a key of 32 bytes in base64")
    return value


def choice(name: str, default: str, *values: str) -> str:
    """A variable that is one of these values. Raises ImproperlyConfigured for any other."""
    value = os.environ.get(name, "").strip().lower() or default
    if value not in values:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(values)}, not {value}")
    return value


def contact(name: str) -> str:
    """A variable that is an address to write to, as `mailto:…` or `https://…`; empty if it is not set. Raises
    ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip()
    if value and not (value.startswith(("mailto:", "https://")) and value.isascii() and value.isprintable()):
        raise ImproperlyConfigured(f"{name} must begin with mailto: or https://")
    return value


def mail_addresses(name: str) -> list[str]:
    """A comma-separated variable of mail addresses. Raises ImproperlyConfigured for anything else."""
    found = words(name)
    if not all(_MAIL.fullmatch(one) for one in found):
        raise ImproperlyConfigured(f"{name} must be mail addresses, separated by commas")
    return found


def webhook(name: str, secret: str) -> str:
    """A variable that is an address to post to, with another that is the secret it is signed with; empty if it is not
    set. Raises ImproperlyConfigured, which never has the secret, for anything else."""
    value = os.environ.get(name, "").strip()
    if not value:
        return ""
    parts = urlsplit(value)
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or "@" in parts.netloc
        or not value.isascii()
    ):
        raise ImproperlyConfigured(
            f"{name} must begin with http:// or https:// and name a host, without a login"
        )
    if len(os.environ.get(secret, "")) < LEAST_SECRET:
        raise ImproperlyConfigured(
            f"{secret} must have at least {LEAST_SECRET} characters where {name} is set"
        )
    return value


def networks(name: str, default: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """A comma-separated variable of addresses and networks. Raises ImproperlyConfigured for anything else."""
    try:
        return tuple(ip_network(one) for one in words(name, default))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be addresses or networks: {error}") from error


def hosts(name: str, default: str) -> list[str]:
    """A comma-separated variable of names and addresses of this house, as a browser's Host header has them, without
    their port. Raises ImproperlyConfigured for anything else."""
    found = words(name, default)
    for one in found:
        if not _HOST.fullmatch(one):
            raise ImproperlyConfigured(
                f"{name} must be names or addresses without scheme, port and path, such as tables.casino.example"
                f" or [::1], not {one}"
            )
    return found


def origins(name: str) -> list[str]:
    """A comma-separated variable of origins, as a browser's Origin header has them: scheme, name and, where it is not
    the scheme's usual one, port. Raises ImproperlyConfigured for anything else."""
    found = [one.lower() for one in words(name)]
    for one in found:
        parts = _ORIGIN.fullmatch(one)
        if not parts or parts.groups() in USUAL_PORTS:
            raise ImproperlyConfigured(
                f"{name} must be scheme and name without a path or a slash at the end, and without the port that"
                f" is usual for the scheme, such as https://tables.casino.example, not {one}"
            )
    return found


def is_private(url: str) -> bool:
    """Whether nobody reads on the way what is said to this address: over TLS, or on this machine."""
    try:
        parts = urlsplit(url)
        whole = parts.port != 0 and "@" not in parts.netloc and url.isprintable() and " " not in url
    except ValueError:
        return False
    is_here = parts.scheme == "http" and parts.hostname in LOOPBACK
    return whole and bool(parts.hostname) and (parts.scheme == "https" or is_here)


def issuer(name: str, *more: str) -> str:
    """A variable that is the name of an OpenID Connect provider; `more`: what belongs to it. Empty if none is set.
    Raises ImproperlyConfigured, which never has a value, for anything else."""
    value = os.environ.get(name, "").strip()
    missing = [one for one in (name, *more) if not os.environ.get(one, "").strip()]
    if missing and len(missing) <= len(more):
        raise ImproperlyConfigured(
            f"{', '.join((name, *more))} are set together: {', '.join(missing)} is missing"
        )
    if value and (not is_private(value) or "?" in value or "#" in value):
        raise ImproperlyConfigured(
            f"{name} must be the name of the directory exactly as it says it, with https:// (http:// on this machine"
            " alone) and without ? and #"
        )
    return value


def time_zone(name: str, default: str) -> str:
    """A variable that names a time zone of a place. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip() or default
    try:
        ZoneInfo(value)
        known = value not in NO_PLACES
    except (ValueError, OSError, ZoneInfoNotFoundError):
        known = False
    if not known:
        raise ImproperlyConfigured(
            f"{name} must be a time zone such as America/Argentina/Buenos_Aires or Europe/Madrid, not {value}"
        )
    return value


def currency(name: str, default: str) -> str:
    """A variable that is a currency's code. Raises ImproperlyConfigured for anything else."""
    value = os.environ.get(name, "").strip() or default
    if not re.fullmatch(r"[A-Z]{3}", value):
        raise ImproperlyConfigured(f"{name} must be a code of three capital letters such as EUR, not {value}")
    return value


def line(name: str, default: str = "") -> str:
    """A variable that is one line of text. Raises ImproperlyConfigured where it is more, or cannot be printed."""
    value = os.environ.get(name, "").strip() or default
    if not value.isprintable():
        raise ImproperlyConfigured(f"{name} must be one line of text")
    return value


def secret_key(keep_in: Path, variable: str = "SECRET_KEY") -> str:
    """A key of the house: the variable's value, or one made on first use and kept in a file that only its owner can
    read."""
    return os.environ.get(variable) or kept(keep_in, lambda: secrets.token_urlsafe(50))


def kept(path: Path, make: Callable[[], str]) -> str:
    """The text in a file that only its owner can read, made on first use."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written to a temporary file and linked into place: if two processes start together, both use one text.
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(make())
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()


def database(url: str | None, embedded: Path, name: str = "DATABASE_URL") -> dict[str, Any]:
    """Django's DATABASES["default"]: PostgreSQL for a postgres:// URL, otherwise the embedded SQLite file. `name`: the
    variable. Raises ImproperlyConfigured."""
    if not url:
        return _sqlite(embedded)
    parts = address(name, url, SCHEMES)
    _check_options(name, _options(parts))
    return _postgresql(parts)


def address(name: str, url: str, schemes: tuple[str, ...]) -> SplitResult:
    """The parts of a variable that is the address of a server. Raises ImproperlyConfigured, which never has the value:
    a passphrase stands in it."""
    if url.partition("://")[0] not in schemes:
        raise ImproperlyConfigured(f"{name} must begin with {schemes[0]}://; leave it out to do without")
    if "," in url.partition("://")[2].rpartition("@")[2].partition("/")[0]:
        raise ImproperlyConfigured(
            f"{name} names several servers: name one address that leads to whichever is in charge"
        )
    try:
        parts = urlsplit(url)
        whole = parts.port != 0 and not parts.fragment and bool(not parts.query or _options(parts))
    except ValueError:
        whole = False
    if not whole or not url.isprintable() or " " in url or (parts.netloc and parts.path.count("/") > 1):
        raise ImproperlyConfigured(
            f"{name} cannot be read: in a user's name or password write # as %23, / as %2F, ? as %3F, @ as %40,"
            " : as %3A, [ as %5B, % as %25 and a space as %20; the port is a number up to 65535"
        )
    return parts


def pair(name: str) -> dict[str, str]:
    """A variable that names the machines of a house on two, and the third that only votes, with their addresses:
    `A=10.0.0.1,B=10.0.0.2,W=10.0.0.3`; empty if it is not set, and with names in small letters. Raises
    ImproperlyConfigured for anything else."""
    found = dict(one.lower().split("=", 1) for one in words(name) if "=" in one)
    try:
        addresses = {ip_address(one) for one in found.values()}
    except ValueError:
        addresses = set()
    if words(name) and not len(words(name)) == len(found) == len(addresses) == 3:
        raise ImproperlyConfigured(
            f"{name} must be three machines with an address each, such as A=10.0.0.1,B=10.0.0.2,W=10.0.0.3"
        )
    return found


def fingerprint(var: Path, *names: str) -> str:
    """Eight letters by which two machines see whether they have the same keys. `names`: of variables, or of the files
    in `var` that are named like them."""
    texts = []
    for name in names:
        file = var / name.lower()
        texts.append(os.environ.get(name) or (file.read_text().strip() if file.exists() else ""))
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:8]


def _options(parts: SplitResult) -> dict[str, str]:
    return dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}


def _check_options(name: str, options: dict[str, str]) -> None:
    if not options:
        return
    from psycopg.conninfo import make_conninfo  # only where it is needed: it loads PostgreSQL's library
    from psycopg.errors import ProgrammingError

    try:
        make_conninfo(**options)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} cannot be read: {str(error).strip()}") from error


def _sqlite(path: Path) -> dict[str, Any]:
    path.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,  # to open the file again costs more than a command
        "OPTIONS": {
            "timeout": 5,  # seconds that a writer waits for another process
            "transaction_mode": "IMMEDIATE",  # a transaction that will write takes the lock at its start
            # synchronous: what has been answered survives a power cut
            # recursive_triggers: the append-only triggers also fire for rows that REPLACE deletes
            # wal_autocheckpoint: pages, 32 MB of them; each is written back once for several hundred commands
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=8000; "
            "PRAGMA recursive_triggers=ON;",
        },
    }


def _postgresql(parts: SplitResult) -> dict[str, Any]:
    pool = {
        "min_size": 1,
        "max_size": number("DATABASE_POOL", CONNECTIONS, least=1),
        "timeout": WAIT_FOR_CONNECTION,
        # Its own pauses between two attempts grow to minutes. So it gives up at once, and is told to begin again.
        "reconnect_timeout": RECONNECT,
        "reconnect_failed": _begin_again,
    }
    return {
        "ENGINE": "casino.common.sql.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "postgres",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": parts.port or 5432,
        "CONN_MAX_AGE": 0,  # the pool keeps the connections
        "OPTIONS": {
            "pool": pool,
            **GONE,
            "options": LIMITS,
            **_options(parts),
        },
    }


def _begin_again(pool: Any) -> None:
    if not pool.closed:
        pool.check()  # which also lets it grow


def redis(name: str) -> str | None:
    """A variable that is the address of a Redis server; None if it is not set. Raises ImproperlyConfigured for anything
    else."""
    url = os.environ.get(name, "").strip()
    if not url:
        return None
    parts = address(name, url, REDIS_SCHEMES)
    if parts.scheme != "unix" and not re.fullmatch(r"/?|/\d{1,4}", parts.path):
        raise ImproperlyConfigured(
            f"{name} must end with the number of a database, such as redis://localhost:6379/0"
        )
    return url


def channel(redis_url: str | None, key: str, database_url: str | None) -> str:
    """Where the processes of this house, and of no other, tell each other of changes in Redis. What they share names
    it: the secret key, and the database, so that a copy of the house for rehearsals is another. Redis does not divide
    its channels by databases, so the number is in the name as well."""
    shared = f"{key} {urlsplit(database_url or '').path}"
    house = hashlib.sha256(shared.encode()).hexdigest()[:16]
    return f"novamas/{house}/notifications{urlsplit(redis_url or '').path}"

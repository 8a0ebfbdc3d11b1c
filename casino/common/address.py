"""The address at which the server can be reached, and addresses that a request names."""

import os
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

LOCAL = {"localhost", "127.0.0.1", "[::1]"}
EVERY = {"0.0.0.0", "::", ""}  # noqa: S104 (only compared)


def address(host: str, port: int) -> str:
    """The URL, without a trailing slash, of a server on `host` and `port`. If it listens everywhere: this machine's
    own."""
    shown = "127.0.0.1" if host in EVERY else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def origin() -> str:
    """Scheme, host and port that the house itself names: the first of TRUSTED_ORIGINS; empty where it names none."""
    return next((one.rstrip("/") for one in settings.CSRF_TRUSTED_ORIGINS if "*" not in one), "")


def of_house() -> str:
    """Where a browser finds this house, as far as the settings say. Where they name no host, on this machine."""
    hosts = (one for one in settings.ALLOWED_HOSTS if one not in LOCAL and not one.startswith((".", "*")))
    host = next(hosts, "")
    here = f"{'https' if settings.HTTPS else 'http'}://{host}"
    return origin() or (here if host else address("", int(os.environ.get("PORT", "8000"))))


def came_from(request: HttpRequest) -> str:
    """The page of this house from which a form was sent, as the browser says; the first page where it does not."""
    parts = urlsplit(request.headers.get("Referer", ""))
    own = parts.netloc == request.get_host()
    return within(urlunsplit(("", "", parts.path, parts.query, ""))) if own else "/"


def within(wanted: str) -> str:
    """Where a request wants to be led next, if that is a path of this house; the first page otherwise. What is no path
    Django would take for the name of a view."""
    return wanted if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, None) else "/"

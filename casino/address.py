"""The address at which the server can be reached, and addresses that a request names."""

from django.utils.http import url_has_allowed_host_and_scheme

EVERY = {"0.0.0.0", "::", ""}  # noqa: S104 (only compared)


def address(host: str, port: int) -> str:
    """The URL, without a trailing slash, of a server on `host` and `port`. If it listens everywhere: this machine's
    own."""
    shown = "127.0.0.1" if host in EVERY else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def within(wanted: str) -> str:
    """Where a request wants to be led next, if that is a path of this house; the first page otherwise. What is no path
    Django would take for the name of a view."""
    return wanted if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, None) else "/"

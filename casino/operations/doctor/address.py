"""Check of the addresses under which tablets reach the house. It asks as they do: by name, over TLS, through nginx."""

import http.client
import os
import socket
import ssl
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from casino.operations.doctor.finding import Finding, fault, fine, first_line, warning

PAGE, PATIENCE = "/login/", 5.0  # seconds
HERE = "127.0.0.1"
NO_WORKER = {502, 504}


class Told(NamedTuple):
    """The answer to a request of the page. `is_secure`: whether the house knows that the browser came over TLS."""

    status: int
    is_secure: bool


def reached() -> Iterator[Finding]:
    """Whether each address of the house leads to it."""
    for origin in settings.CSRF_TRUSTED_ORIGINS or _first_name():
        if "*" not in origin:
            yield _reached(origin)


def _first_name() -> list[str]:
    """Of a house that names no origin: its first name that is no address of every machine."""
    names = (name for name in settings.ALLOWED_HOSTS if name[0].isalpha() and name != "localhost")
    return [f"https://{name}" for name in names][:1] if settings.HTTPS else []


def _reached(origin: str) -> Finding:
    said = {"origin": origin, "name": urlsplit(origin).hostname}
    try:
        told = _ask(origin)
    except ssl.SSLCertVerificationError as error:
        says = _("%(origin)s shows a certificate that does not fit: tablets refuse it.")
        return fault("address", says % said, error.verify_message)
    except (OSError, http.client.HTTPException) as error:
        if _certificate():
            return fault(
                "address", _("%(origin)s does not answer: systemctl status nginx") % said, first_line(error)
            )
        return warning("address", _("%(origin)s could not be asked from here.") % said, first_line(error))
    if told.status == 400:
        says = _("The house does not answer to the name %(name)s: ALLOWED_HOSTS must have it.")
        return fault("address", says % said)
    if told.status in NO_WORKER:
        return fault("address", _("At %(origin)s no worker answers: systemctl status novamas.target") % said)
    if settings.HTTPS and origin.startswith("https:") and not told.is_secure:
        says = _(
            "The house is told that %(origin)s comes without TLS, and refuses every login: name the proxy before it in"
            " FRONT (docs/operations.md)."
        )
        return fault("address", says % said)
    return fine("address", _("Tablets reach the house at %(origin)s.") % said)


def _ask(origin: str) -> Told:
    """Raises OSError and HTTPException. An installed house has nginx on this machine, wherever the name leads."""
    scheme, name, port = urlsplit(origin).scheme, urlsplit(origin).hostname or "", urlsplit(origin).port
    where = HERE if _certificate() else name
    line = socket.create_connection((where, port or (443 if scheme == "https" else 80)), PATIENCE)
    with line:
        asked = http.client.HTTPConnection(name, port, timeout=PATIENCE)
        asked.sock = _trust().wrap_socket(line, server_hostname=name) if scheme == "https" else line
        asked.request("GET", PAGE, headers={"Host": urlsplit(origin).netloc})
        answer = asked.getresponse()
        return Told(answer.status, answer.getheader("Strict-Transport-Security") is not None)


def _trust() -> ssl.SSLContext:
    """Trust in the authorities of this machine, and in the certificate that nginx is to show."""
    trust = ssl.create_default_context()
    if certificate := _certificate():
        trust.load_verify_locations(certificate)
        trust.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    return trust


def _certificate() -> str:
    return os.environ.get("CERTIFICATE", "")

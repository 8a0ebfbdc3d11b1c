"""The ways by which a house is told: mail, and a webhook that is signed and bounded in time."""

import hashlib
import hmac
import json
import threading
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPMessage
from typing import IO, Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

from casino.common.clock import moments
from casino.common.house import house
from casino.operations.doctor.finding import called
from casino.operations.telling.state import Thing

PATIENCE = 15.0  # seconds that a webhook has in all
BEGINS, ENDS = "begins", "ends"
News = list[tuple[str, Thing]]  # what happens to it


def of_the_house() -> dict[str, Callable[[News], None]]:
    """Name → how it is told so; each raises an exception if the message was not taken."""
    found: dict[str, Callable[[News], None]] = {}
    if settings.TELL_MAIL:
        found["mail"] = mail
    if settings.TELL_WEBHOOK:
        found["webhook"] = webhook
    return found


def for_trial() -> News:
    """A thing that is none, to see whether messages arrive."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return [(BEGINS, Thing("trial", "telling", "warning", _("This is a trial: nothing has happened."), at))]


def lines(news: News) -> list[str]:
    """A line for each: what, and what to do."""
    signs = {BEGINS: {"warning": _("warning"), "fault": _("FAULT")}, ENDS: {}}
    return [
        f"{signs[event].get(thing.level, _('over'))} · {called(thing.about)}: {thing.says} ({_when(thing)})"
        for event, thing in news
    ]


def _when(thing: Thing) -> str:
    return moments.minute(datetime.fromisoformat(thing.since))


def mail(news: News) -> None:
    """One mail to all addresses, with what is new."""
    if not settings.EMAIL_HOST:
        raise OSError(_("No mail server is named: set EMAIL_HOST."))
    names = ", ".join(dict.fromkeys(called(thing.about) for _event, thing in news))
    text = [
        house().house_name,
        "",
        *lines(news),
        "",
        _("“novamas doctor” and the page of the status say more."),
    ]
    EmailMessage(
        subject=f"{house().house_name} · {names}"[:200], body="\n".join(text), to=settings.TELL_MAIL
    ).send()


def webhook(news: News) -> None:
    """One POST of JSON. `X-Novamas-Signature` is the HMAC-SHA256 of the time, a dot and the body with the secret, so
    that who has it knows that the house has said this, and when. No redirect is followed, and no answer is read."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    body = json.dumps({"house": house().house_name, "at": at, "events": _events(news)}, ensure_ascii=False)
    sent = body.encode()
    request = urllib.request.Request(  # noqa: S310 (http or https, see the setting)
        settings.TELL_WEBHOOK,
        data=sent,
        headers={
            "Content-Type": "application/json",
            "User-Agent": "novamas",
            "X-Novamas-Time": at,
            "X-Novamas-Signature": f"sha256={signature(settings.TELL_WEBHOOK_SECRET, at, sent)}",
        },
    )
    _in_time(lambda: _post(request))


def signature(secret: str, at: str, body: bytes) -> str:
    """In hex."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def _events(news: News) -> list[dict[str, Any]]:
    return [
        {
            "id": thing.id_of(event),
            "event": event,
            "about": thing.about,
            "level": thing.level,
            "says": thing.says,
            "since": thing.since,
        }
        for event, thing in news
    ]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """What is told goes to the address that the house has named, and nowhere else."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        """None: the redirect is an error."""


def _post(request: urllib.request.Request) -> None:
    with urllib.request.build_opener(_NoRedirect).open(request, timeout=PATIENCE):
        pass


def _in_time(work: Callable[[], None]) -> None:
    """Carry it out, but wait no longer than PATIENCE: a server that answers byte by byte would keep us."""
    failed: list[BaseException] = []

    def tried() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 (whatever it is, it is told)
            failed.append(error)

    thread = threading.Thread(target=tried, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    if thread.is_alive():
        raise TimeoutError(_("It did not answer within %(seconds)s seconds.") % {"seconds": f"{PATIENCE:g}"})
    if failed:
        raise failed[0]

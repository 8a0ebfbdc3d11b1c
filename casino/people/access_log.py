"""The log of sign-ins: who came in, who was turned away, what was locked. It only grows, and an officer reads it.

What a stranger types as a login stands here only if it is one: it may be a passphrase in the wrong field. What an
attacker repeats is entered once in a while, so that he cannot fill the disk.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from casino.common.sql import newest
from casino.common.telemetry.logging import masked
from casino.common.text import plain
from casino.people.models import AccessEvent, AlarmSeen, User

SIGNED_IN, SIGNED_OUT, SESSION_ENDED = "signed_in", "signed_out", "session_ended"
SIGN_IN_FAILED, SIGNATURE_FAILED, LOCKED_OUT = "sign_in_failed", "signature_failed", "locked_out"
MANY_FAILURES, NEW_PLACE = "many_failures", "new_place"
LOCKED, UNLOCKED, PIN_FAILED, PIN_LOCKED_OUT = "locked", "unlocked", "pin_failed", "pin_locked_out"
PIN_CHOSEN, REFUSED = "pin_chosen", "refused"
CODE_FAILED, CODES_LOCKED_OUT, RECOVERY_CODE_USED = "code_failed", "codes_locked_out", "recovery_code_used"
PASSKEY_MADE, PASSKEY_ENDED = "passkey_made", "passkey_ended"
PASSKEY_FAILED, PASSKEY_COPIED = "passkey_failed", "passkey_copied"
FACTOR_SET_UP, FACTOR_RESET, CONFIRMED = "factor_set_up", "factor_reset", "confirmed"
TOOK_OVER = "took_over"
DIRECTORY_FAILED, DIRECTORY_DOWN = "directory_failed", "directory_down"
PASSPHRASE_CHANGED = "passphrase_changed"  # noqa: S105
AUDIT_HELD, AUDIT_BROKEN, AUDIT_OVERDUE = "audit_held", "audit_broken", "audit_overdue"

ALARMS = frozenset(
    {LOCKED_OUT, MANY_FAILURES, NEW_PLACE, PIN_LOCKED_OUT, CODES_LOCKED_OUT, PASSKEY_COPIED}
    | {AUDIT_BROKEN, AUDIT_OVERDUE, DIRECTORY_DOWN}
)
FAILURES = (SIGN_IN_FAILED, SIGNATURE_FAILED)
WINDOW = timedelta(minutes=15)  # in which failures are counted, and an alarm is raised once
ONCE_A_MINUTE = 60  # seconds in which a refusal is entered once
MANY = 25  # failures in that time, whoever and wherever
SHOWN_FOR = timedelta(days=30)  # an alarm that nobody has looked into

Moves = tuple[int, int]


def enter(
    what: str, *, person: str = "", address: str = "", device: str = "", detail: str = ""
) -> AccessEvent:
    """Add a line."""
    return AccessEvent.objects.create(
        what=what,
        person=person,
        address=address,
        device=_plain(device)[:200],
        detail=_plain(detail)[:300],
        alarm=what in ALARMS,
    )


def enter_of(request: HttpRequest, what: str, *, person: str = "", detail: str = "") -> AccessEvent:
    """Add a line about a request."""
    address, device = place_of(request)
    return enter(what, person=person, address=address, device=device, detail=detail)


def enter_alarm(what: str, **said: str) -> AccessEvent | None:
    """Add an alarm, unless the same was raised a quarter of an hour ago or less."""
    same = {name: said[name] for name in ("person", "address") if said.get(name)}
    if AccessEvent.objects.filter(what=what, at__gt=timezone.now() - WINDOW, **same).exists():
        return None
    return enter(what, **said)


def enter_alarm_of(request: HttpRequest, what: str, *, person: str) -> AccessEvent | None:
    """Add an alarm about a request, as above."""
    address, device = place_of(request)
    return enter_alarm(what, person=person, address=address, device=device)


def enter_refusal(request: HttpRequest, status: int) -> None:
    """Add that a request was refused for who asked it: once a minute for each address, person and page."""
    user = getattr(request, "user", None)
    person = user.get_username() if user is not None and user.is_authenticated else ""
    address, _device = place_of(request)
    if cache.add(f"refusal-{hash((person, address, _called(request)))}", True, timeout=ONCE_A_MINUTE):
        enter_of(request, REFUSED, person=person, detail=f"{status} {request.method} {_page(request)}")


def enter_failure(request: HttpRequest, typed: str) -> None:
    """Add a wrong passphrase, and the alarm where there are many."""
    is_signature = request.path_info.startswith("/api/")
    enter_of(request, SIGNATURE_FAILED if is_signature else SIGN_IN_FAILED, person=known(typed))
    recent = AccessEvent.objects.filter(what__in=FAILURES, at__gt=timezone.now() - WINDOW)
    if recent.count() >= MANY:
        enter_alarm(MANY_FAILURES, detail=f"{MANY}+")


def enter_lockout(request: HttpRequest, typed: str) -> None:
    """Add that no more passphrases are taken from here or for this login, once in that time."""
    enter_alarm_of(request, LOCKED_OUT, person=known(typed))


def known(typed: str) -> str:
    """The login that was typed, as it was made, if there is one; empty otherwise. Small and capital letters and spaces
    make no other one: no two logins differ by them alone, unless they are older than that rule."""
    if "\x00" in typed:
        return ""
    if User.objects.filter(username=typed).exists():
        return typed
    said = plain(typed)
    found = [login for login in User.objects.values_list("username", flat=True) if plain(login) == said]
    return found[0] if len(found) == 1 else ""


def open_alarms() -> QuerySet[AccessEvent]:
    """The alarms that nobody has looked into, newest first."""
    since = timezone.now() - SHOWN_FOR
    return AccessEvent.objects.filter(alarm=True, seen=None, at__gt=since).order_by("-pk")


def moves() -> Moves:
    """How far the alarms have come: it changes with each new one, and with each that somebody has looked into."""
    raised = AccessEvent.objects.filter(alarm=True).order_by("-pk").values_list("pk", flat=True).first()
    return raised or 0, newest(AlarmSeen)


def note_seen(events: Iterable[AccessEvent], by: str) -> None:
    """Enter who has looked into these alarms."""
    with transaction.atomic():
        for event in events:
            AlarmSeen.objects.get_or_create(event=event, defaults={"by": by})


def place_of(request: HttpRequest) -> tuple[str, str]:
    """The address and the device of a request."""
    return request.META.get("REMOTE_ADDR") or "", request.META.get("HTTP_USER_AGENT") or ""


def _called(request: HttpRequest) -> str:
    """The kind of page, of which there are only so many."""
    return (request.resolver_match.url_name if request.resolver_match else "") or ""


def _page(request: HttpRequest) -> str:
    """The path; of a link that lets somebody in only that it is one."""
    return masked(request.path_info)


def _plain(text: Any) -> str:
    """Without what PostgreSQL does not keep."""
    return str(text).replace("\x00", "").encode("utf-8", "replace").decode()

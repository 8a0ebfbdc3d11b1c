"""The addresses of the reports, who may read them, and how a test asks for them."""

import re
from datetime import UTC, datetime
from html import unescape
from urllib.parse import urlencode

from django.test import Client

from casino.people.models import User
from tests.support.evening import BEGIN

MESA = "mesa-2"  # where the second shift is still open
STAFF = ("jefe", "inspector", "cambista", "croupier")
NOBODY = ""
OPEN, SHUT, LOGIN, NOT_HIS = 200, 403, 302, 404
BEFORE_THE_END = datetime(2026, 11, 24, 20, tzinfo=UTC)
WHEN = urlencode({"since": f"{BEGIN:%Y-%m-%dT%H:%M}Z", "until": "2026-11-25T00:00"})

# Address → what jefe, inspector, cambista, croupier and nobody in particular are answered.
REPORTS = {
    f"/reports/shifts/{MESA}/1/": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    f"/reports/shifts/{MESA}/2/": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    f"/reports/floor/?{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/tables/?table={MESA}&{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/tables/{MESA}/?{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/passes/{MESA}/?{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/passes/{MESA}/?shift=1": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/players/?table={MESA}&player=lucia&{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/players/{MESA}/ana/?shift=1": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/slips/?{WHEN}": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    f"/reports/differences/?{WHEN}": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    f"/reports/duty/?{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    "/reports/record/": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    "/slips/1/": (OPEN, OPEN, OPEN, NOT_HIS, LOGIN),  # of the cage
    "/slips/3/": (OPEN, OPEN, OPEN, OPEN, LOGIN),  # of a table
}
PAGES = {"/reports/": (OPEN, OPEN, OPEN, SHUT, LOGIN), **REPORTS}
NAMES = {
    f"/reports/shifts/{MESA}/1/": f"{MESA}-1",
    f"/reports/floor/?{WHEN}": "floor-20261120-1900",
    f"/reports/tables/{MESA}/?{WHEN}": f"{MESA}-20261120-1900",
    f"/reports/passes/{MESA}/?{WHEN}": f"{MESA}-passes",
    f"/reports/players/{MESA}/ana/?shift=1": f"{MESA}-ana",
    f"/reports/slips/?{WHEN}": "slips",
    f"/reports/differences/?{WHEN}": "differences",
    f"/reports/duty/?{WHEN}": "duty",
    "/slips/1/": "slip-1",
}


# Where a form is sent that changes something, and those that must be asked for something.
NO_PAGES = ("/static/", "/logout", "/language", "/lock", "/theme", "/density")
ASKING = ("/reports/tables/", "/reports/players/")


def client_of(role: str) -> Client:
    client = Client()
    if role:
        client.force_login(User.objects.get(username=f"one-{role}"))
    return client


def added(path: str, **query: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{urlencode(query)}"


def links_on(page: str) -> set[str]:
    found = re.findall(r'<(?:a|form)\b[^>]*?(?:href|action|formaction)="(/[^"]*)"', page)
    return {
        unescape(link) for link in found if not link.startswith(NO_PAGES) and unescape(link) not in ASKING
    }

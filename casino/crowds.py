"""Pages side by side: a few at a time, so that tables are served while many log in or read reports.

Every request for a page has a thread of its own, and all threads share one interpreter with the commands, which do not
come this way (`tables.api.door`). Without this, twenty long reports at once made a command seventy times as slow. What
waits here has read nothing from the database yet.
"""

from collections.abc import Callable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse

from casino.common.answers import refuse
from casino.common.errors import Refusal
from casino.common.places import Places

View = Callable[[HttpRequest], HttpResponse]


class Crowd(NamedTuple):
    """Requests whose path begins so: how many are answered at the same time, and how many may wait."""

    path: str
    at_once: int
    waiting: int


CROWDS = (
    Crowd("/healthz", 1, 20),  # a busy process is not a dead one
    Crowd("/livez", 1, 20),
    Crowd("/login/", 1, 20),  # a hash is slow on purpose, and strangers may ask for it
    Crowd("/reports/", 1, 20),  # may take seconds
    Crowd("/", 2, 500),  # every tablet of a house comes back at once after a break
)


class CrowdMiddleware:
    """Gives each request a place, or refuses it (503, with Retry-After) where too many wait."""

    def __init__(self, get_response: View) -> None:
        self._get_response = get_response
        self._places = [(crowd.path, Places(crowd.at_once, crowd.waiting)) for crowd in CROWDS]

    def __call__(self, request: HttpRequest) -> HttpResponse:
        places = next(places for path, places in self._places if request.path_info.startswith(path))
        try:
            with places.taken():
                return self._get_response(request)
        except Refusal as refusal:
            return refuse(request, refusal)

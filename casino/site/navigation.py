"""The places of the house that a person may go to: the rail of a desk, and the bar below on a phone.

One list for all roles: what the permission table opens to a role is what stands in its rail.
"""

from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.people.permissions import REPORTS, may_listen, may_open, may_read


class Place(NamedTuple):
    """A place: the name of its address, the icon, the word, and the names of the addresses that belong to it."""

    address: str
    icon: str
    title: Promise
    within: frozenset[str] = frozenset()


def _place(address: str, icon: str, title: Promise, within: str = "") -> Place:
    return Place(address, icon, title, frozenset({address, *within.split()}))


AREAS = (  # of the administration
    _place("administration", "house", _("Overview")),
    _place("people", "users", _("People"), "person people-data"),
    _place("house-directory", "key-round", _("Directory")),
    _place("house-tables", "table-2", _("Tables"), "house-table"),
    _place("tokens", "monitor", _("Screens")),
    _place("house-settings", "sliders-horizontal", _("Settings")),
    _place("house-reglamentos", "book-open", _("Rules")),
    _place("house-mails", "mail", _("Mails")),
    _place("acts", "history", _("Acts")),
    _place("status", "activity", _("Status")),
)
PLACES = (
    _place("dashboard", "gauge", _("Dashboard")),
    _place("floor", "layout-grid", _("Floor"), "section openings closings"),
    _place("home", "table-2", _("Tables"), "table money wall foreseen why why-paid table-article relief"),
    _place("counter", "banknote", _("Counter"), "desk"),
    _place("cage", "vault", _("Cage"), "foreseen-cage"),
    _place("timeline", "scroll-text", _("Record"), "record pass searches"),
    _place("reports", "chart-column", _("Reports"), "slip slip-roll"),
    _place("report-guests", "users", _("Players")),
    _place("handover", "arrow-left-right", _("Shift"), "duty-plan"),
    _place("sign-ins", "fingerprint-pattern", _("Sign-ins")),
    *AREAS,
)
# Of these a phone shows the first
BELOW = ("dashboard", "floor", "home", "counter", "timeline", "reports", "people", "house-tables", "status")
MOST_BELOW = 4


def places_of(role: str) -> list[Place]:
    """The places that `role` may open, in the order of the rail; none for who has no role."""
    return [place for place in PLACES if role and _opens(role, place.address)]


def places_below(role: str) -> list[Place]:
    """The few of them that a phone shows at once: the others stand in the menu."""
    return [place for place in places_of(role) if place.address in BELOW][:MOST_BELOW]


def _opens(role: str, address: str) -> bool:
    if address == "house-directory" and not settings.DIRECTORY_ISSUER:
        return False
    if address == "home":
        return may_listen(role, "table")
    if address in REPORTS:
        return may_read(role, address)
    return may_open(role, address)

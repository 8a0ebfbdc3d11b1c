"""The frame of a page in templates: `{% load shell %}`, icons, and the places that its reader may go to."""

from typing import Any

from django import template
from django.utils.crypto import salted_hmac

from casino.common import icons
from casino.people.models import User
from casino.people.permissions import Right, may
from casino.site.navigation import PLACES, Place, places_below, places_of
from tables.door.signatures import waiting
from tables.models import Dispute

register = template.Library()
register.simple_tag(icons.icon, name="icon")


@register.simple_tag(takes_context=True)
def places(context: dict[str, Any]) -> list[tuple[Place, bool]]:
    """(place, whether this page belongs to it) of each place of the reader."""
    return _shown(context, places_of(_role(context)))


@register.simple_tag(name="places_below", takes_context=True)
def _below(context: dict[str, Any]) -> list[tuple[Place, bool]]:
    return _shown(context, places_below(_role(context)))


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """How many disputes and signatures wait for a person of the reader's role, in the whole house."""
    role = _role(context)
    signatures = sum(request.signer == role for request in waiting())
    return signatures + (
        Dispute.objects.filter(decision=None).count() if may(role, Right.DECIDE_DISPUTE) else 0
    )


@register.simple_tag
def person_key(user: User) -> str:
    """What a page knows its reader by, to keep for him alone what he has typed; it says nothing of him."""
    return salted_hmac("casino.typed", str(user.pk)).hexdigest()[:32]


@register.filter
def initials(name: str) -> str:
    """The first letters of the first and the last word of a name: JF of Julio Ferro."""
    words = name.split()
    return "".join(word[0] for word in dict.fromkeys((words[0], words[-1]))).upper() if words else ""


def _role(context: dict[str, Any]) -> str:
    return getattr(context["request"].user, "role", "")


def _shown(context: dict[str, Any], places: list[Place]) -> list[tuple[Place, bool]]:
    match = context["request"].resolver_match
    here = match.url_name if match else ""
    return [(place, here in place.within or _is_report(here, place)) for place in places]


def _is_report(here: str | None, place: Place) -> bool:
    """Whether this is a page of the reports that has no place of its own."""
    is_one = place.address == "reports" and (here or "").startswith("report-")
    return is_one and not any(here in other.within for other in PLACES)

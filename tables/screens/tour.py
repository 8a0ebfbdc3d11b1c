"""A short tour of a screen on a person's first shift there. That it was taken is kept with the login."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from casino.common.answers import refuse
from casino.common.refusals import Refusal
from casino.people.models import User
from tables.view.labels.tours import TOURS, Step

AGAIN = "tour"  # in the address of a screen: show its tour again


def has_tour(request: HttpRequest) -> bool:
    """Whether there is a tour of this screen."""
    return _name_of(request) in TOURS


def steps_for(request: HttpRequest) -> tuple[Step, ...]:
    """The steps of this screen for who has not taken its tour yet, or asks for it again."""
    name, user = _name_of(request), request.user
    if name not in TOURS or not isinstance(user, User):
        return ()
    return TOURS[name] if AGAIN in request.GET or name not in user.toured.split() else ()


def _name_of(request: HttpRequest) -> str:
    return (request.resolver_match and request.resolver_match.url_name) or ""


@require_POST
def taken(request: HttpRequest) -> HttpResponse:
    """The person has ended the tour of `screen`: it does not begin by itself again."""
    name, user = request.POST.get("screen", ""), request.user
    if name not in TOURS:
        raise Http404
    if not isinstance(user, User):
        return refuse(request, Refusal("not_logged_in"))
    toured = " ".join(sorted({*user.toured.split(), name}))
    User.objects.filter(pk=user.pk).update(toured=toured)
    return HttpResponse(status=204)

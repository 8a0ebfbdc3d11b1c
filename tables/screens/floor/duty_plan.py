"""The page of the plan of duty: one act accepts what it proposes, for one place or for all."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.people.access import READING, actor_of, needs
from casino.people.labels import ROLES
from casino.people.models import User
from casino.people.permissions import may_open
from tables.door import duty
from tables.rules.roles import Actor
from tables.view.duty_plan import Place, plan

ALL = "all"
LONGEST_NUMBER = 18  # digits


@never_cache
@needs(may_open, "duty-plan", methods=(*READING, "POST"))
def duty_plan(request: HttpRequest) -> HttpResponse:
    """The plan. A POST accepts proposals as they were shown: `accept` is one of `proposal`, or `all` of them."""
    refusals: list[str] = []
    if request.method == "POST":
        actor = actor_of(cast(User, request.user))  # `needs` lets nobody in without a login
        one = request.POST.get("accept", "")
        for said in request.POST.getlist("proposal") if one == ALL else [one]:
            try:
                _accept(actor, said)
            except Refusal as refusal:
                refusals.append(refusal.text(LOCAL))
        if not refusals:
            return redirect("duty-plan")
    found = plan()
    shown = {
        "places": [(place, _proposal(place)) for place in found.places],
        "proposals": len(found.proposals),
        "free": [(one, ROLES[one.role]) for one in found.free],
        "refusals": refusals,
        "all": ALL,
    }
    return render(request, "floor/duty_plan.html", shown, status=409 if refusals else 200)


def _proposal(place: Place) -> str:
    """A proposal as the form says it: the spell that ends or the table, the post and the login."""
    if place.proposed is None:
        return ""
    return " ".join(
        (f"#{place.number}" if place.number else place.table.slug, place.post, place.proposed.login)
    )


def _accept(actor: Actor, said: str) -> None:
    """Raises Refusal."""
    where, post, login = [*said.split(" ", 2), "", "", ""][:3]
    number = where.removeprefix("#")
    if number != where and number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER:
        duty.relieve(int(number), actor, login)
    elif "\x00" not in said and login:
        duty.begin(where, actor, post, login)

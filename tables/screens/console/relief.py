"""The tablet of a table changes hands: who comes is chosen and gives his PIN, and the tablet is his. A page of its own,
which works while the tablet is locked."""

from typing import Any, cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.common.sql.confirmed import confirmed
from casino.people.access import READING, actor_of, needs
from casino.people.login import takeover
from casino.people.models import StaffSession, User
from casino.people.permissions import DEALING, Post, may_hold, may_open
from casino.people.sessions import staff_sessions
from casino.people.sessions.staff_sessions import state_of
from tables.door import duty
from tables.door.service import read
from tables.models import Table
from tables.record.reglamentos.words import speaking

SHOWN = 12  # people; the others are folded away


@never_cache
@needs(may_open, "relief", (*READING, "POST"))
def relief(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Ask who takes over, and his PIN."""
    table, _state = read(slug)
    with speaking(table.reglamento or None):
        if request.method in READING:
            return _page(request, slug, table.name)
        try:
            if "act" in request.POST:
                _begin_or_end(request, table)
            else:
                _take_over(request, slug)
        except Refusal as refusal:
            if request.user.is_authenticated:
                return _page(request, slug, table.name, refusal)
            return redirect_to_login(reverse("console", args=[slug]))
    return redirect("console", slug)


def _take_over(request: HttpRequest, slug: str) -> None:
    """Raises Refusal."""
    former, comer = request.user.get_username(), _chosen(request)
    duty.check_hand_over(slug, comer)
    takeover.check(request, comer, request.POST.get("pin", ""))
    with confirmed():
        takeover.take_over(request, comer, slug)
        duty.hand_over(slug, former, comer)


def _begin_or_end(request: HttpRequest, table: Table) -> None:
    """The person who is logged in goes on or off duty. Raises Refusal."""
    session = staff_sessions.of(request.session.session_key)
    if session and state_of(session).is_locked:
        raise Refusal("locked")
    actor = actor_of(cast(User, request.user))
    mine = [one for one in duty.of_table(table.slug) if one.person == actor.name]
    if request.POST["act"] == "end":
        for one in mine:
            duty.end(one.pk, actor)
        return
    duty.begin(table.slug, actor, _own_post(actor.role, table))
    if session:
        StaffSession.objects.filter(pk=session.pk).update(table=table.slug)


def _own_post(role: str, table: Table) -> str:
    return Post.JEFE if may_hold(role, Post.JEFE) else duty.post_of_dealer(table)


def _chosen(request: HttpRequest) -> User:
    number = request.POST.get("person", "")
    found = User.objects.filter(pk=int(number)) if number.isdecimal() and len(number) < 10 else None
    comer = found.first() if found else None
    if comer is None or comer == request.user:
        raise Refusal("not_of_the_staff")
    return comer


def _page(request: HttpRequest, slug: str, name: str, refusal: Refusal | None = None) -> HttpResponse:
    posted = [one.person for one in duty.of_table(slug) if one.post in DEALING]
    people = _people(slug, request.user.get_username(), posted)
    sent = next((str(one.pk) for one in people if one.username in posted), "")
    shown: dict[str, Any] = {
        "slug": slug,
        "name": name,
        "people": people[:SHOWN],
        "others": people[SHOWN:],
        "is_on_duty": any(one.person == request.user.get_username() for one in duty.of_table(slug)),
        "chosen": request.POST.get("person", sent),
        "refused": refusal and refusal.text(LOCAL),
    }
    return render(request, "console/relief.html", shown, status=refusal.status if refusal else 200)


def _people(slug: str, former: str, posted: list[str]) -> list[User]:
    """First whom a jefe has put on duty here (`posted`), then those whose break is the longest."""
    able = {one.username: one for one in takeover.who_can()}
    resting = [one.person.username for one in duty.resting(slug, DEALING)]
    return [able[login] for login in (*posted, *resting) if login in able and login != former]

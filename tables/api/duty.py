"""Duty at a table: begun, relieved, ended; a jefe's section of the floor; the end of a tablet's PINs."""

from django.http import HttpRequest, HttpResponse

from casino.common.refusals import Refusal
from casino.people.access import actor_of
from casino.people.login import takeover
from casino.people.models import StaffSession
from casino.people.permissions import Right, may
from casino.people.sessions import staff_sessions
from tables.api.app import api, caller_of, respond, signer_of
from tables.api.schemas import Done, DutyBegun, DutyList, DutyStart, DutyStep, Section, SectionTaken, answers
from tables.door import duty, notify
from tables.door.service import read
from tables.models import Duty
from tables.rules.roles import Actor

RELIEVED = "relieved"


@api.get(
    "/tables/{slug:slug}/duty",
    url_name="duty",
    summary="Who is on duty at a table",
    response=answers(200, DutyList, 403, 404),
)
def on_duty(request: HttpRequest, slug: str) -> HttpResponse:
    """In the order in which they came."""
    read(slug)
    return respond(request, (200, {"duty": [duty.line_of(one) for one in duty.of_table(slug)]}))


@api.post(
    "/tables/{slug:slug}/duty",
    url_name="duty",
    summary="Begin a spell of duty at a table",
    response=answers(201, DutyBegun, 403, 404, 409, 422),
)
def begin_duty(request: HttpRequest, slug: str, said: DutyStart) -> HttpResponse:
    """The caller's own, or another person's where a jefe says so. Where he was on duty before, he is no longer."""
    actor = caller_of(request).actor
    begun = duty.begin(slug, actor, said.post, said.person)
    if begun.person == actor.name:
        key = request.session.session_key
        StaffSession.objects.filter(session_key=key).update(table=slug)
    return _answered(request, begun, 201)


@api.post(
    "/duty/{int:number}/steps",
    url_name="duty-steps",
    summary="End a spell of duty, or relieve the person",
    response=answers(200, DutyBegun, 403, 404, 409, 422),
)
def step_of_duty(request: HttpRequest, number: int, said: DutyStep) -> HttpResponse:
    """`relieved`: `person` has the post from now on, and the answer is his spell. A jefe says who; anybody else who
    relieves gives his PIN or passphrase."""
    actor = caller_of(request).actor
    if said.step == RELIEVED:
        by = actor if may(actor.role, Right.STAFF_TABLES) else _comer(request, said)
        return _answered(request, duty.relieve(number, by, said.person))
    return _answered(request, duty.end(number, actor).duty)


@api.post(
    "/section",
    url_name="section",
    summary="The tables that a jefe watches",
    response=answers(200, SectionTaken, 403, 404, 409, 422),
)
def take_section(request: HttpRequest, said: Section) -> HttpResponse:
    """His section of the floor: he is on duty as jefe at these tables, and at no others any more."""
    taken = duty.take_section(caller_of(request).actor, said.tables.split(), said.person)
    return respond(request, (200, {"ok": True, "duty": [duty.line_of(one) for one in taken]}))


@api.post(
    "/tablets/{int:number}/end",
    url_name="tablet-end",
    summary="End the PINs of a table's tablet",
    response=answers(200, Done, 403, 404),
)
def end_tablet(request: HttpRequest, number: int) -> HttpResponse:
    """Log out whoever is logged in there; the next one gives his passphrase."""
    session = StaffSession.objects.filter(pk=number).exclude(table="").select_related("user").first()
    if session is None:
        raise Refusal("no_such_tablet")
    staff_sessions.end(session, f"by {caller_of(request).actor.name}")
    notify.announce(session.table, read(session.table)[1].version, beside=True)
    return respond(request, (200, {"ok": True}))


def _comer(request: HttpRequest, said: DutyStep) -> Actor:
    """The person who relieves, and has shown it, whosever tablet this is. Raises Refusal."""
    comer = duty.of_staff(said.person)
    if not may(comer.role, Right.RELIEVE):
        raise Refusal("not_for_this_post", person=comer.username)
    if said.passphrase:
        return signer_of(request, comer.username, said.passphrase, said.code)
    if not said.pin:
        raise Refusal("relief_unproved")
    takeover.check(request, comer, said.pin)
    return actor_of(comer)


def _answered(request: HttpRequest, one: Duty, status: int = 200) -> HttpResponse:
    return respond(request, (status, {"ok": True, "duty": duty.line_of(one)}))

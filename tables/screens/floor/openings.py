"""The page that opens several tables at once, and says of each what happened. The floor shows it as a sheet."""

from datetime import datetime, timedelta
from typing import cast
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from casino.common import clock
from casino.common.json_input import Json
from casino.people.access import READING, actor_of, needs
from casino.people.models import User
from casino.people.permissions import may_open
from tables.door.access import Caller
from tables.door.openings import LAST, TEMPLATE, Opening, open_many, openings
from tables.screens.floor.closings import Answers, told
from tables.view.labels.game import reglamento_title
from tables.view.pits import by_pit

DAY = timedelta(days=1)


@never_cache
@needs(may_open, "openings", methods=(*READING, "POST"))
def open_tables(request: HttpRequest) -> HttpResponse:
    """The closed tables with what each would be opened with. A POST opens those that are chosen."""
    given: Answers = {}
    if request.method == "POST":
        like = LAST if request.POST.get("like") == LAST else TEMPLATE
        caller = Caller(actor_of(cast(User, request.user)))  # `needs` lets nobody in without a login
        given = open_many(
            caller, request.POST.getlist("tables"), like, request.POST.get("key") or uuid4().hex
        )
    found = {one.table.slug: one for one in openings()}
    yesterday = clock.day_of(clock.now()) - DAY
    pits = [
        (pit.name, [_line(found[slug], yesterday) for slug in pit.slugs])
        for pit in by_pit(one.table for one in found.values())
    ]
    can = any(line["can"] for _pit, lines in pits for line in lines)
    context = {"pits": pits, "can": can, "key": uuid4().hex, "last": LAST, "template": TEMPLATE}
    return render(request, "floor/openings.html", context | told(given, found))


def _line(one: Opening, yesterday: datetime) -> Json:
    """`is_chosen`: it was open in the day before this one, or since."""
    return {
        "table": one.table,
        "ways": [(LAST, _said(one.last)), (TEMPLATE, _said(one.template))],
        "at": one.at,
        "is_chosen": bool(one.at and one.at >= yesterday),
        "can": bool(one.last or one.template),
    }


def _said(command: Json | None) -> Json | None:
    """A command that opens a table, in words and amounts."""
    if not command:
        return None
    return {
        "title": reglamento_title(command["reglamento"]),
        "minimum": command["minimum"],
        "maximum": command["maximum"],
        "chip": command["chip"],
        "settings": len(command.get("settings") or {}),
    }

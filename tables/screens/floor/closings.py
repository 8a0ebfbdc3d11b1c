"""The page that closes several tables at once, and says of each what hinders it and what happened. The floor shows it
as a sheet."""

from collections.abc import Container, Mapping
from typing import cast
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from casino.common.json_input import Json
from casino.people.access import READING, actor_of, needs
from casino.people.models import User
from casino.people.permissions import may_open
from tables.door.access import Caller
from tables.door.closings import close_many, closings
from tables.models import Table
from tables.view.labels.game import phase_label
from tables.view.pits import by_pit

CHOSEN, SEEN = "tables", "version-"
Answers = Mapping[str, tuple[int, Json]]  # slug → status and answer


@never_cache
@needs(may_open, "closings", methods=(*READING, "POST"))
def close_tables(request: HttpRequest) -> HttpResponse:
    """The open tables with what hinders each. A POST closes those that are chosen."""
    given = _closed(request) if request.method == "POST" else {}
    found = {one.table.slug: one for one in closings()}
    pits = [
        (pit.name, [(found[slug], phase_label(found[slug].state.phase)) for slug in pit.slugs])
        for pit in by_pit(one.table for one in found.values())
    ]
    context = {
        **told(given, found),
        "pits": pits,
        "reason": request.POST.get("reason", ""),
        "key": uuid4().hex,
        "seen": SEEN,
    }
    return render(request, "floor/closings.html", context)


def told(given: Answers, listed: Container[str]) -> Json:
    """`done`: the names of the tables at which the command was carried out; `refused`: slug → why, of those that are
    still `listed`, where it stands in their rows; `gone`: name and why, of those that are not."""
    tables = sorted(Table.objects.filter(slug__in=given), key=lambda table: table.place)
    answers = {table: given[table.slug][1] for table in tables}
    refused = {table: answer["error"]["message"] for table, answer in answers.items() if not answer["ok"]}
    return {
        "done": [table.name for table in tables if table not in refused],
        "refused": {table.slug: said for table, said in refused.items() if table.slug in listed},
        "gone": [(table.name, said) for table, said in refused.items() if table.slug not in listed],
    }


def _closed(request: HttpRequest) -> Answers:
    said = request.POST
    seen = {
        name.removeprefix(SEEN): int(str(version))
        for name, version in said.items()
        if name.startswith(SEEN) and str(version).isdecimal()
    }
    caller = Caller(actor_of(cast(User, request.user)))  # `needs` lets nobody in without a login
    reason, key = said.get("reason", "").strip(), said.get("key") or uuid4().hex
    return close_many(caller, seen, said.getlist(CHOSEN), reason, key)

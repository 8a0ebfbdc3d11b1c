"""The door for commands."""

import json
import os
import pickle
from functools import cache
from pathlib import Path

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

from deploy.bench.evening import Step
from deploy.bench.orm_writer import write_step
from deploy.bench.plain.tables import table_as_json


@cache
def steps() -> list[Step]:
    """The evening whose commands are given by their numbers."""
    return pickle.loads(Path(os.environ["EVENING"]).read_bytes())  # type: ignore[no-any-return]  # noqa: S301


def command(request: HttpRequest, slug: str) -> HttpResponse:
    """Write what the command stores, then tell the table's group."""
    if not request.user.is_authenticated:
        return HttpResponse(status=401)
    given = json.loads(request.body)
    table = write_step(slug, steps()[given["step"]])
    news = {"type": "changed", "text": table_as_json(slug)}
    async_to_sync(get_channel_layer().group_send)(slug, news)
    return JsonResponse({"ok": True, "version": table.version})


urlpatterns = [path("tables/<slug:slug>/commands/", command)]

"""The plain peer: a Django project as one writes it without thinking of speed.

A view stores what the product stores, row by row through the ORM, in one transaction under the lock of the table; a
consumer sends the table through the group of its sockets. It decides nothing: what each command stores is known before.
"""

import json
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.settings")

from asgiref.sync import async_to_sync
from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone

http = get_asgi_application()  # loads the apps, on which the imports below depend

from casino.common.clock import hour_of  # noqa: E402
from casino.people.permissions import Role  # noqa: E402
from ledger.models import Account, Entry, HourlyTotal, Transfer  # noqa: E402
from ledger.postings import Posting, book_of, flows, kind_of, legs  # noqa: E402
from tables.models import (  # noqa: E402
    Bet,
    Dealing,
    Line,
    Pass,
    PhaseTime,
    Play,
    Player,
    Record,
    Seat,
    Shoe,
    Table,
    Turnover,
)
from tables.record.projections.rows import BetRow, LineRow, PassRow, PlayerRow, SeatRow, ShoeRow  # noqa: E402
from tables.record.projections.sums import Figures, PhaseFigures  # noqa: E402
from tables.record.projections.theory import DealtFigures, PlayFigures  # noqa: E402
from tables.record.stored import digest_of  # noqa: E402
from tables.record.upcasters import SCHEMA  # noqa: E402
from tables.rules.seats import SEATS  # noqa: E402
from tests.bench.evening import SLUG, RowChange, Step, evening  # noqa: E402

# A kind of row: its model and the fields of its key
MODELS: dict[type, tuple[Any, tuple[str, ...]]] = {
    SeatRow: (Seat, ("number",)),
    PlayerRow: (Player, ("player",)),
    ShoeRow: (Shoe, ("number",)),
    PassRow: (Pass, ("number",)),
    BetRow: (Bet, ("hand__number", "player", "chance")),
    LineRow: (Line, ("number",)),
    Figures: (Turnover, ("hour", "line", "article")),
    PhaseFigures: (PhaseTime, ("hour", "phase")),
    DealtFigures: (Dealing, ("hour", "payer")),
    PlayFigures: (Play, ("hour", "player")),
}


def create_table(slug: str) -> None:
    """A closed table with its seats."""
    table = Table.objects.create(
        slug=slug, name=slug, schema=SCHEMA, state=evening()[-1].state, phase="closed"
    )
    Seat.objects.bulk_create(Seat(table=table, number=number) for number in SEATS)


@transaction.atomic
def write(slug: str, step: Step) -> Table:
    """All that one command stores, in one transaction under the lock of its table. Returns the table as it is then."""
    table = Table.objects.select_for_update().get(slug=slug)
    record = _record(table, step)
    for change in sorted(step.rows, key=_deletions_first):
        _write_row(table, change)
    for number, posting in enumerate(step.postings, 1):
        _write_money(record, number, posting)
    table.version, table.records, table.head = record.version, record.number, record.digest
    table.state, table.phase, table.open = step.state, step.after.phase, step.after.open
    table.reglamento = step.after.reglamento
    table.save()
    return table


def _record(table: Table, step: Step) -> Record:
    first, last = table.version + 1, table.version + len(step.events)
    said = {"name": step.command["command"], "command": step.command, "events": step.events, "schema": SCHEMA}
    whose = {"actor": "julio", "role": Role.JEFE, "at": timezone.now(), "previous": ""}
    record = Record(table=table, number=table.records + 1, first_seq=first, version=last, **said, **whose)
    record.digest = digest_of(table.slug, record)
    record.save()
    return record


def _deletions_first(change: RowChange) -> bool:
    """A seat that is left counts as one: a player never has two."""
    kind, _, columns = change
    return columns is not None and (kind is not SeatRow or columns.get("player", "") is not None)


def _write_row(table: Table, change: RowChange) -> None:
    kind, key, columns = change
    model, names = MODELS[kind]
    of_table = {"hand__table": table} if kind is BetRow else {"table": table}
    where = dict(zip(names, key, strict=True)) | of_table
    if columns is None:
        model.objects.filter(**where).delete()
    elif not model.objects.filter(**where).update(**columns):
        if kind is BetRow:
            del where["hand__table"], where["hand__number"]
            where["hand"] = Pass.objects.get(table=table, number=key[0])
        model.objects.create(**where, **columns)


def _write_money(record: Record, number: int, posting: Posting) -> None:
    reference = f"{record.table.slug}#{record.number}"
    key = f"{reference}:{number}"
    transfer = Transfer.objects.create(key=key, reference=reference, purpose=posting.purpose, at=record.at)
    entries = []
    for leg in legs(posting):
        code = leg.account.replace(SLUG, record.table.slug, 1)
        defaults = {"book": book_of(code), "kind": kind_of(code)}
        account, _ = Account.objects.get_or_create(code=code, defaults=defaults)
        entries.append(Entry(transfer=transfer, account=account, amount=leg.amount))
        Account.objects.filter(pk=account.pk).update(balance=F("balance") + leg.amount)
    Entry.objects.bulk_create(entries)  # the database takes both legs in one statement only
    for flow, amount in flows([posting]).items():
        total = {"book": f"table:{record.table.slug}", "hour": hour_of(record.at), "purpose": flow.purpose}
        total |= {"source": flow.source, "target": flow.target}
        if not HourlyTotal.objects.filter(**total).update(amount=F("amount") + amount):
            HourlyTotal.objects.create(**total, amount=amount)


def table_as_json(slug: str) -> str:
    """The table's row, who sits at it, and the bets of its last pass."""
    table = Table.objects.get(slug=slug)
    last = table.passes.order_by("-number").first()
    told = {"version": table.version, "table": slug, "phase": table.phase, "state": json.loads(table.state)}
    told |= {"seats": dict(table.seats.values_list("number", "player"))}
    if last:
        told |= {"bets": list(last.bets.values("player", "chance", "amount", "win"))}
        told |= {"punto": last.punto, "banca": last.banca}
    return json.dumps(told)


def command(request: HttpRequest, slug: str) -> HttpResponse:
    """Write what the command stores, then tell the table's group."""
    if not request.user.is_authenticated:
        return HttpResponse(status=401)
    table = write(slug, evening()[json.loads(request.body)["step"]])
    news = {"type": "changed", "text": table_as_json(slug)}
    async_to_sync(get_channel_layer().group_send)(slug, news)
    return JsonResponse({"ok": True, "version": table.version})


class TableConsumer(AsyncWebsocketConsumer):
    """Sends the table on connecting, and after each change what its group is told."""

    async def connect(self) -> None:
        if not self.scope["user"].is_authenticated:
            await self.close()
            return
        self.slug = self.scope["url_route"]["kwargs"]["slug"]
        await self.channel_layer.group_add(self.slug, self.channel_name)
        await self.accept()
        await self.send(text_data=await database_sync_to_async(table_as_json)(self.slug))

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.slug, self.channel_name)

    async def changed(self, message: dict[str, Any]) -> None:
        """The group says what the table is now."""
        await self.send(text_data=message["text"])


urlpatterns = [path("tables/<slug:slug>/commands/", command)]
sockets = URLRouter([path("ws/<slug:slug>/", TableConsumer.as_asgi())])
application = ProtocolTypeRouter({"http": http, "websocket": AuthMiddlewareStack(sockets)})

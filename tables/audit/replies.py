"""The answers that are kept for a repeated key, compared with the record."""

from collections.abc import Iterator
from itertools import islice

from tables.models import Record, Reply, SignatureRequest, Table

CHUNK = 500
Key = tuple[str, str, str]


def reply_faults(table: Table) -> Iterator[str]:
    """A sentence for each kept answer that says another thing than the record or the request that it is about, and if
    an answer to a recorded key is gone. A refusal that was kept has no record: it is not proved."""
    accepted = 0
    replies = Reply.objects.filter(table=table).order_by("pk").iterator(chunk_size=CHUNK)
    while chunk := list(islice(replies, CHUNK)):
        found = _records_of(table, chunk)
        for reply in chunk:
            record = found.get(_key_of(reply))
            accepted += record is not None
            held = _tells(reply, record) if record else not reply.answer.get("ok") or _asked_for(table, reply)
            if not held:
                yield f"the kept answer to {reply.actor}'s key {reply.key!r} is not what was done"
    if accepted != Record.objects.filter(table=table).exclude(key="").count():
        yield "an answer that was kept for a key is gone"


def _records_of(table: Table, replies: list[Reply]) -> dict[Key, Record]:
    records = Record.objects.filter(table=table, key__in=[reply.key for reply in replies])
    return {_key_of(record): record for record in records.only("actor", "role", "key", "version", "events")}


def _key_of(one: Reply | Record) -> Key:
    return one.actor, one.role, one.key


def _tells(reply: Reply, record: Record) -> bool:
    said = [reply.answer.get(name) for name in ("ok", "version", "events", "error", "request")]
    return said == [True, record.version, record.events, None, None]


def _asked_for(table: Table, reply: Reply) -> bool:
    """Whether the answer is about a request for a signature that this person made at this table."""
    number = (reply.answer.get("request") or {}).get("number", 0)
    asked = SignatureRequest.objects.filter(table=table, pk=number)
    return asked.filter(actor=reply.actor, role=reply.role).exists()

"""What the hub asks the database between two renderings."""

from channels.db import database_sync_to_async

from ledger.cage import selectors
from ledger.cage.selectors import Moves
from tables.live.identity import Identity, revoked
from tables.models import Table
from tables.slip_service import slug_of

Versions = list[tuple[str, int]]


@database_sync_to_async
def table_versions() -> Versions:
    """(slug, version) of every table, by slug."""
    return _versions()


@database_sync_to_async
def heartbeat(identities: set[Identity]) -> tuple[Versions, set[Identity]]:
    """The version of every table, and those of `identities` whose rights have ended."""
    return _versions(), revoked(identities)


@database_sync_to_async
def counter_activity(since: Moves | None) -> tuple[Moves, set[str]]:
    """How many slips and steps the counter has recorded, and the slugs of the tables whose slips moved since then."""
    now = selectors.moves()
    books = selectors.moved_since(since) if since and since != now else set()
    return now, {slug for slug in map(slug_of, books) if slug}


def _versions() -> Versions:
    return list(Table.objects.order_by("slug").values_list("slug", "version"))

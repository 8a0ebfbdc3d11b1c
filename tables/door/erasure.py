"""Erasing the name of a player from where it stands beside the record, at every table to which he ever came."""

import json

from django.db.models import F, Q

from casino.common.refusals import Refusal
from tables.door import notify
from tables.models import Player, PlayerName, Reply, Table
from tables.record.names import at_hand
from tables.record.stored import state_of


def lock(player: str) -> list[Table]:
    """The rows of those tables, locked until the caller's transaction ends."""
    tables = Table.objects.filter(pk__in=Player.objects.filter(player=player).values("table"))
    return list(tables.select_for_update().order_by("slug"))


def erase(player: str, by: str, tables: list[Table]) -> int:
    """Erase the names of the player at these tables, which are all that he came to and are locked; `by`: a login. From
    now on he goes by his id. Returns how many there were. Raises Refusal: `player_at_table`, `no_name_apart`."""
    for table in tables:
        if player in state_of(table).names:
            raise Refusal("player_at_table", player=player, table=table.name)
    found = PlayerName.objects.filter(player=player, erased_by="", table__in=tables)
    gone = set(found.values_list("reference", flat=True))
    if not gone:
        raise Refusal("no_name_apart", player=player)
    found.update(name="", key="", salt="", erased_by=by)
    Player.objects.filter(player=player, table__in=tables).exclude(reference="").update(name=F("player"))
    for table in tables:
        _erase_beside_the_state(table, gone)
        notify.announce_on_commit(table.slug, table.version, beside=True)
    # What was kept under a key may say the name: of a refusal its sentence, of his coming a digest of what was asked.
    # The first is decided again if it is asked again, of the second the record has the answer.
    said = Q(answer__ok=False) | Q(answer__events__0__type="player_joined")
    Reply.objects.filter(said, table__in=tables).delete()
    return len(gone)


def _erase_beside_the_state(table: Table, gone: set[str]) -> None:
    names = at_hand(table)
    if gone & names.keys():
        left = {reference: name for reference, name in names.items() if reference not in gone}
        Table.objects.filter(pk=table.pk).update(names=json.dumps(left))

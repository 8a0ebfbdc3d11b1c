"""The names of tables and players for readers. The record uses their slugs and ids."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.functional import Promise

from casino.common.text import pattern
from casino.common.wording import lazy_text as _
from tables.door.slips import slug_of
from tables.models import Player, Table
from tables.record.postings import book_of

MOST_MEANT = 100  # players who are listed where a part of a name is said


@dataclass(frozen=True, slots=True)
class Names:
    """`tables`: book → name; `players`: table's slug, player → name."""

    tables: Mapping[str, str]
    players: Mapping[tuple[str, str], str]

    def place(self, book: str) -> str | Promise:
        """The name of the table whose book this is, or the cage."""
        return self.tables.get(book) or _("Cage")

    def player(self, slug: str, player: str) -> str:
        """The name, then the id, which alone is unique."""
        name = self.players.get((slug, player), player)
        return f"{name} ({player})" if name != player else player

    def banker(self, slug: str, holder: str, associate: str) -> str:
        """The holder of a bank, with his associate."""
        return " + ".join(self.player(slug, one) for one in (holder, associate) if one)


def names_of(said: Iterable[tuple[str, str]]) -> Names:
    """The names of every table, and of these (book, player)."""
    asked = {(slug_of(book) or "", player) for book, player in said if player}
    known = Player.objects.filter(
        table__slug__in={slug for slug, _player in asked}, player__in={player for _slug, player in asked}
    )
    tables = {book_of(slug): name for slug, name in Table.objects.values_list("slug", "name")}
    players = known.values_list("table__slug", "player", "name") if asked else []
    return Names(tables, {(slug, player): name for slug, player, name in players})


def names_at(table: Table, players: Iterable[str]) -> Names:
    """The names of players of one table."""
    return names_of((book_of(table.slug), player) for player in players)


def with_gone(table: Table | None, names: Mapping[str, str], players: Iterable[str]) -> Mapping[str, str]:
    """`names` of those who are at the table, and the names of these players where they have left it."""
    gone = set(players) - names.keys()
    if not gone or table is None:
        return names
    known = Player.objects.filter(table=table, player__in=gone).values_list("player", "name")
    return {**names, **dict(known)}


def find_players(said: str, table: Table | None = None) -> list[Player]:
    """The players whom `said` means, each with his table, of one table or of all: by id; if nobody has it, by id or
    name in any case and with any accents; if nobody has that either, by a part of them."""
    if not said:
        return []
    known = Player.objects.select_related("table").order_by("player", "pk")
    known = known.filter(table=table) if table else known
    part = pattern(said)
    for meant in (
        Q(player=said),
        Q(player__iexact=said) | Q(name__iregex=f"^(?:{part})$"),
        Q(player__iregex=part) | Q(name__iregex=part),
    ):
        if found := list(known.filter(meant)[:MOST_MEANT]):
            return found
    return []

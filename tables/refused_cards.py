"""Cards that a shoe could not hold any more. The game refuses them and goes on; that somebody saw such a card tells of
an earlier mistake, so it is kept for the jefe. Rows are only added."""

from collections.abc import Iterable

from django.db import transaction

from casino.common import clock, sql
from tables import notify
from tables.given import Answer, Given, Held
from tables.models import RefusedCard
from tables.notify import Subject

CODE = "impossible_card"
SHOWN = 6


def note(row: Held, given: Given, answer: Answer) -> None:
    """Keep the card where the answer refuses one as impossible. The same card is one until the table has changed."""
    if not answer.error or answer.error["code"] != CODE:
        return
    card, version = answer.error["fields"]["card"], row.state.version
    if RefusedCard.objects.filter(table=row.pk, version=version, card=card).exists():
        return
    hand, shoe = row.state.current.number, row.state.shoes
    said = {"version": version, "hand": hand, "shoe": shoe, "card": card, "actor": given.actor.name}
    row.batch.insert(RefusedCard, [{"table": row.pk, **said, "at": clock.now()}])
    transaction.on_commit(lambda: notify.announce(row.slug, version, beside={Subject.CARDS}), robust=True)


def newest(tables: Iterable[int]) -> list[RefusedCard]:
    """The newest of these tables (primary keys), newest first."""
    found = RefusedCard.objects.filter(table__in=list(tables)).order_by("-pk")
    return list(found[: SHOWN * 10])


def moves() -> int:
    """How far the whole house has come: the newest row."""
    return sql.newest(RefusedCard)[0]


def moved_since(before: int) -> set[str]:
    """The tables at which a card was refused since then."""
    return set(RefusedCard.objects.filter(pk__gt=before).values_list("table__slug", flat=True))

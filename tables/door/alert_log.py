"""The log of alerts: who has seen which one when, and the cards that a shoe could not hold any more. Rows are only
added.

What alerts there are follows from the tables (`tables.view.alerts`); this module knows them by their keys only. The
game refuses an impossible card and goes on; that somebody saw it tells of an earlier mistake, so it is kept.
"""

import re
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from casino.common import clock
from casino.common.refusals import Refusal
from casino.common.sql import newest
from casino.people.permissions import Right, may
from tables.door import notify, row_lock
from tables.engine import State
from tables.models import AlertSeen, RefusedCard, Table
from tables.rules.roles import Actor

KEY = re.compile(r"[a-z_]+(-[a-z_0-9]+)+")
LONGEST = 60  # characters of a key
IMPOSSIBLE_CARD = "impossible_card"  # the refusal
CARDS_SHOWN = 6  # of a table


class Moves(NamedTuple):
    """The newest alert in the whole house that was seen, and the newest card that was refused."""

    seen: int
    card: int


def check_may_see(actor: Actor) -> None:
    """Raise Refusal where he is none of those who say that they have seen an alert."""
    if not may(actor.role, Right.NOTE_ALERTS):
        raise Refusal("not_for_your_role")


def earlier(slug: str, key: str) -> AlertSeen | None:
    """The row of whoever has seen it already. Raises Refusal where no alert can have this key."""
    if len(key) > LONGEST or not KEY.fullmatch(key):
        raise Refusal("no_such_alert")
    return AlertSeen.objects.filter(table__slug=slug, key=key).first()


def enter(slug: str, key: str, actor: Actor, stands: Callable[[], bool] = lambda: True) -> AlertSeen:
    """This alert has been seen, or the decision read that was shown to him. Where two do so at the same time, both get
    the first one's row. `stands`: asked while nothing of the table can change. Raises Refusal."""
    with row_lock.locked(slug) as tables:
        if not tables:
            raise Refusal("no_such_table")
        known = earlier(slug, key)
        if not known and not stands():
            raise Refusal("no_such_alert")
        return known or write(tables[0], key, actor)


def of_table(table: int, keys: Collection[str]) -> dict[str, AlertSeen]:
    """The rows of these alerts that have been seen at the table with this primary key."""
    found = AlertSeen.objects.filter(table=table, key__in=keys) if keys else ()
    return {one.key: one for one in found}


def of_tables(keys: Collection[tuple[int, str]]) -> dict[tuple[int, str], AlertSeen]:
    """The same for many tables: (primary key of the table, key of the alert) → the row."""
    tables, names = {table for table, _ in keys}, {key for _, key in keys}
    found = AlertSeen.objects.filter(table__in=tables, key__in=names) if keys else ()
    return {(one.table_id, one.key): one for one in found}


def keep_refused_card(table: Table, state: State, card: str, actor: Actor) -> None:
    """Keep a card that was refused as impossible. The same card is one until the table has changed."""
    seen = {"version": state.version, "card": card}
    if RefusedCard.objects.filter(table=table, **seen).exists():
        return
    hand, shoe = state.current.number, state.shoes
    RefusedCard.objects.create(table=table, **seen, hand=hand, shoe=shoe, actor=actor.name, at=clock.now())
    notify.announce_on_commit(table.slug, state.version, beside=True)


def refused_cards(tables: Iterable[int]) -> list[RefusedCard]:
    """The newest cards refused at these tables (primary keys), newest first."""
    found = RefusedCard.objects.filter(table__in=list(tables)).order_by("-pk")
    return list(found[: CARDS_SHOWN * 10])


def moves() -> Moves:
    """As of now."""
    return Moves(newest(AlertSeen), newest(RefusedCard))


def moved_since(before: Moves) -> set[str]:
    """The tables at which an alert was seen or a card refused since then."""
    seen = AlertSeen.objects.filter(pk__gt=before.seen).values_list("table__slug", flat=True)
    return {*seen, *RefusedCard.objects.filter(pk__gt=before.card).values_list("table__slug", flat=True)}


def write(table: Table, key: str, actor: Actor) -> AlertSeen:
    """Write a row that the table, which is locked, does not have, and announce it."""
    notify.announce_on_commit(table.slug, table.version, beside=True)
    return AlertSeen.objects.create(table=table, key=key, actor=actor.name, at=clock.now())

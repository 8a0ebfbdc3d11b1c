"""Screens with the names and rights of the product's, of a few words each: what is simulated is how they are told."""

from collections.abc import Mapping

from casino.accounts.permissions import Role
from tables.facts.requests import waiting_at
from tables.facts.table import disputes
from tables.screen import Fragments, Json, Kept, Screen, TableView


def game(view: TableView, kept: Kept) -> Fragments:
    """What lies on the table: for those who stand around it."""
    now = view.snapshot
    hands = {name: now["pass"][name] for name in ("punto", "banca")} if now["pass"] else None
    return {"hands": str(hands), "results": now["results"], "phase": now["phase"]}


def console(view: TableView, kept: Kept) -> Fragments:
    """The game, the people and their bets, and what waits."""
    return {**game(view, kept), **_people(view.snapshot), "requests": _waiting(view), "disputes": _open(view)}


def tile(view: TableView, kept: Kept) -> Fragments:
    """One table on the floor."""
    now = view.snapshot
    alerts = f"{now['suspended']} {_waiting(view)} {_open(view)}"
    return {f"tile-{view.slug}": f"{now['phase']} {now['results']}", f"alerts-{view.slug}": alerts}


def _people(now: Json) -> Fragments:
    bets = now["pass"]["bets"] if now["pass"] else []
    return {"seats": str(now["seats"]), "standing": str(now["standing"]), "bets": str(bets)}


def _waiting(view: TableView) -> str:
    return str([request.number for request in waiting_at(view)])


def _open(view: TableView) -> str:
    return str([dispute.number for dispute in disputes(view)])


PLAIN_SCREENS: Mapping[str, Screen] = {
    screen.name: screen
    for screen in (
        Screen("console", "", console, gives_commands=True),
        Screen("table", "", console),
        Screen("wall", "", game, as_role=Role.DISPLAY),
        Screen("floor", "", tile, whole_floor=True),
    )
}

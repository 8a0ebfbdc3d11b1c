"""Alerts of the money: a tray that is short or was left uncounted, play without a count, slips that wait for him."""

from collections.abc import Iterator

from casino.common.currency import written
from casino.common.house import house
from casino.common.wording import lazy_text as _
from casino.common.wording import titled
from casino.people.permissions import Right
from ledger.cage.models import Closing, Shift, Slip
from ledger.cage.selectors import next_step
from ledger.cage.slips import CONFIRMED
from tables.engine.state import CARDS_OUT
from tables.models import Table
from tables.view.alerts.alert import Alert, Gravity
from tables.view.facts.table import last_paid, pending, shift, tray, unnamed
from tables.view.labels.money import SLIP_LABELS, SLIP_STATE_LABELS
from tables.view.screen import TableView


def money_alerts(view: TableView) -> Iterator[Alert]:
    """A tray that has paid out more than it held, passes played without an opening count, a closed table whose tray is
    not counted, exchanges without a name that add up, and slips that wait for a jefe, be it the very first count."""
    if newest := shift(view):
        yield from _shift_alerts(view, newest)
    for slip in pending(view):
        yield from slip_alerts(slip)


def _shift_alerts(view: TableView, newest: Shift) -> Iterator[Alert]:
    """A table without any shift is of a house that keeps no counts: it is told nothing of these."""
    held = tray(view)
    if held < 0:
        yield _short_tray(newest, held)
    if newest.end and plays_uncounted(view):
        what, act = _("Play without an opening count"), _("Count")
        key, at = f"uncounted-{newest.pk}", newest.end.at
        yield Alert(key, Gravity.SERIOUS, what, at, act=act, in_money=True)
    if view.table and is_left(view.table, newest):
        what, act = _("Closed, and its tray is not counted"), _("Count")
        yield Alert(f"left-{newest.pk}", Gravity.SERIOUS, what, view.since, act=act, in_money=True)
    yield from _without_a_name(view, newest)


def plays_uncounted(view: TableView) -> bool:
    """Whether the table plays while no shift is open."""
    newest = shift(view)
    return bool(view.snapshot["open"] and newest and newest.end and _plays_since(view, newest.end))


def is_left(table: Table, newest: Shift) -> bool:
    """Whether the table was closed in its newest shift, which has no closing count yet. One whose tray is counted for
    the next opening was closed before."""
    return not (table.open or newest.end) and table.since is not None and table.since > newest.at


def _plays_since(view: TableView, end: Closing) -> bool:
    """Whether a pass has been paid, or its cards are out, since the shift ended."""
    if view.snapshot["phase"] in CARDS_OUT:
        return True
    return last_paid(view) > end.last_record


def _without_a_name(view: TableView, newest: Shift) -> Iterator[Alert]:
    """Exchanges that each need no name, and together come to more than the limit above which one is needed. Who has
    seen it is told again when that has doubled."""
    total, at = unnamed(view)
    times = total // max(house().counter_limit, 1)
    if total > house().counter_limit:
        key, what = f"unnamed-{newest.pk}-{times.bit_length()}", _("Exchanges without a name in an hour")
        yield Alert(
            key,
            Gravity.SERIOUS,
            what,
            at,
            detail=written(total),
            act=_("See"),
            in_money=True,
            once=True,
        )


def key_of_short_tray(shift: Shift, held: int) -> str:
    """The key of the alert: who has seen it is told again when the gap has doubled, and in the next shift."""
    return f"tray-{shift.pk}-{(-held).bit_length()}"


def _short_tray(shift: Shift, held: int) -> Alert:
    what, act = _("The tray is short: a fill is needed"), _("Order")
    key = key_of_short_tray(shift, held)
    return Alert(key, Gravity.GRAVE, what, None, detail=written(held), act=act, in_money=True)


def slip_alerts(slip: Slip) -> Iterator[Alert]:
    """One, where the slip waits for a jefe or its count does not match."""
    step = next_step(slip) or ""
    difference = slip.amount - slip.expected if slip.expected is not None else 0
    if difference or step == CONFIRMED.name:
        what = _("The count does not match") if difference else SLIP_LABELS[slip.kind]
        amount = written(difference or slip.amount)
        named = f"{SLIP_LABELS[slip.kind]} {slip.number}" if difference else slip.number
        detail = titled(named, amount)
        detail = f"{detail} · {SLIP_STATE_LABELS[step]}"
        yield Alert(
            f"slip-{slip.number}",
            Gravity.GRAVE,
            what,
            slip.at,
            slip.actor,
            detail,
            act=_("Sign"),
            right=Right.SIGN_DIFFERENCE.name,
            place=f"waiting-{slip.number}",
            in_money=True,
            is_waited_for=True,
        )

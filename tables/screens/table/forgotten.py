"""What an undo would forget beside the acts that it names: finished passes, bets, and cards of the pass under way."""

from collections.abc import Iterable, Mapping

from django.utils.translation import ngettext

from casino.common.currency import written
from casino.common.wording import text as gettext
from casino.common.wording import titled
from tables.engine import State
from tables.engine.undo.events import OPENING
from tables.record.history import RecordHistory
from tables.view.facts.table import Undoable
from tables.view.screen import TableView


def forgotten_by(view: TableView, made: Iterable[Undoable]) -> Mapping[int, str]:
    """Version to which an undo returns → what it forgets, as a reader is told; empty where that is nothing."""
    if view.table is None:
        return {}
    before = [one.before for one in made if one.name != OPENING]
    if not before:
        return {}
    history = RecordHistory(view.table.pk, view.version)
    history.read_ahead([*before, view.version])
    now = history.state_at(view.version)
    return {version: _said(history.state_at(version), now) for version in before}


def _said(earlier: State, now: State) -> str:
    passes = now.current.number - earlier.current.number
    things = [_passes(passes)] if passes > 0 else []
    lying = [*_bets(earlier, now), *_cards(earlier, now)]
    if lying:
        of_pass = gettext("%(things)s of pass %(number)d")
        things.append(of_pass % {"things": _listed(lying), "number": now.current.number})
    return titled(gettext("Forgotten"), _listed(things)) if things else ""


def _passes(count: int) -> str:
    return ngettext("%(count)d finished pass", "%(count)d finished passes", count) % {"count": count}


def _bets(earlier: State, now: State) -> list[str]:
    """How many bets lie there that did not, or less of them, with what they came to since."""
    is_same = earlier.current.number == now.current.number
    before = {(bet.player, bet.chance): bet.amount for bet in earlier.current.bets if is_same}
    more = [bet.amount - before.get((bet.player, bet.chance), 0) for bet in now.current.bets]
    since = [amount for amount in more if amount > 0]
    if not since:
        return []
    said = ngettext("%(count)d bet (%(sum)s)", "%(count)d bets (%(sum)s)", len(since))
    return [said % {"count": len(since), "sum": written(sum(since))}]


def _cards(earlier: State, now: State) -> list[str]:
    is_same = earlier.current.number == now.current.number
    lying = _dealt(now) - (_dealt(earlier) if is_same else 0)
    return [ngettext("%(count)d card", "%(count)d cards", lying) % {"count": lying}] if lying > 0 else []


def _dealt(state: State) -> int:
    """The cards that lie in the pass under way."""
    return len(state.current.punto) + len(state.current.banca)


def _listed(things: list[str]) -> str:
    """`a, b and c`, as the reader's language joins the last two."""
    *others, last = things
    if not others:
        return last
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(others), "last": last}

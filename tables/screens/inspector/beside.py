"""One act of the timeline, whole, beside the list: before and after, the articles' words, the table then, the chain."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from casino.common.answers import LOCAL
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.common.wording import text as gettext
from casino.people.permissions import Role
from ledger.cage.models import Slip, Step
from tables.door.service import game_of
from tables.engine import State
from tables.models import Decision, Dispute, Record, Table
from tables.record.reglamentos.catalogue import resolve
from tables.record.reglamentos.words import speaking
from tables.record.search import RecordDetail, record_detail
from tables.rules.reglamento import Reglamento
from tables.rules.source import Article
from tables.screens.fragments import render
from tables.screens.inspector.words import differences, moves_of, players_in
from tables.view.names import names_at
from tables.view.snapshot import take
from tables.view.timeline.disputes import DISPUTE
from tables.view.timeline.rows import Row, rows_of
from tables.view.timeline.search import Shown


@dataclass(frozen=True, slots=True)
class InWords:
    """A record as a reader says it: what changed (what, before, after), between whose accounts money moved (from, to,
    amount, why), and `after`, the table as it was left, with its cards and its bank in `play`."""

    changes: list[tuple[str, str, str]]
    moves: list[tuple[str, str, int, str]]
    after: Json
    play: SafeString


@dataclass(frozen=True, slots=True)
class Beside:
    """`told`: its record, None for a slip and for what was marked before any; `away`: why that is not here; `steps`:
    the acts that it belongs with, oldest first: those of a slip, a dispute and its decision; `words`: those of the
    articles that it cites."""

    row: Row
    record: Record | None
    told: InWords | None
    away: str
    steps: list[Row]
    rules: Reglamento | None
    words: list[Article]

    @property
    def changes(self) -> list[tuple[str, str, str]]:
        """What it changed: a dispute and its decision change nothing at the table but whether it is open."""
        if self.told and not self.row.is_dispute:
            return self.told.changes
        if len(self.steps) < 2 or not self.row.is_dispute:
            return []
        return [(str(DISPUTE), gettext("not decided yet"), gettext("decided"))]


def beside(one: Shown) -> Beside:
    """All that there is to be read of an act."""
    row = rows_of([one])[0]
    rules = resolve(row.reglamento) if row.reglamento else None
    detail, away = _detail(one)
    articles = rules.source.articles if rules else {}
    return Beside(
        row=row,
        record=detail.record if detail else None,
        told=in_words(detail) if detail else None,
        away=away,
        steps=rows_of(_steps(one)),
        rules=rules,
        words=[articles[number] for number in row.cited if number in articles],
    )


def _detail(one: Shown) -> tuple[RecordDetail | None, str]:
    """The record of an act, or why it cannot be shown."""
    place = _place(one)
    if place is None:
        return None, ""
    try:
        return record_detail(*place), ""
    except Refusal as refusal:
        return None, refusal.text(LOCAL)


def in_words(detail: RecordDetail) -> InWords:
    """The record in the words of the reglamento under which it was made."""
    table = detail.record.table
    before, after = (_seen(table, state) for state in (detail.before, detail.after))
    names = names_at(table, players_in(detail.money))
    with speaking(after["reglamento"]):
        return InWords(
            differences(before, after),
            moves_of(detail.money, table.slug, names),
            after,
            render("table_page/play.html", after["reglamento"], {"snapshot": after, "view": None}),
        )


def _seen(table: Table, state: State) -> Json:
    return take(table.slug, game_of(state, Role.INSPECTOR), table.name)


def _place(one: Shown) -> tuple[Table, int] | None:
    """The table and the number of the record itself; of a dispute and its decision that at which it was marked."""
    if isinstance(one, Record):
        return one.table, one.number
    marked = one.dispute if isinstance(one, Decision) else one
    if isinstance(marked, Dispute) and marked.record:
        return marked.table, marked.record
    return None


def _steps(one: Shown) -> list[Shown]:
    if isinstance(one, Record):
        return []
    if isinstance(one, Slip | Step):
        slip = one.slip if isinstance(one, Step) else one
        return [slip, *slip.taken.select_related("slip").order_by("pk")]
    marked = one.dispute if isinstance(one, Decision) else one
    decision = Decision.objects.filter(dispute=marked).select_related("dispute__table").first()
    return [marked, decision] if decision else [marked]

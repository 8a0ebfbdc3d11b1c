"""The articles in their own words, and why the game decided as it did. Every screen's "Art." and "Why?" lead here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.common.currency import written
from casino.common.refusals import Refusal
from casino.common.wording import text as gettext
from casino.people.access import needs, role_of
from casino.people.permissions import may_open
from tables.door.service import game_of, read
from tables.engine import Game, State, reasons
from tables.engine.game import Reason
from tables.engine.state import Limits
from tables.models import Pass, Record
from tables.record.history import RecordHistory, undo_in
from tables.record.names import shown_then
from tables.record.openings import Openings
from tables.record.put_away import refusal_at
from tables.record.reglamentos.catalogue import resolve
from tables.record.reglamentos.words import speaking
from tables.record.stored import stored_events
from tables.rules.chances import Line
from tables.rules.departures import departures
from tables.rules.reglamento import Reglamento, SettingValue
from tables.rules.source import Article
from tables.view.labels import reasons as labels
from tables.view.labels.chances import payment_said
from tables.view.labels.game import SETTING_LABELS, setting_value
from tables.view.labels.incident_guide import INCIDENT_GUIDES

Pairs = list[tuple[str, str]]  # label, value


@dataclass(frozen=True, slots=True)
class ShownReason:
    """The decision of one rule. `cases`: the facts of each, under a player's name where they concern one; `words`:
    what the text says of the rule, None where it is silent; `reading`: how it is read then."""

    title: str
    cases: list[tuple[str, Pairs]]
    settings: Pairs
    article: str | None
    words: Article | None
    reading: str


@never_cache
@require_safe
@needs(may_open, "reglamento")
def reglamento(request: HttpRequest, name: str) -> HttpResponse:
    """Every article of a reglamento."""
    rules = _found(name)
    return render(request, "articles/reglamento.html", {"rules": rules, "source": rules.source})


@never_cache
@require_safe
@needs(may_open, "article")
def article(request: HttpRequest, name: str, number: str) -> HttpResponse:
    """One article, with the reglamento's own values of the settings under it."""
    rules = _found(name)
    return _article(request, rules, number, rules.settings)


@never_cache
@require_safe
@needs(may_open, "article")
def table_article(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """One article of the reglamento that a table plays, or played last, with the table's settings under it."""
    table, state = read(slug)
    last = None if state.open else Openings(table).last()
    rules = _found(last.reglamento if last else state.reglamento)
    limits = _limits(state.limits) if state.open and rules.is_limited(number) else []
    return _article(request, rules, number, state.settings, limits)


def _article(
    request: HttpRequest,
    rules: Reglamento,
    number: str,
    settings: Mapping[str, SettingValue],
    limits: Pairs | None = None,
) -> HttpResponse:
    words = rules.source.articles.get(number)
    if words is None:
        raise Refusal("no_such_article")
    context = {
        "rules": rules,
        "source": rules.source,
        "words": words,
    }
    with speaking(rules.name):
        context["settings"] = [*(limits or []), *_settings(rules, rules.settings_under(number), settings)]
        return render(request, "articles/article.html", context)


@never_cache
@require_safe
@needs(may_open, "why")
def why(request: HttpRequest, slug: str) -> HttpResponse:
    """Why the table is as it is at this moment: who is asked, who takes the cards, what the bank's next win pays."""
    table, state = read(slug)
    game = game_of(state, role_of(request))
    with speaking(state.reglamento or None):
        shown = _shown(reasons.now(game), game.rules, state) if state.open else []
        return _why(request, state.reglamento, shown, reverse("console", args=[slug]), table.name)


@never_cache
@require_safe
@needs(may_open, "why")
def why_paid(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Why a pass was paid as it was."""
    table, _state = read(slug)
    paid = get_object_or_404(Pass, table=table, number=number, paid__isnull=False)
    if away := refusal_at(table.pk, paid.paid or 0):
        raise away
    record = get_object_or_404(Record, table=table, number=paid.paid)
    before = shown_then(RecordHistory(table.pk, record.version).state_at(record.first_seq - 1))
    back = reverse("console", args=[slug])
    with speaking(before.reglamento):
        title = f"{table.name} · {gettext('Pass')} {number}"
        return _why(request, before.reglamento, reasons_of(record, before), back, title)


def _why(request: HttpRequest, name: str, shown: list[ShownReason], back: str, title: str) -> HttpResponse:
    context = {"rules": resolve(name) if name else None, "reasons": shown, "back": back, "title": title}
    return render(request, "articles/why.html", context)


def reasons_of(record: Record, before: State) -> list[ShownReason]:
    """Why the events of a record came about; nothing for an undo, which restores what was. `before`: the state before
    it."""
    events = stored_events(record)
    if not before.reglamento or undo_in(events):
        return []
    rules = resolve(before.reglamento)
    return _shown(reasons.of_events(Game(before, rules, record.role), rules, events), rules, before)


def _shown(found: Iterable[Reason], rules: Reglamento, state: State) -> list[ShownReason]:
    """One for each rule, in the order of the reasons, so that its words stand there once."""
    groups: dict[tuple[str, str | None], list[Reason]] = {}
    for reason in found:
        groups.setdefault((_title(reason), reason.article or rules.article(reason.rule)), []).append(reason)
    return [_group(title, article, alike, rules, state) for (title, article), alike in groups.items()]


def _group(
    title: str, article: str | None, alike: list[Reason], rules: Reglamento, state: State
) -> ShownReason:
    rule, names = alike[0].rule, state.names
    return ShownReason(
        title,
        [(names.get(reason.player or "", reason.player or ""), _facts(reason, names)) for reason in alike],
        _settings(rules, rules.deciding_settings(rule), state.settings),
        article,
        rules.source.words(rule, article),
        gettext(rules.source.readings[rule]) if rule in rules.source.readings else "",
    )


def _facts(reason: Reason, names: Mapping[str, str]) -> Pairs:
    told = reason.facts[TOLD_BY_THE_TITLE:] if reason.rule == OF_A_LINE else reason.facts
    return [(str(labels.FACT_LABELS[fact.name]), labels.written(fact, names)) for fact in told]


OF_A_LINE = (
    "chance_payout"  # whose title says the line that pays: the chance and the line come first of its facts
)
TOLD_BY_THE_TITLE = 2


def _title(reason: Reason) -> str:
    if reason.rule == OF_A_LINE:
        chance, line = reason.facts[:TOLD_BY_THE_TITLE]
        return payment_said(str(chance.value), cast(Line, line.value))
    guide = INCIDENT_GUIDES.get(reason.rule)
    label = str(guide.title if guide else labels.RULE_LABELS[reason.rule])
    return gettext("%(what)s, next") % {"what": label} if reason.to_come else label


def _settings(rules: Reglamento, names: Iterable[str], values: Mapping[str, SettingValue]) -> Pairs:
    """The values of these settings; where one departs from the text, what the text has."""
    texts = {found.setting: found.text for found in departures(rules, values)} if values else {}
    return [
        (str(SETTING_LABELS[name]), _setting(name, values[name], texts)) for name in names if name in values
    ]


def _setting(name: str, value: SettingValue, texts: Mapping[str, SettingValue]) -> str:
    said = setting_value(name, value)
    if name not in texts:
        return said
    return f"{said} ({gettext('in the text')}: {setting_value(name, texts[name])})"


def _limits(limits: Limits) -> Pairs:
    return [
        (gettext("Minimum"), written(limits.minimum)),
        (gettext("Maximum"), written(limits.maximum)),
        (gettext("Chip"), written(limits.chip)),
    ]


def _found(name: str) -> Reglamento:
    """Raises Refusal (`no_such_article`)."""
    try:
        return resolve(name)
    except KeyError as unknown:
        raise Refusal("no_such_article") from unknown

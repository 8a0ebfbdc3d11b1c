"""A card to print for each role: its acts under a reglamento, each with its article, and whose signature they need."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.common.refusals import Refusal
from casino.common.wording import lazy_text as _
from casino.people.access import needs
from casino.people.labels import ROLES
from casino.people.permissions import SLIPS, STAFF, Role, SlipRights, may_open
from tables.engine.available import PREVIEWED
from tables.record.reglamentos.catalogue import resolve
from tables.record.reglamentos.words import speaking
from tables.rules.reglamento import Reglamento
from tables.rules.roles import COMMANDS, REQUESTS, may_ask_for, may_command
from tables.view.labels.commands import INCIDENT_LABELS, REQUEST_LABELS, key_of
from tables.view.labels.money import SLIP_LABELS
from tables.view.labels.rights import PAGE_LABELS, RIGHT_LABELS

# The rule under which a command stands, and others that decide with it. Commands that are not here have none.
RULES = PREVIEWED | {
    "set_limits": "limits",
    "shuffle": "riffles",
    "cut": "cut_depth",
    "decline_cut": "cutter",
    "bid": "auction",
    "close_auction": "auction",
    "accept_bank": "offer",
    "raise_bank": "raise_bank",
    "take_suite": "suite_offer",
    "house_takes_suite": "suite_offer",
    "place_bet": "limits",
    "banco": "cover",
    "associate": "associate",
    "set_aside": "garaje",
    "close_betting": "bets_closed",
    "decline_cards": "decline_cards",
    "will": "will",
    "bank_choice": "banca_draw",
    "card": "dealing_order",
    "stop_card": "last_pass",
    "settle": "winner",
    "sit": "seated_only",
}


WITH = {
    "settle": ("bank_tax", "banca_tax"),
    "suite": ("suite_tax",),
    "place_bet": ("person_maximum", "cover"),
    "accept_bank": ("one_opening_a_lap", "twice_running"),
    "card": ("punto_draw", "banca_draw", "natural"),
}


@dataclass(frozen=True, slots=True)
class Act:
    """One line of a card. `articles`: the numbers of those that the reglamento has for it; `note`: what it needs."""

    label: Promise
    articles: str = ""
    note: Promise | None = None


Section = tuple[Promise, list[Act]]


@never_cache
@require_safe
@needs(may_open, "card")
def card(request: HttpRequest, name: str, role: str) -> HttpResponse:
    """The card of a role under a reglamento. Every member of staff may read all of them."""
    try:
        rules, of = resolve(name), Role(role)
    except (KeyError, ValueError) as unknown:
        raise Refusal("no_such_article") from unknown
    if of not in STAFF:
        raise Refusal("no_such_article")
    with speaking(rules.name):
        shown = {"rules": rules, "role": ROLES[of], "sections": [*sections(rules, of)], "cards": _all()}
        return render(request, "articles/card.html", shown)


def _all() -> list[tuple[Role, Promise]]:
    return [(role, ROLES[role]) for role in Role if role in STAFF]


def sections(rules: Reglamento, role: Role) -> Iterator[Section]:
    """The titles of a card with the acts under each; none without an act."""
    own = [name for name in COMMANDS if may_command(role, name) and name in rules.commands]
    found = (
        (_("At the table"), [_act(rules, name) for name in own if name not in ("incident", "burn_shoe")]),
        (_("When something happens"), [*_incidents(rules, role)]),
        (_("With a second signature"), [*_requests(rules, role)]),
        (_("Slips"), [*_slips(role)]),
        (_("Rights"), [Act(label) for right, label in RIGHT_LABELS.items() if role in right.roles]),
        (_("Pages"), [Act(label) for page, label in PAGE_LABELS.items() if may_open(role, page)]),
    )
    return ((title, acts) for title, acts in found if acts)


def _act(rules: Reglamento, name: str) -> Act:
    cited = (rules.article(rule) for rule in (RULES.get(name, ""), *WITH.get(name, ())))
    return Act(key_of(name), ", ".join(dict.fromkeys(number for number in cited if number)))


def _incidents(rules: Reglamento, role: Role) -> Iterator[Act]:
    if may_command(role, "incident"):
        for kind, label in INCIDENT_LABELS.items():
            if kind in rules.incidents:
                yield Act(label, rules.article(kind) or "")


def _requests(rules: Reglamento, role: Role) -> Iterator[Act]:
    for act, (_asking, signers) in REQUESTS.items():
        if act in rules.commands or act in rules.incidents:
            if role in signers:
                yield Act(REQUEST_LABELS[act], note=_("signs"))
            elif may_ask_for(role, act):
                yield Act(REQUEST_LABELS[act], note=_("asks for the signature"))


def _slips(role: Role) -> Iterator[Act]:
    for kind, rights in SLIPS.items():
        if role in rights.requested_by:
            yield Act(SLIP_LABELS[kind], note=_("makes it out"))
        elif _signs(role, rights):
            yield Act(SLIP_LABELS[kind], note=_("signs"))


def _signs(role: Role, rights: SlipRights) -> bool:
    """Whether this role may take a step of such a slip, whoever made it out."""
    return any(role in who for signers in rights.steps.values() for who in signers.values())

"""The incident guide of the console: a part for each kind of incident, which no phase changes, and which can be now."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.safestring import mark_safe

from casino.accounts.labels import ROLES
from casino.accounts.permissions import REQUESTS, Right, Role, may
from tables.engine.commands import INCIDENTS
from tables.engine.phase import CARDS_OUT
from tables.labels.incident_guide import IncidentGuide, guides
from tables.rules.cards import RANKS
from tables.screen import Json, TableView
from tables.screens.fragments import render
from tables.screens.parts import Part, Shown, Together
from tables.screens.voice import Voice

People = tuple[tuple[str, str], ...]  # id and name of everybody at the table
GUIDE = Shown(commands="incident")
GIVEN = frozenset({"incident", "note", "void_pass", "burn_shoe", "suspend", "close_table", "undo"})
GRAVE = Shown("on_request reglamento", "note void_pass burn_shoe suspend close_table undo")
NO_GUIDES: Mapping[str, tuple[IncidentGuide, str]] = MappingProxyType({})


def incidents(view: TableView, company: list[Json]) -> Together:
    """The guide with all that it follows from. `company`: everybody by id and name."""
    now = view.snapshot
    people = tuple((person["id"], person["name"]) for person in company)
    possible = GIVEN.intersection(now["actions"])
    signed = tuple(now["on_request"])
    of_now = now["phase"], now["open"], now["reglamento"], signed, possible, view.expected_incidents()
    follows = (view.slug, view.name, view.role, *of_now, people)
    return Together("incidents", follows, lambda: _parts(view, people))


def _parts(view: TableView, people: People) -> Iterator[Part]:
    """What can have happened now, then each guide with its form, then what voids, burns, suspends."""
    open_with = view.snapshot["reglamento"] if view.snapshot["open"] else None
    yield Part("console-incidents", "console/incidents.html", _now(view, open_with))
    for kind in INCIDENTS:
        yield _guide(view, open_with, kind, people)
    yield Part("console-grave", "console/grave.html", GRAVE.of(view, consenting=_consenting()))


def _now(view: TableView, reglamento: str | None) -> Json:
    """`kinds`: what can have happened; `others`: what cannot, or hardly."""
    phase, expected = view.snapshot["phase"], view.expected_incidents()
    kinds = [guide.kind for guide in guides(reglamento)] if reglamento else []
    return {
        "kinds": [kind for kind in kinds if kind in expected],
        "others": [kind for kind in kinds if kind not in expected],
        "bets_lie": phase == "betting",
        "cards_lie": phase in CARDS_OUT,
    }


def _guide(view: TableView, reglamento: str | None, kind: str, people: People) -> Part:
    """`on_request`: another must sign it; `reasoned`: this role says why. Empty where the reglamento has none of it."""
    on_request = kind in view.snapshot["on_request"]
    reasoned = on_request or kind in _reasoned(view.role)
    shows = GUIDE.of(view, on_request=on_request, reasoned=reasoned)

    def read(speaker: Voice) -> Json:
        found = _guides(reglamento, speaker, people) if reglamento else NO_GUIDES
        guide, fields = found.get(kind, (None, ""))
        return {"guide": guide, "fields": fields}

    return Part(f"guide-{kind}", "console/guide.html", shows, (reglamento, people), read)


@lru_cache(maxsize=256)
def _guides(reglamento: str, speaker: Voice, people: People) -> dict[str, tuple[IncidentGuide, str]]:
    """Kind → its guide, and the fields of its form as HTML."""
    company = [{"id": player, "name": name} for player, name in people]
    return {guide.kind: (guide, _fields(guide, speaker, company)) for guide in guides(reglamento)}


def _fields(guide: IncidentGuide, speaker: Voice, company: list[Json]) -> str:
    shows = {"guide": guide, "ranks": RANKS, "company": company}
    html = (render("console/field.html", speaker, shows | {"field": field}) for field in guide.fields)
    return mark_safe("".join(html))  # noqa: S308, they are fragments


def _reasoned(role: str) -> set[str]:
    """The incidents of which this role says why."""
    return set(REQUESTS) & set(INCIDENTS) if may(role, Right.DECIDE_KNOWN_CARDS) else set()


def _consenting() -> list[tuple[Role, Promise]]:
    """Who may consent to a burned shoe, with the label of the role."""
    return [(role, ROLES[role]) for role in Role if may(role, Right.CONSENT_TO_BURNED_SHOE)]

"""The incident guide of the console: what can have happened now, and a part for each kind of incident."""

from collections.abc import Iterator

from django.utils.functional import Promise

from casino.common.json_input import Json
from casino.people.labels import ROLES
from casino.people.permissions import Right, Role, may
from tables.engine.chapters import INCIDENTS
from tables.engine.state import CARDS_OUT
from tables.rules.roles import REQUESTS
from tables.screens.fragments import Part
from tables.view.labels.incident_guide import IncidentGuide, guides
from tables.view.screen import TableView


def incidents_of(view: TableView) -> Json:
    """`kinds`: what can have happened; `others`: what cannot, or hardly; `consenting`: who may consent to a burned
    shoe, with the label of the role."""
    phase, expected = view.snapshot["phase"], view.expected_incidents()
    kinds = [guide.kind for guide in _guides(view)]
    return {
        "kinds": [kind for kind in kinds if kind in expected],
        "others": [kind for kind in kinds if kind not in expected],
        "bets_lie": phase == "betting",
        "cards_lie": phase in CARDS_OUT,
        "consenting": _consenting(),
    }


def guides_of(view: TableView) -> Iterator[Part]:
    """`guide`: empty where the reglamento has none of this kind; `on_request`: another must sign it; `reasoned`: this
    role says why."""
    found = {guide.kind: guide for guide in _guides(view)}
    reasoned = _reasoned(view.role)
    for kind in INCIDENTS:
        on_request = kind in view.snapshot["on_request"]
        own = {"guide": found.get(kind), "on_request": on_request, "reasoned": on_request or kind in reasoned}
        yield Part(f"guide-{kind}", "console/guide.html", own)


def _guides(view: TableView) -> list[IncidentGuide]:
    """None at a closed table."""
    return guides(view.reglamento) if view.snapshot["open"] and view.reglamento else []


def _reasoned(role: str) -> set[str]:
    """The incidents of which this role says why."""
    return set(REQUESTS) & set(INCIDENTS) if may(role, Right.DECIDE_KNOWN_CARDS) else set()


def _consenting() -> list[tuple[Role, Promise]]:
    return [(role, ROLES[role]) for role in Role if may(role, Right.CONSENT_TO_BURNED_SHOE)]

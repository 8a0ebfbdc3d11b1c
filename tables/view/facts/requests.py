"""Requests that wait for a second person's signature at a table, as a screen shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise

from casino.common.json_input import Json
from casino.people.labels import ROLES
from tables.door import signatures
from tables.models import RequestOutcome, SignatureRequest
from tables.view.labels.commands import REQUEST_LABELS
from tables.view.screen import KeptFact, TableView


@dataclass(frozen=True, slots=True)
class ShownRequest:
    """A request as a role sees it. `signer`: the label of the role that signs; `may_sign`, `may_withdraw`: whether
    somebody of the reader's role may; `ended_…`: how it ended, if it has."""

    number: int
    at: datetime
    actor: str
    label: Promise
    signer: Promise
    reason: str
    may_sign: bool
    may_withdraw: bool
    ended_at: datetime | None
    ended_by: str
    ended_for: str


def requests_of(view: TableView) -> Json:
    """`requests`: those that wait; `declined`: those of the pass under way that were declined."""
    number = (view.snapshot["pass"] or {}).get("number", 0)
    declined = signatures.of_pass(_declined(view), view.slug, number)
    return {
        "requests": waiting_at(view),
        "declined": [shown(request, view.role, request.ended) for request in declined],
    }


def waiting_at(view: TableView) -> list[ShownRequest]:
    """The requests that wait."""
    return [shown(request, view.role) for request in _waiting(view)]


@KeptFact
def _declined(view: TableView) -> list[SignatureRequest]:
    return signatures.declined(view.slug)


@KeptFact
def _waiting(view: TableView) -> list[SignatureRequest]:
    return signatures.waiting(view.slug)


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what `waiting_at` tells of each."""
    found = signatures.waiting()
    for view in views:
        _waiting.learn(view, [request for request in found if request.table.slug == view.slug])


def shown(request: SignatureRequest, role: str, ended: RequestOutcome | None = None) -> ShownRequest:
    """The request for a reader of that role."""
    return ShownRequest(
        request.pk,
        request.at,
        request.actor,
        REQUEST_LABELS[request.act],
        ROLES[request.signer],
        request.command.get("reason", ""),
        may_sign=role == request.signer,
        may_withdraw=role == request.role,
        ended_at=ended.at if ended else None,
        ended_by=ended.actor if ended else "",
        ended_for=ended.reason if ended else "",
    )

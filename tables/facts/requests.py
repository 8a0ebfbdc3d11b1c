"""What waits for a second person's signature at a table, as a screen shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise

from casino.accounts.labels import ROLES
from tables import signature_requests
from tables.beside import Fact
from tables.labels.commands import REQUEST_LABELS
from tables.models import RequestOutcome, SignatureRequest
from tables.notify import Subject
from tables.screen import Json, TableView

REQUESTS = Fact(Subject.REQUESTS)
WAITING = Fact(Subject.REQUESTS)


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
    hand = (view.snapshot["pass"] or {}).get("number", 0)
    waiting, declined = view.beside.kept(
        REQUESTS, (view.ended, hand), lambda: signature_requests.at_table(view.slug, hand)
    )
    return {
        "requests": [shown(request, view.role) for request in waiting],
        "declined": [shown(request, view.role, request.ended) for request in declined],
    }


def waiting_at(view: TableView) -> list[ShownRequest]:
    """Those that wait."""
    waiting = view.beside.kept(WAITING, view.ended, lambda: signature_requests.waiting(view.slug))
    return [shown(request, view.role) for request in waiting]


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what `waiting_at` tells of each."""
    found = signature_requests.waiting()
    for view in views:
        waiting = [request for request in found if request.table.slug == view.slug]
        view.beside.learn(WAITING, view.ended, waiting)


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

"""What waits for a second person's signature at a table, as a screen shows it. And the inspector's timeline, which is
told of it while he reads."""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.functional import Promise

from casino.accounts.labels import ROLES
from tables import signature_requests
from tables.labels.commands import REQUEST_LABELS
from tables.models import SignatureRequest
from tables.screen import Fragments, Json, Screen, TableView


@dataclass(frozen=True, slots=True)
class ShownRequest:
    """A request as a role sees it. `signer`: the label of the role that signs; `may_sign`, `may_withdraw`: whether
    somebody of the reader's role may."""

    request: SignatureRequest
    label: Promise
    signer: Promise
    reason: str
    may_sign: bool
    may_withdraw: bool


def requests_of(view: TableView) -> Json:
    """`requests`: those that wait; `declined`: those of the pass under way that were declined."""
    hand = (view.snapshot["pass"] or {}).get("number", 0)
    waiting, declined = signature_requests.at_table(view.slug, hand)
    return {
        "requests": [shown(request, view.role) for request in waiting],
        "declined": [shown(request, view.role) for request in declined],
    }


def waiting_at(view: TableView) -> list[ShownRequest]:
    """Those that wait."""
    return [shown(request, view.role) for request in signature_requests.waiting(view.slug)]


def shown(request: SignatureRequest, role: str) -> ShownRequest:
    """The request for a reader of that role."""
    return ShownRequest(
        request,
        REQUEST_LABELS[request.act],
        ROLES[request.signer],
        request.command.get("reason", ""),
        may_sign=role == request.signer,
        may_withdraw=role == request.role,
    )


def fragments(view: TableView) -> Fragments:
    """A line for each request of the table."""
    context = {"view": view, "requests": waiting_at(view)}
    return {f"requests-{view.slug}": render_to_string("inspector/requests.html", context)}


SCREEN = Screen(
    name="timeline",
    page="inspector/timeline.html",
    fragments=fragments,
    whole_floor=True,
)

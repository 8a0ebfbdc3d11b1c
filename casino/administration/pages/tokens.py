"""Displays and devices: who is let in, until when, and the links that are shown once, also as QR codes."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.administration import tables, tokens
from casino.administration.pages.common import Done, answer, by, number, page
from casino.common.json_input import Json
from casino.common.pages.qr import as_svg
from casino.common.refusals import Refusal
from casino.common.text import natural_order
from casino.people.labels import ROLES
from casino.people.models import Token
from casino.people.permissions import OF_THE_HOUSE, TOKENS, may_open

EVERY = "*"  # every table of the floor


@page("tokens")
def every_token(request: HttpRequest) -> HttpResponseBase:
    """The displays and devices, and new ones."""
    acts = {"issue": _issue, "rotate": _rotate, "revoke": _revoke}
    return answer(request, "tokens.html", lambda: _listed(request), acts)


def _listed(request: HttpRequest) -> Json:
    found = Token.objects.all()
    said = {name: request.GET[name] for name in ("table", "kind") if request.GET.get(name)}
    found = found.filter(**{name: value.replace("\x00", "") for name, value in said.items()})
    kinds = [(kind, label) for kind, label in ROLES.items() if kind in TOKENS]
    floor = tables.in_order()
    return {
        "tokens": sorted(found, key=_place),
        "kinds": kinds,
        "tables": floor,
        "said": said,
        "days": tokens.DAYS,
        "every": EVERY,
    }


def _place(token: Token) -> tuple[bool, list[str | int], str]:
    return token.revoked is not None, natural_order(token.table), token.name


def _issue(request: HttpRequest) -> Done:
    kind, table, name = (request.POST.get(field, "").strip() for field in ("kind", "table", "name"))
    if kind not in TOKENS:
        raise Refusal("no_such_kind", known=", ".join(sorted(TOKENS)))
    is_every = table == EVERY and kind not in OF_THE_HOUSE
    wanted = [one.slug for one in tables.in_order()] if is_every else [table]
    days = number(request.POST.get("days"))
    return _told(request, [tokens.issue(by(request), kind, one, name, days) for one in wanted])


def _rotate(request: HttpRequest) -> Done:
    return _told(request, [tokens.rotate(by(request), number(request.POST.get("token")))])


def _revoke(request: HttpRequest) -> Done:
    tokens.revoke(by(request), number(request.POST.get("token")))
    return _("Nobody is let in with it any more.")


def _told(request: HttpRequest, issued: Iterable[tuple[Token, str]]) -> Json:
    """A display opens a link; a device is given its secret."""
    found = []
    for token, secret in issued:
        is_link = may_open(token.kind, "wall")
        text = request.build_absolute_uri(reverse("wall-link", args=[secret])) if is_link else secret
        found.append((token, text, as_svg(text)))
    return {"issued": found}

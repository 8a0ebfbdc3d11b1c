"""Displays and devices: who is let in, until when, and the links that are shown once, also as QR codes."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.administration import tables, tokens
from casino.administration.pages.common import Done, answer, by, each, number, page
from casino.common.json_input import Json
from casino.common.pages.listing import Choices, Column, said_in, views
from casino.common.pages.ordered import in_order
from casino.common.pages.qr import as_svg
from casino.common.refusals import Refusal
from casino.common.text import folded, natural_order
from casino.people.labels import ROLES
from casino.people.models import Token
from casino.people.permissions import OF_THE_HOUSE, TOKENS, may_open

MOST = 200  # at once
EVERY = "*"  # every table of the floor


FIELDS = ("find", "table", "kind", "state", "order", "page")
COLUMNS = (
    Column(_("Choose all"), css="tick", chooses=True),
    Column(_("Table"), name="table"),
    Column(_("What it is"), name="name"),
    Column(_("Kind"), name="kind"),
    Column(_("Since"), name="since"),
    Column(_("Holds until"), name="until"),
    Column(_("State"), name="state"),
)
STATES: dict[str, Callable[[Token], bool]] = {
    "holds": lambda token: token.holds,
    "over": lambda token: token.revoked is None and not token.holds,
    "revoked": lambda token: token.revoked is not None,
}
STATE_VIEWS: Choices = (
    ("", _("Any state")),
    ("holds", _("Valid")),
    ("over", _("Expired")),
    ("revoked", _("Revoked")),
)


@page("tokens")
def every_token(request: HttpRequest) -> HttpResponseBase:
    """The displays and devices, new ones, and what becomes of those that were chosen."""
    acts = {"issue": _issue, "rotate": _rotate, "revoke": _revoke}
    back = request.path if {"new", "act"} & set(request.GET) else ""
    return answer(request, "tokens.html", lambda: _listed(request), acts, back)


def _listed(request: HttpRequest) -> Json:
    said = said_in(request.GET, FIELDS)
    floor = tables.in_order()
    names = {table.slug: table.name for table in floor}
    found = [token for token in Token.objects.all() if _fits(token, said, names)]
    kinds = [(kind, label) for kind, label in ROLES.items() if kind in TOKENS]
    shown = [token for token in found if said.get("kind", token.kind) == token.kind]
    within: Callable[[Token], bool] = STATES.get(said.get("state", ""), lambda _token: True)
    listed = in_order([token for token in shown if within(token)], COLUMNS, KEYS, said)
    counts = {name: sum(map(fits, shown)) for name, fits in STATES.items()} | {"": len(shown)}
    of_kind = Counter(token.kind for token in found if within(token))
    return {
        "said": said,
        "search": said.get("find", ""),
        "kinds_shown": views(said, "kind", [("", _("All")), *kinds], {**of_kind, "": of_kind.total()}),
        "states_shown": views(said, "state", STATE_VIEWS, counts),
        **listed.shown,
        "rows": [(token, _whose(token, names)) for token in listed.rows],
        "is_empty": not said and not found,
        "asks": request.GET.get("act", ""),
        "chosen": _chosen(request.GET.getlist("token")),
        "is_new": "new" in request.GET or request.POST.get("act") == "issue",
        "kinds": kinds[::-1],
        "of_tables": [(EVERY, _("One for each table")), *names.items()],
        "days": tokens.DAYS,
    }


def _fits(token: Token, said: Mapping[str, str], names: Mapping[str, str]) -> bool:
    text = folded(f"{token.name} {token.table} {_whose(token, names)}")
    is_of_table = said.get("table", token.table) == token.table
    return is_of_table and all(word in text for word in folded(said.get("find", "")).split())


def _whose(token: Token, names: Mapping[str, str]) -> str:
    """The table as it is called now, or the house, whose figures are of no table."""
    return names.get(token.table, token.table) or gettext("The house")


def _place(token: Token) -> tuple[bool, list[str | int], str]:
    return token.revoked is not None, natural_order(token.table), token.name


def _until(token: Token) -> tuple[bool, datetime]:
    return token.expires is None, token.expires or token.created


KEYS: dict[str, Callable[[Token], Any]] = {
    "table": _place,
    "name": lambda token: (natural_order(folded(token.name)), _place(token)),
    "kind": lambda token: (token.kind, _place(token)),
    "since": lambda token: token.created,
    "until": _until,
    "state": lambda token: (token.revoked is not None, not token.holds, _place(token)),
}


def _chosen(said: Iterable[str]) -> list[Token]:
    """The chosen tokens that still let somebody in."""
    found = Token.objects.filter(pk__in={number(one) for one in list(said)[:MOST]}, revoked=None)
    return sorted(found, key=_place)


def _each(request: HttpRequest, act: Callable[[int], object], sentence: str) -> Done:
    wanted = [number(one) for one in request.POST.getlist("token")[:MOST]] or [-1]
    called = {
        token.pk: f"{_whose(token, {})} · {token.name}" for token in Token.objects.filter(pk__in=wanted)
    }
    return each([(called.get(one, str(one)), partial(act, one)) for one in wanted], sentence)


def _issue(request: HttpRequest) -> Done:
    kind, table, name = (request.POST.get(field, "").strip() for field in ("kind", "table", "name"))
    if kind not in TOKENS:
        raise Refusal("no_such_kind", known=", ".join(sorted(TOKENS)))
    is_every = table == EVERY and kind not in OF_THE_HOUSE
    wanted = [one.slug for one in tables.in_order()] if is_every else [table]
    days = number(request.POST.get("days"))
    return _told(request, [tokens.issue(by(request), kind, one, name, days) for one in wanted])


def _rotate(request: HttpRequest) -> Done:
    issued: list[tuple[Token, str]] = []
    said = _each(request, lambda one: issued.append(tokens.rotate(by(request), one)), "")
    return _told(request, issued) | (said if isinstance(said, dict) else {}) | {"told": ""}


def _revoke(request: HttpRequest) -> Done:
    return _each(
        request,
        lambda one: tokens.revoke(by(request), one),
        gettext("Nobody is let in any more with: %(names)s"),
    )


def _told(request: HttpRequest, issued: Iterable[tuple[Token, str]]) -> Json:
    """A display opens a link; a device is given its secret."""
    found = []
    for token, secret in issued:
        is_link = may_open(token.kind, "wall")
        text = request.build_absolute_uri(reverse("wall-link", args=[secret])) if is_link else secret
        found.append((token, text, as_svg(text)))
    return {"issued": found}

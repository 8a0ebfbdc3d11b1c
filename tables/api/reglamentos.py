"""What a reglamento lets its players bet on, for a client that shows a paytable."""

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from pydantic import Field

from casino.common.json_input import Json
from casino.common.refusals import Refusal
from tables.api.app import api, respond
from tables.api.schemas import Part, answers
from tables.record.reglamentos.catalogue import resolve
from tables.rules.chances import Chance, paytable
from tables.view.snapshot_schema import PaytableLine, Slug

Share = Annotated[str, Field(pattern="^[0-9]+(/[0-9]+)?$")]


class ChanceOnOffer(Part):
    """What can be bet on. `names`: by language, empty for those of the base; `sign`: for narrow places. `pays`: the
    lines of its paytable as the reglamento's file writes them; the first whose conditions all hold decides, and if none
    holds the bet loses. `minimum`, `maximum`: shares of the table's limits; `maximum_setting`: the setting of the table
    that says the maximum instead, where 0 is not offered; null for none. `main`: a person has one maximum for all of
    these together. `until_pass`: the last pass of a shoe in which it may be bet, null for every one. `needs_suits`: it
    is decided by the suits of the first two cards."""

    slug: Slug
    names: dict[str, str]
    sign: str
    pays: list[PaytableLine]
    minimum: Share
    maximum: Share
    maximum_setting: str | None
    main: bool
    until_pass: int | None
    needs_suits: bool


class ReglamentoChances(Part):
    """The chances of a reglamento in their order. `reglamento`: its name, with the version for a house's own; `base`:
    the one that it was made from, null for the product's."""

    ok: Literal[True]
    reglamento: str
    title: str
    base: str | None
    chances: list[ChanceOnOffer]


@api.get(
    "/reglamentos/{name}",
    url_name="reglamento",
    summary="What a reglamento lets its players bet on",
    response=answers(200, ReglamentoChances, 403, 404),
)
def reglamento(request: HttpRequest, name: str) -> HttpResponse:
    """The chances with their paytables; `casa` is the newest version of a house's own, `casa@2` the second."""
    try:
        rules = resolve(name)
    except KeyError as unknown:
        raise Refusal("no_such_reglamento") from unknown
    about = {"ok": True, "reglamento": rules.name, "title": rules.title, "base": rules.base or None}
    return respond(request, (200, {**about, "chances": [_chance(one) for one in rules.chances]}))


def _chance(chance: Chance) -> Json:
    return {
        "slug": chance.slug,
        "names": dict(chance.names),
        "sign": chance.sign,
        "pays": paytable(chance),
        "minimum": str(chance.minimum),
        "maximum": str(chance.maximum),
        "maximum_setting": chance.maximum_setting or None,
        "main": chance.main,
        "until_pass": chance.until_pass,
        "needs_suits": chance.needs_suits,
    }

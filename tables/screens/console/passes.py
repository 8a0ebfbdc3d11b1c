"""The passes of the shoe in play, one at a time, for a player who asks what he was paid: `?number=` of one, else the
last."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.common.json_input import Json
from casino.people.access import needs
from casino.people.permissions import may_open
from tables.door.service import read
from tables.models import Bet, Pass, Player, Table
from tables.rules.cards import total_of
from tables.screens.fragments import render

MOST_DIGITS = 9


@never_cache
@require_safe
@needs(may_open, "console")
def passes(request: HttpRequest, slug: str) -> HttpResponse:
    """A part of the console: a pass with its payments, and the numbers of those beside it."""
    table, state = read(slug)
    played = Pass.objects.filter(table=table, shoe=state.shoes, paid__isnull=False).order_by("-number")
    shown = _asked(played, request.GET.get("number", "")) or played.first()
    given: Json = {"slug": slug, "hand": None, "lines": [], "before": None, "after": None}
    if shown:
        given |= {"hand": _hand(shown), "lines": _lines(table, shown), **_beside(played, shown)}
    return HttpResponse(render("console/passes.html", state.reglamento or None, given))


def _asked(played: QuerySet[Pass], number: str) -> Pass | None:
    return (
        played.filter(number=int(number)).first()
        if number.isdecimal() and len(number) <= MOST_DIGITS
        else None
    )


def _beside(played: QuerySet[Pass], shown: Pass) -> Json:
    numbers = played.values_list("number", flat=True)
    return {
        "before": numbers.filter(number__lt=shown.number).first(),
        "after": numbers.filter(number__gt=shown.number).order_by("number").first(),
    }


def _hand(shown: Pass) -> Json:
    cards = {"punto": shown.punto.split(), "banca": shown.banca.split()}
    return {
        "number": shown.number,
        "result": shown.result,
        "corrected": shown.corrected,
        "at": shown.paid_at,
        "cards": cards,
        "totals": {side: total_of(lie) if lie else None for side, lie in cards.items()},
    }


def _lines(table: Table, shown: Pass) -> list[Json]:
    """The bank's line, then those of the bets in the order in which they were made; each with the player's name."""
    bets = list(Bet.objects.filter(hand=shown).order_by("pk"))
    banks = [(shown.bank_holder, "bank", shown.bank_win, shown.bank_deduction, shown.bank_article)]
    found = [(bet.player, bet.chance, bet.win, bet.deduction, bet.article) for bet in bets]
    told = [*found, *(line for line in banks if line[2] is not None)]
    known = Player.objects.filter(table=table, player__in={line[0] for line in told})
    names = dict(known.values_list("player", "name"))
    return [
        {
            "name": names.get(player, player),
            "chance": chance,
            "net": (win or 0) - (deduction or 0),
            "article": article,
        }
        for player, chance, win, deduction, article in told
    ]

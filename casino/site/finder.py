"""One search over the whole house, for the palette that Ctrl K opens: tables, passes, slips, players, articles, people,
places, reports and acts. Each finds only what its reader may open.
"""

import re
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.common.currency import written
from casino.common.text import folded, pattern, words
from casino.people.access import needs, role_of
from casino.people.models import User
from casino.people.permissions import Right, may, may_open, may_read
from casino.people.search import in_name
from casino.site.navigation import places_of
from ledger.cage.models import Slip
from tables.door.slips import slug_of
from tables.models import Pass, Player, Table
from tables.record.reglamentos.catalogue import on_offer
from tables.reports.catalogue import listed_for
from tables.rules.roles import may_command
from tables.view.labels.money import SLIP_LABELS

MOST = 12  # that are shown
MOST_OF_A_KIND = 6
LARGEST = 2**31 - 1  # of a number that is looked for
WORD = re.compile(r"\w+")


class Found(NamedTuple):
    """Something that was found: its icon, what it is, what is said beside it, and its address."""

    icon: str
    title: str
    detail: str
    address: str


class Search(NamedTuple):
    """A search: who asks, in which role, and the words that were typed, folded."""

    role: str
    words: list[str]

    def fits(self, text: str) -> bool:
        """Whether each word begins a word of `text`; a number must be one whole."""
        there = WORD.findall(folded(text))
        return all(word in there if word.isdigit() else _begins(word, there) for word in self.words)

    @property
    def numbers(self) -> list[int]:
        """The numbers among the words."""
        return [number for word in self.words if word.isdigit() and (number := int(word)) <= LARGEST]


def _begins(word: str, there: list[str]) -> bool:
    return any(other.startswith(word) for other in there)


@never_cache
@require_safe
@needs(may_open, "find")
def find(request: HttpRequest) -> JsonResponse:
    """What fits the words of `q`, the likeliest first: {"found": [{"icon", "title", "detail", "address"}]}.

    Without words: the tables and the places. Raises Refusal (`too_many_words`).
    """
    said = [word for part in words(request.GET.get("q", "")) for word in WORD.findall(part)]
    search = Search(role_of(request), said)
    return JsonResponse({"found": [one._asdict() for one in islice(search_all(search), MOST)]})


def search_all(search: Search) -> Iterator[Found]:
    """What fits the search, of each kind the first few."""
    kinds = (_tables, _places, _sheets, _reports, _players, _people, _slips, _passes, _articles, _acts)
    yield from chain.from_iterable(islice(kind(search), MOST_OF_A_KIND) for kind in kinds)


def _tables_of_the_house() -> list[Table]:
    return sorted(Table.objects.filter(retired=None), key=lambda table: table.place)


def _pages_of_a_table(role: str) -> Iterator[tuple[str, str, Callable[[Table], str], str]]:
    """(icon, word, address by table, permission) of each page; the first that is permitted stands for the table."""
    every = (
        ("table-2", "", lambda table: reverse("table", args=[table.slug]), "table"),
        ("tablet", _("Console"), lambda table: reverse("console", args=[table.slug]), "console"),
        ("banknote", _("Money"), lambda table: reverse("money", args=[table.slug]), "money"),
        ("scroll-text", _("Record"), lambda table: f"{reverse('timeline')}?table={table.slug}", "timeline"),
        ("monitor", _("Wall"), lambda table: reverse("wall", args=[table.slug]), "wall"),
    )
    return (page for page in every if may_open(role, page[3]))


def _tables(search: Search) -> Iterator[Found]:
    pages = list(_pages_of_a_table(search.role))
    fitting = [table for table in _tables_of_the_house() if search.fits(table.name)]
    for table in fitting:
        for icon, word, address, _permission in pages if len(fitting) == 1 else pages[:1]:
            yield Found(icon, f"{table.name} · {word}" if word else table.name, "", address(table))


def _places(search: Search) -> Iterator[Found]:
    for place in places_of(search.role):
        if search.fits(str(place.title)):
            yield Found(place.icon, str(place.title), "", reverse(place.address))


def _sheets(search: Search) -> Iterator[Found]:
    """What is done with many tables at once."""
    sheets = (
        ("plus", _("Open tables…"), "openings"),
        ("door-closed", _("Close tables…"), "closings"),
        ("map-pin", _("My section…"), "section"),
        ("users", _("Plan of duty"), "duty-plan"),
    )
    for icon, title, address in sheets if search.words else ():
        if may_open(search.role, address) and search.fits(title):
            yield Found(icon, title, "", reverse(address))


def _reports(search: Search) -> Iterator[Found]:
    """The reports for which nothing has to be chosen before."""
    for page in listed_for(search.role) if search.words else ():
        if not page.choice and search.fits(str(page.title)):
            yield Found(page.icon, str(page.title), _("Report"), reverse(page.name))


def _players(search: Search) -> Iterator[Found]:
    if not search.words or not may_read(search.role, "report-player"):
        return
    fits = Q()
    for word in search.words:
        fits &= Q(name__iregex=pattern(word))
    for player in Player.objects.filter(fits).select_related("table").order_by("-pk")[:MOST_OF_A_KIND]:
        address = reverse("report-player", args=[player.table.slug, player.player])
        yield Found("user", player.name, player.table.name, address)


def _people(search: Search) -> Iterator[Found]:
    if not search.words or not may_open(search.role, "person"):
        return
    fits = Q()
    for word in search.words:
        fits &= in_name(word)
    for person in User.objects.filter(fits).order_by("username")[:MOST_OF_A_KIND]:
        name = person.get_full_name() or person.username
        yield Found("users", name, person.get_role_display(), reverse("person", args=[person.pk]))


def _slips(search: Search) -> Iterator[Found]:
    if not may_read(search.role, "slip"):
        return
    reads_cage = may(search.role, Right.READ_SLIPS_OF_CAGE)
    for slip in Slip.objects.filter(number__in=search.numbers):
        title = f"{_('Slip')} {slip.number}"
        if search.fits(title) and (reads_cage or slug_of(slip.book)):
            detail = f"{SLIP_LABELS[slip.kind]} · {written(slip.amount)}"
            yield Found("receipt", title, detail, reverse("slip", args=[slip.number]))


def _passes(search: Search) -> Iterator[Found]:
    if not search.numbers or not may_open(search.role, "pass"):
        return
    tables = {table.pk: table for table in _tables_of_the_house()}
    played = Pass.objects.filter(table__in=tables, number__in=search.numbers).exclude(paid=None)
    for one in sorted(played, key=lambda one: tables[one.table_id].place):
        table = tables[one.table_id]
        title = f"{table.name} · {_('Pass')} {one.number}"
        if search.fits(title):
            yield Found("square", title, "", reverse("pass", args=[table.slug, one.number]))


def _articles(search: Search) -> Iterator[Found]:
    if not search.numbers or not may_open(search.role, "article"):
        return
    for reglamento in on_offer():
        for number in reglamento.source.articles:
            title = f"{_('Art.')} {number}"
            if search.fits(f"{title} {_('Article')} {reglamento.title}"):
                yield Found(
                    "book-open", title, reglamento.title, reverse("article", args=[reglamento.name, number])
                )


def _acts(search: Search) -> Iterator[Found]:
    if not search.words or not may_open(search.role, "table"):
        return
    acts = (
        ("set_limits", "limits", _("Limits")),
        ("suspend", "suspend", _("Suspend")),
        ("note", "note", _("Note")),
    )
    for table in _tables_of_the_house():
        for command, place, word in acts:
            if may_command(search.role, command) and search.fits(f"{table.name} {word}"):
                address = f"{reverse('table', args=[table.slug])}#do-{place}"
                yield Found("sliders-horizontal", f"{table.name} · {word}…", "", address)

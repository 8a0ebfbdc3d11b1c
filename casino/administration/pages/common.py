"""Common parts of the pages of the administration: their acts, the amounts of their forms, and what a new house
still needs until its first table can be opened."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from casino.common import currency
from casino.common.answers import LOCAL
from casino.common.currency import LARGEST
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.house.models import HouseSetting
from casino.people.access import READING, View, needs
from casino.people.access_log import place_of
from casino.people.login.confirmation import confirmed
from casino.people.models import Token, User
from casino.people.permissions import Grave, may_open
from tables.models import Table
from tables.rules.roles import COMMANDS

LONGEST_NUMBER = 18  # digits
# What a form does: the sentence that says so, or what is shown this once, which is never stored.
Done = Promise | str | Json
Act = Callable[[HttpRequest], Done]


def page(name: str) -> Callable[[View], View]:
    """Decorator: a page of that name in the permission table, with forms that change what is grave."""

    def decorate(view: View) -> View:
        return never_cache(needs(may_open, name, (*READING, "POST"))(confirmed(Grave.ADMINISTER)(view)))

    return decorate


def by(request: HttpRequest) -> By:
    """The person who acts, and from where."""
    return By(request.user.get_username(), place_of(request)[0])


def answer(
    request: HttpRequest, template: str, shown: Callable[[], Json], acts: Mapping[str, Act], back: str = ""
) -> HttpResponse:
    """The page, or what one of its forms does, named by its button (`act`). Afterwards the page is loaded again, from
    `back` or from where it is; what is shown once is shown at once, and a refusal beside its field, else above."""
    if request.method in READING:
        return show(request, template, shown())
    act = acts.get(request.POST.get("act", ""))
    if act is None:
        return redirect(request.get_full_path())
    try:
        done = act(request)
    except Refusal as refusal:
        said = {
            "refused": refusal.text(LOCAL),
            "refused_of": refusal.field or "",
            "typed": request.POST.dict(),
        }
        return show(request, template, shown() | said, refusal.status)
    if isinstance(done, dict):
        return show(request, template, shown() | done)
    messages.success(request, str(done))
    return redirect(back or request.get_full_path())


NAMED = 8  # in the sentence that says what was done


def each(wanted: Iterable[tuple[str, Callable[[], object]]], sentence: Promise | str) -> Done:
    """Do what is wanted of each, every one an act for itself: what is refused to one is done to the others, and said.
    `wanted`: what each is called, and what is done; `sentence`: what then is said of `names`."""
    done, refused = [], []
    for name, act in wanted:
        try:
            act()
            done.append(name)
        except Refusal as refusal:
            refused.append((name, refusal.text(LOCAL)))
    more = f" … ({len(done)})" if len(done) > NAMED else ""
    said = str(sentence) % {"names": ", ".join(done[:NAMED]) + more}
    return {"told": said if done else "", "not_done": refused} if refused else said


def shown(request: HttpRequest, names: Iterable[str]) -> dict[str, str]:
    """The values that a form showed of these fields when its page was made: it says so in fields of their own."""
    found = {name: request.POST.get(f"shown_{name}") for name in names}
    return {name: value for name, value in found.items() if value is not None}


def telling(act: Callable[[HttpRequest], object], sentence: Promise | str) -> Act:
    """An act that is told with this sentence."""

    def acted(request: HttpRequest) -> Done:
        act(request)
        return sentence

    return acted


def show(request: HttpRequest, template: str, shown: Json, status: int = 200) -> HttpResponse:
    """A page of the administration."""
    return render(request, f"administration/{template}", shown | {"steps": steps()}, status=status)


def number(text: str | None) -> int:
    """The number that a form says; -1 for anything else."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else -1


def units(text: str, decimals: int) -> int | None:
    """The amount that is typed, in the smallest unit; None for what is not clearly one amount above 0."""
    found = currency.typed(text, decimals)
    return found if found and found <= LARGEST else None


def asked_amount(text: str, decimals: int, of: str | None = None) -> int:
    """`units`; `of`: the field. Raises Refusal (`no_amount`, `unclear_amount`, `not_an_amount`)."""
    if not text.strip():
        raise Refusal("no_amount", of=of)
    if currency.typed(text, decimals) is None:
        raise Refusal("unclear_amount", of=of, **currency.unclear())
    found = units(text, decimals)
    if found is None:
        raise Refusal("not_an_amount", of=of, least=1, most=LARGEST)
    return found


@dataclass(frozen=True, slots=True)
class Step:
    """`address`: the name of the page on which it is done."""

    title: Promise
    address: str
    is_done: bool


def steps() -> list[Step]:
    """The first steps; empty once all are done."""
    openers = User.objects.filter(role__in=COMMANDS["open_table"], is_active=True)
    found = [
        Step(_("The house"), "house-settings", HouseSetting.objects.exists()),
        Step(_("Tables"), "house-tables", Table.objects.exists()),
        Step(_("People"), "people", openers.exists()),
        Step(_("Walls and devices"), "tokens", Token.objects.exists()),
    ]
    return [] if all(step.is_done for step in found) else found

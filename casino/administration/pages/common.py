"""What the pages of the administration have in common."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache

from casino.accounts.access import READING, View, needs
from casino.accounts.access_log import place_of
from casino.accounts.confirmation import confirmed
from casino.accounts.permissions import Grave, may_open
from casino.administration.first_steps import steps
from casino.common.answers import LOCAL
from casino.common.errors import Refusal
from casino.house.acts import By

Json = dict[str, Any]
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
    """Who acts, and from where."""
    return By(request.user.get_username(), place_of(request)[0])


def answer(
    request: HttpRequest, template: str, shown: Callable[[], Json], acts: Mapping[str, Act], back: str = ""
) -> HttpResponse:
    """The page, or what one of its forms does, named by its button (`act`). Afterwards the page is loaded again, from
    `back` or from where it is; what is shown once is shown at once, and a refusal above the form."""
    if request.method in READING:
        return show(request, template, shown())
    act = acts.get(request.POST.get("act", ""))
    if act is None:
        return redirect(request.get_full_path())
    try:
        done = act(request)
    except Refusal as refusal:
        said = {"refused": refusal.text(LOCAL), "typed": request.POST.dict()}
        return show(request, template, shown() | said, refusal.status)
    if isinstance(done, dict):
        return show(request, template, shown() | done)
    messages.success(request, str(done))
    return redirect(back or request.get_full_path())


def shown(request: HttpRequest, names: Iterable[str]) -> dict[str, str]:
    """What a form showed of these fields when its page was made: it says so in fields of their own."""
    found = {name: request.POST.get(f"shown_{name}") for name in names}
    return {name: value for name, value in found.items() if value is not None}


def telling(act: Callable[[HttpRequest], None], sentence: str) -> Act:
    """An act that is told with this sentence."""

    def acted(request: HttpRequest) -> Done:
        act(request)
        return sentence

    return acted


def show(request: HttpRequest, template: str, shown: Json, status: int = 200) -> HttpResponse:
    """A page of the administration."""
    return render(request, f"administration/{template}", shown | {"steps": steps()}, status=status)


def number(text: str | None) -> int:
    """What a form says by a number; -1 for anything else."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else -1

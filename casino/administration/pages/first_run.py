"""The page behind the link of the first run: whoever opens it makes the first administrator, and then logs in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino.administration import first_run
from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.people.access import READING
from casino.people.access_log import place_of


@never_cache
@require_http_methods([*READING, "POST"])
@sensitive_post_parameters()
def set_up(request: HttpRequest, secret: str) -> HttpResponse:
    """The first administrator chooses login and passphrase."""
    if not first_run.holds(secret):
        raise Refusal("no_such_link")
    typed = {name: request.POST.get(name, "").strip() for name in ("username", "first_name", "last_name")}
    if request.method in READING:
        return _page(request, typed)
    try:
        _make(request, secret, typed)
    except Refusal as refusal:
        return _page(request, typed, refusal)
    messages.success(request, _("You are the first administrator. Log in to go on."))
    return redirect("login")


def _make(request: HttpRequest, secret: str, typed: dict[str, str]) -> None:
    passphrase = request.POST.get("passphrase", "")
    if passphrase != request.POST.get("again"):
        raise Refusal("passphrases_differ")
    by = By(typed["username"], place_of(request)[0])
    row = typed | {"language": get_language() or ""}
    first_run.make_administrator(by, secret, row, passphrase)


def _page(request: HttpRequest, typed: dict[str, str], refusal: Refusal | None = None) -> HttpResponse:
    shown = {"typed": typed, "refused": refusal and refusal.text(LOCAL)}
    status = refusal.status if refusal else 200
    return render(request, "administration/set_up.html", shown, status=status)

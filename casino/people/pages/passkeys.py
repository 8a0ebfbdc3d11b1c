"""Challenges that the browser needs for a passkey; and the passkeys of a person, which he makes and ends."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from casino.common.answers import LOCAL
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.login import passkeys, pending, second_factor
from casino.people.login.confirmation import ask_first, is_confirmed
from casino.people.login.passkeys import Purpose
from casino.people.models import User


@never_cache
@require_POST
def give_challenge(request: HttpRequest) -> JsonResponse:
    """Answer what the browser is to make, or to have signed, as JSON; `for`: a Purpose. Refusals are JSON, too."""
    try:
        return JsonResponse({"publicKey": _options(request)})
    except Refusal as refusal:
        return JsonResponse({"error": refusal.text(LOCAL)}, status=refusal.status)


def _options(request: HttpRequest) -> Json:
    purpose = request.POST.get("for")
    user = pending.who(request) if purpose == Purpose.COME_IN else request.user
    if not isinstance(user, User) or purpose not in list(Purpose):
        raise Refusal("not_logged_in")
    if purpose == Purpose.MAKE and not is_confirmed(request):
        raise Refusal("confirm_yourself")
    address = passkeys.address_of(request)
    fresh = passkeys.give_challenge(request, user, Purpose(purpose))
    ask = passkeys.to_make if purpose == Purpose.MAKE else passkeys.to_sign
    return ask(user, address, fresh)


@never_cache
@require_POST
def change(request: HttpRequest) -> HttpResponseBase:
    """A person makes a passkey (`name`, `passkey`), or ends one (`end`: its number)."""
    user = request.user
    if not isinstance(user, User):
        return redirect("login")
    if not is_confirmed(request):
        return ask_first(request)
    try:
        messages.success(request, _end(request, user) if "end" in request.POST else _make(request, user))
    except Refusal as refusal:
        messages.error(request, refusal.text(LOCAL))
    return redirect("second-factor")


def _make(request: HttpRequest, user: User) -> str:
    given = passkeys.take_challenge(request, user, Purpose.MAKE)
    if not second_factor.has_one(user):
        raise Refusal("phone_first")
    name = request.POST.get("name", "").strip()
    said = request.POST.get("passkey", "")
    made = passkeys.make(user, passkeys.address_of(request), given, name, said)
    access_log.enter_of(request, access_log.PASSKEY_MADE, person=user.username, detail=made.name)
    return _("“%(name)s” signs from now on.") % {"name": made.name}


def _end(request: HttpRequest, user: User) -> str:
    number = request.POST["end"]
    ended = passkeys.end(
        user, int(number) if number.isascii() and number.isdecimal() and len(number) < 18 else -1
    )
    access_log.enter_of(request, access_log.PASSKEY_ENDED, person=user.username, detail=ended.name)
    return _("“%(name)s” signs no more.") % {"name": ended.name}

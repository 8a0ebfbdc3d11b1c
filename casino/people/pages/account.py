"""A person's own pages: the lock of this tablet, his sessions, his PIN, his tours."""

from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from casino.common.address import came_from, within
from casino.common.answers import refuse
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.access import READING
from casino.people.login import passkeys, pins, second_factor
from casino.people.login.confirmation import check_passphrase, confirm, has_shown
from casino.people.models import StaffSession, User
from casino.people.pages import page
from casino.people.sessions import staff_sessions
from casino.people.sessions.required import is_on
from casino.people.sessions.staff_sessions import state_of


@never_cache
@require_http_methods([*READING, "POST"])
def locked(request: HttpRequest) -> HttpResponseBase:
    """Where a locked tablet is unlocked, with the PIN of the person who is logged in, or with his passphrase."""
    back = _back(request)
    if not request.user.is_authenticated:
        return redirect_to_login(back)
    session = staff_sessions.of(request.session.session_key)
    if session is None or not state_of(session).is_locked:
        return redirect(back)
    if request.method in READING:
        return _lock_page(request, session)
    try:
        _check(request, session)
    except Refusal as refusal:
        if request.user.is_authenticated:
            return _lock_page(request, session, refusal)
        return redirect_to_login(back)
    staff_sessions.unlock(session, request)
    return redirect(back)


def _check(request: HttpRequest, session: StaffSession) -> None:
    """Raises Refusal (`wrong_secret`, `too_busy`)."""
    if passphrase := request.POST.get("passphrase", ""):
        check_passphrase(request, session.user, passphrase)
        return
    if not staff_sessions.count_try(session):
        raise Refusal("wrong_secret")
    if not pins.fits(session.user, request.POST.get("pin", "")):
        if staff_sessions.fail(session, request):
            logout(request)
        raise Refusal("wrong_secret")


def _lock_page(request: HttpRequest, session: StaffSession, refusal: Refusal | None = None) -> HttpResponse:
    back = _back(request)
    shown = {"next": back, "has_pin": pins.has_one(session.user), "relief": _relief(back)}
    return page(request, "locked.html", shown, refusal)


def _relief(back: str) -> str | None:
    """Where another person takes the tablet over, if it shows a table's console."""
    try:
        found = resolve(urlsplit(back).path)
    except Resolver404:
        return None
    return reverse("relief", kwargs=found.kwargs) if found.url_name == "console" else None


@require_POST
def lock(request: HttpRequest) -> HttpResponseBase:
    """Lock this tablet now."""
    if session := staff_sessions.of(request.session.session_key):
        staff_sessions.lock(session, request)
    back = within(request.POST["next"]) if "next" in request.POST else came_from(request)
    return redirect(reverse("locked") + (f"?{urlencode({'next': back})}" if back != "/" else ""))


@never_cache
@require_http_methods([*READING, "POST"])
def still_here(request: HttpRequest) -> HttpResponse:
    """A page says that the tablet was touched (POST), or asks whether it is locked: 204, or the refusal `locked`."""
    if not request.user.is_authenticated:
        return refuse(request, Refusal("not_logged_in"))
    session = staff_sessions.of(request.session.session_key)
    if session and state_of(session).is_locked:
        return refuse(request, Refusal("locked"))
    if session and request.method == "POST":
        state_of(session).touch()
    return HttpResponse(status=204)


@never_cache
@require_http_methods([*READING, "POST"])
def show_who_you_are(request: HttpRequest) -> HttpResponseBase:
    """Asks again who is there, before a grave act; then leads back to where it is done."""
    if not isinstance(request.user, User):
        return redirect_to_login(_back(request))
    if request.method in READING:
        return _confirm_page(request, request.user)
    try:
        confirm(request, request.user)
    except Refusal as refusal:
        return _confirm_page(request, request.user, refusal)
    return redirect(_back(request))


def _confirm_page(request: HttpRequest, user: User, refusal: Refusal | None = None) -> HttpResponse:
    shown = {"next": _back(request), "has_phone": second_factor.has_one(user), "passkeys": passkeys.of(user)}
    return page(request, "confirm.html", shown, refusal)


@never_cache
@require_http_methods([*READING, "POST"])
def account(request: HttpRequest) -> HttpResponseBase:
    """A person's open sessions, which he can end, his PIN, which he can choose, and the tours of the screens."""
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    if request.method in READING:
        return _account_page(request, request.user)
    try:
        messages.success(request, _change(request, request.user))
    except Refusal as refusal:
        return _account_page(request, request.user, refusal)
    return redirect("account")


def _change(request: HttpRequest, user: User) -> str:
    """Make the change and say what was done. Raises Refusal (`wrong_secret`, `confirm_yourself`, `bad_pin`,
    `pins_differ`, `too_busy`)."""
    if "tours" in request.POST:
        User.objects.filter(pk=user.pk).update(toured="")
        return _("The tours are shown again.")
    others = [
        one for one in staff_sessions.open_sessions(user) if one.session_key != request.session.session_key
    ]
    if "end" in request.POST:
        for one in others:
            if request.POST["end"] in ("others", str(one.pk)):
                staff_sessions.end(one, "by the person")
        return _("Session ended.")
    if request.POST.get("pin") != request.POST.get("again"):
        raise Refusal("pins_differ")
    if not user.comes_by_directory:
        check_passphrase(request, user, request.POST.get("passphrase", ""))
    elif not has_shown(request):
        raise Refusal("confirm_yourself")
    pins.choose(user, request.POST.get("pin", ""))
    access_log.enter_of(request, access_log.PIN_CHOSEN, person=user.username)
    return _("Your PIN is kept. It unlocks a tablet on which you are logged in.")


def _account_page(request: HttpRequest, user: User, refusal: Refusal | None = None) -> HttpResponse:
    shown = {
        "sessions": staff_sessions.open_sessions(user),
        "this": request.session.session_key,
        "has_pin": pins.has_one(user),
        "idle": house().idle_minutes,
        "most": house().sessions_per_person,
        "has_shown": has_shown(request),
        "factors": is_on(),
        "has_phone": second_factor.has_one(user),
        "codes_left": second_factor.left(user),
    }
    return page(request, "account.html", shown, refusal)


def _back(request: HttpRequest) -> str:
    return within(request.POST.get("next") or request.GET.get("next") or "/")

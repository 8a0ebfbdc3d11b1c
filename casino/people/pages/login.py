"""The way in: the passphrase, the code of the second factor where it is asked, and a passphrase of one's own in place
of a given one. Until the last step nobody is logged in (`waiting`)."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_texts
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from casino.common.address import within
from casino.common.pages import qr
from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.access import READING
from casino.people.login import passkeys, passphrases, pending, second_factor
from casino.people.login.confirmation import (
    ask_first,
    check_code,
    check_passkey,
    check_passphrase,
    is_confirmed,
)
from casino.people.login.passkeys import Purpose
from casino.people.models import User
from casino.people.pages import page
from casino.people.sessions import staff_sessions
from casino.people.sessions.required import is_on

NEW_PHONE = "new_second_factor"  # what the session keeps until the phone is set up

Page = Callable[..., HttpResponseBase]


class ByAnyCase(AuthenticationForm):
    """The form of the login, which takes capital letters of a touch keyboard and blanks around it."""

    def clean_username(self) -> str:
        """The login as it was made, by which wrong passphrases are counted, too."""
        said = str(self.cleaned_data["username"])
        return access_log.known(said) or said


class Login(LoginView):
    """Asks for login and passphrase."""

    redirect_authenticated_user = True
    authentication_form = ByAnyCase

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """Where `next` leads, within this house; empty where there is none, or it leads elsewhere."""
        wanted = super().get_redirect_url()
        return within(wanted) if wanted else ""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With the name of the house's directory, where it has one."""
        return super().get_context_data(
            has_directory=bool(settings.DIRECTORY_ISSUER), directory=settings.DIRECTORY_NAME, **more
        )

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """The passphrase is right: he is in, or is asked for more."""
        user = form.get_user()
        if not isinstance(user, User) or not pending.has_to_wait(user):
            return super().form_valid(form)
        pending.begin(self.request, user, self.get_success_url())
        return redirect(pending.go_on(self.request, user))


@never_cache
@require_http_methods([*READING, "POST"])
def code(request: HttpRequest) -> HttpResponseBase:
    """Asks for the code, or a passkey, of who has given his passphrase."""
    user = pending.who(request)
    if user is None:
        return redirect("login")
    if pending.has_given_code(request):
        return redirect(pending.go_on(request, user))
    if not second_factor.has_one(user):
        return redirect("second-factor")
    if request.method in READING:
        return _code_page(request, user)
    try:
        if signed := request.POST.get("passkey"):
            check_passkey(request, user, Purpose.COME_IN, signed)
        else:
            check_code(request, user, request.POST.get("code", ""))
    except Refusal as refusal:
        return _code_page(request, user, refusal)
    pending.note_code(request)
    return redirect(pending.go_on(request, user))


def _code_page(request: HttpRequest, user: User, refusal: Refusal | None = None) -> HttpResponse:
    return page(request, "code.html", {"person": user, "passkeys": passkeys.of(user)}, refusal)


@never_cache
@require_http_methods([*READING, "POST"])
def set_up(request: HttpRequest) -> HttpResponseBase:
    """A phone is made the second factor: at the first login of who needs one, or by who wants one or another one."""
    comer = pending.who(request)
    if comer and second_factor.has_one(comer):
        return redirect(
            "login-code"
        )  # who knows a passphrase alone does not put his own phone in the place of another
    user = comer or (request.user if isinstance(request.user, User) else None)
    if user is None:
        return redirect("login")
    if comer is None and not is_on():
        return redirect("account")
    if comer is None and not is_confirmed(request):
        return ask_first(request)
    if request.method in READING:
        return _set_up_page(request, user)
    try:
        codes = second_factor.set_up(user, _new_secret(request), request.POST.get("code", ""))
    except Refusal as refusal:
        return _set_up_page(request, user, refusal)
    return _set_up_done(request, user, codes, comer is not None)


def _set_up_done(request: HttpRequest, user: User, codes: list[str], comes_in: bool) -> HttpResponse:
    del request.session[NEW_PHONE]
    if comes_in:
        pending.note_code(request)
    else:
        staff_sessions.note_confirmed(request, two_factors=True)
    back = pending.go_on(request, user) if comes_in else "/account/"
    access_log.enter_of(request, access_log.FACTOR_SET_UP, person=user.username)
    return render(request, "account/recovery_codes.html", {"codes": codes, "next": back})


def _set_up_page(request: HttpRequest, user: User, refusal: Refusal | None = None) -> HttpResponse:
    secret = _new_secret(request)
    groups = [secret[at : at + 4] for at in range(0, len(secret), 4)]
    shown = {"person": user, "qr": qr.as_svg(second_factor.link(user, secret)), "secret": " ".join(groups)}
    if second_factor.has_one(user):
        shown |= {"has_phone": True, "passkeys": passkeys.of(user)}
    return page(request, "second_factor.html", shown, refusal)


def _new_secret(request: HttpRequest) -> str:
    """The same one until a code has shown that the phone has it; the session keeps it encrypted."""
    if NEW_PHONE not in request.session:
        request.session[NEW_PHONE] = second_factor.seal(second_factor.new_secret())
    return second_factor.unseal(request.session[NEW_PHONE])


@never_cache
@require_http_methods([*READING, "POST"])
def passphrase(request: HttpRequest) -> HttpResponseBase:
    """A person chooses another passphrase: when he comes in with one that he was given, or when he wants to."""
    comer = pending.who(request)
    if comer and second_factor.is_asked_of(comer) and not pending.has_given_code(request):
        return redirect("login-code")
    user = comer or (request.user if isinstance(request.user, User) else None)
    if user is None:
        return redirect("login")
    if request.method in READING:
        return _passphrase_page(request, user, comer is not None)
    try:
        _choose(request, user, comer is not None)
    except (Refusal, ValidationError) as error:
        return _passphrase_page(request, user, comer is not None, error)
    return redirect(_passphrase_chosen(request, user, comer is not None))


def _choose(request: HttpRequest, user: User, comes_in: bool) -> None:
    """Raises Refusal and ValidationError, see `own_passphrase.choose`; `wrong_secret`."""
    if not comes_in:
        check_passphrase(request, user, request.POST.get("passphrase", ""))
    passphrases.choose(user, request.POST.get("new", ""), request.POST.get("again", ""))
    access_log.enter_of(request, access_log.PASSPHRASE_CHANGED, person=user.username)


def _passphrase_chosen(request: HttpRequest, user: User, comes_in: bool) -> str:
    """His sessions elsewhere have ended, as they named the old one. Returns where he goes."""
    if comes_in:
        pending.begin_again(request, user)
        return pending.go_on(request, user)
    staff_sessions.keep_alone(request, user, "passphrase changed")
    messages.success(request, _("Your passphrase is changed. Your sessions elsewhere have ended."))
    return "/account/"


def _passphrase_page(
    request: HttpRequest, user: User, comes_in: bool, error: Refusal | ValidationError | None = None
) -> HttpResponse:
    shown: dict[str, Any] = {"person": user, "comes_in": comes_in, "rules": password_validators_help_texts()}
    if isinstance(error, ValidationError):
        return render(
            request, "account/passphrase.html", shown | {"refused": " ".join(error.messages)}, status=422
        )
    return page(request, "passphrase.html", shown, error)

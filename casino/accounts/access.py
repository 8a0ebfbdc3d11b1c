"""From a login or a token to the actor that the game knows."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from casino.accounts.models import Token, User
from tables.engine.actor import Actor

View = Callable[..., HttpResponseBase]


def actor_of(user: User) -> Actor:
    """The actor behind a logged-in member of the staff."""
    return Actor(name=user.get_username(), role=user.role)


def actor_of_token(token: Token) -> Actor:
    """The actor behind a display's or device's token; its role is the token's kind."""
    return Actor(name=token.name, role=token.kind)


def needs_role(*roles: str) -> Callable[[View], View]:
    """A view for these roles only: strangers are sent to the login, others get 403."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if request.user.role not in roles:
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate

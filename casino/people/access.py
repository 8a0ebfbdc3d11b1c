"""From a login or token to an actor of the game, and a decorator that guards pages."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_http_methods

from casino.common.house import house
from casino.people.models import Token, User
from casino.people.permissions import Right, may
from casino.people.sessions.required import is_fresh
from tables.rules.roles import Actor

View = Callable[..., HttpResponseBase]
Permission = Callable[[str, str], bool]  # (role, name of what is protected)
READING = ("GET", "HEAD")


def actor_of(user: User) -> Actor:
    """The actor of a logged-in member of staff."""
    confirmed = is_fresh(user.session.confirmed if user.session else None)
    return Actor(user.get_username(), user.role, confirmed=confirmed, serves=tables_of(user))


def tables_of(user: User) -> frozenset[str] | None:
    """The slugs of the tables to which the house binds this person; None where he may work anywhere."""
    is_bound = house().assigned_only and may(user.role, Right.BOUND_TO_TABLES)
    return frozenset(user.serves.split()) if is_bound else None


def actor_of_token(token: Token) -> Actor:
    """The actor behind a display's or device's token; its role is the token's kind."""
    return Actor(name=token.name, role=token.kind)


def role_of(request: HttpRequest) -> str:
    """The role of the logged-in user; empty if nobody is logged in."""
    return str(getattr(request.user, "role", ""))


def needs(permission: Permission, name: str, methods: Sequence[str] = READING) -> Callable[[View], View]:
    """Decorator: a page for those who have the permission, as in `needs(may_open, "floor")`.

    Visitors who are not logged in are redirected to the login; others get 403. A page is only read, unless `methods`
    says otherwise.
    """

    def decorate(view: View) -> View:
        @require_http_methods(methods)
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if not permission(role_of(request), name):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return decorate

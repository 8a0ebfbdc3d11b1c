"""Django's signals of logins, entered in the log and in the sessions; and what django-axes must not keep of them."""

from typing import Any

from axes.models import AccessAttempt
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from casino.people import access_log
from casino.people.models import StaffSession, User
from casino.people.sessions import staff_sessions

CHOSEN = "language"  # in the session of who has chosen one before he logged in


@receiver(user_logged_in)
def came_in(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Somebody has logged in. The language that he chose just before is his from now on."""
    staff_sessions.begin(request, user)
    if chosen := request.session.pop(CHOSEN, ""):
        user.language = chosen
        User.objects.filter(pk=user.pk).update(language=chosen)


@receiver(user_logged_out)
def went(sender: Any, request: HttpRequest, user: User | None, **_: Any) -> None:
    """Somebody has logged out."""
    StaffSession.objects.filter(session_key=request.session.session_key).delete()
    if user is not None:
        access_log.enter_of(request, access_log.SIGNED_OUT, person=user.get_username())


@receiver(user_login_failed)
def failed(sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    """A passphrase was wrong, or not looked at because there were too many."""
    if request is None:
        return
    typed = str(credentials.get("username") or "")
    if not getattr(request, "axes_denied", False):
        access_log.enter_failure(request, typed)
    if getattr(request, "axes_locked_out", False):
        access_log.enter_lockout(request, typed)


@receiver(pre_save, sender=AccessAttempt)
def keep_nothing_posted(sender: Any, instance: AccessAttempt, **_: Any) -> None:
    """Attempts are counted. What was typed in them is a passphrase or a PIN, or nearly one."""
    instance.post_data = instance.get_data = ""

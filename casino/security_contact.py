"""/.well-known/security.txt: whom to tell about a weakness of this installation (RFC 9116)."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.common.errors import Refusal

VALID_FOR = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The house's SECURITY_CONTACT. Raises Refusal (`no_such_page`) where the house has not set one."""
    if not settings.SECURITY_CONTACT:
        raise Refusal("no_such_page")
    expires = (timezone.now() + VALID_FOR).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(settings.HOUSE_LANGUAGES)
    text = f"Contact: {settings.SECURITY_CONTACT}\nExpires: {expires}\nPreferred-Languages: {languages}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")

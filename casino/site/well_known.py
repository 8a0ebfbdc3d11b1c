"""Addresses that software asks for by itself: the web app manifest, with which a browser installs the product as an app
of the tablet, and /.well-known/security.txt, which says whom to tell about a weakness (RFC 9116)."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from casino.common.house import house
from casino.common.refusals import Refusal

COLOUR = "#0c1013"  # of the page before it is there: that of the dark theme
SIZES = (192, 512)  # pixels: what browsers ask for
AN_HOUR = 3600
VALID_FOR = timedelta(days=180)  # what security.txt says


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def manifest(request: HttpRequest) -> JsonResponse:
    """The web app manifest, as W3C describes it."""
    icons = [
        {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in SIZES
    ]
    return JsonResponse(
        {
            "id": "/",
            "name": house().house_name,
            "short_name": house().house_name[:12],
            "start_url": reverse("work"),
            "scope": "/",
            "display": "fullscreen",
            "background_color": COLOUR,
            "theme_color": COLOUR,
            "icons": [{"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"}, *icons],
        },
        content_type="application/manifest+json",
    )


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The house's SECURITY_CONTACT. Raises Refusal (`no_such_page`) where the house has not set one."""
    if not settings.SECURITY_CONTACT:
        raise Refusal("no_such_page")
    expires = (timezone.now() + VALID_FOR).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(house().house_languages)
    text = f"Contact: {settings.SECURITY_CONTACT}\nExpires: {expires}\nPreferred-Languages: {languages}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")

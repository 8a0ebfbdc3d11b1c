"""What a browser needs to install the product as an app of the tablet: full screen, with a name and an icon."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

COLOUR = "#0b1014"  # of the page before it is there: that of the dark theme
SIZES = (192, 512)  # pixels: what browsers ask for
AN_HOUR = 3600


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
            "name": settings.HOUSE_NAME,
            "short_name": settings.HOUSE_NAME[:12],
            "start_url": reverse("work"),
            "scope": "/",
            "display": "fullscreen",
            "background_color": COLOUR,
            "theme_color": COLOUR,
            "icons": [{"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"}, *icons],
        },
        content_type="application/manifest+json",
    )

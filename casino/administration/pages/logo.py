"""The house's logo, for everybody: it stands on the login, on walls and on printed sheets."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from casino.common.errors import Refusal
from casino.house.logo import read

A_YEAR = 365 * 24 * 60 * 60  # seconds


@require_safe
def logo(request: HttpRequest, digest: str) -> HttpResponse:
    """The picture with this digest, which never changes. Raises Refusal (`no_such_page`)."""
    image = read(digest)
    if image is None:
        raise Refusal("no_such_page")
    answer = HttpResponse(image, content_type="image/png")
    answer["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    answer["Content-Security-Policy"] = (
        "default-src 'none'; sandbox"  # opened by itself it is a picture, and no more
    )
    answer["X-Content-Type-Options"] = "nosniff"
    return answer

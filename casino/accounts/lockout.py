"""What somebody is told who has tried too many wrong passphrases."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from tables.access import turned_away


def locked_out(request: HttpRequest, credentials: dict[str, Any] | None, *_: Any) -> HttpResponse:
    """A tablet gets the protocol's refusal, a browser a sentence."""
    status, answer = turned_away("too_many_tries")
    if request.path.startswith("/api/"):
        return JsonResponse(answer, status=status)
    return HttpResponse(answer["error"]["message"], status=status)

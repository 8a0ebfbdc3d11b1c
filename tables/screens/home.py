"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def home(request: HttpRequest) -> HttpResponse:
    """Strangers are led to the login."""
    return redirect("login")

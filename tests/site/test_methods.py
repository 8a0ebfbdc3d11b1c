"""A page is read by GET, changed by POST if it says so, and takes nothing else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from casino.common import environment
from casino.people.models import User
from casino.people.permissions import Role

FILLED = {"slug": "mesa", "int": "1", "str": "x"}


def pages(patterns: list[Any], before: str = "") -> Iterator[str]:
    """The address of every view outside the API, its parameters filled in."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from pages(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and not route.startswith("api/"):
            parts = [
                FILLED[part[1:].split(":")[0]] if part.startswith("<") else part for part in route.split("/")
            ]
            yield "/" + "/".join(parts)


PAGES = sorted(pages(get_resolver().url_patterns))


def test_the_pages_are_found() -> None:
    assert {"/", "/login/", "/floor/", "/tables/mesa/", "/wall/x/", "/reports/"} <= set(PAGES)


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_no_page_takes_another_method(client: Client, db: None, method: str) -> None:
    client.force_login(User.objects.create_user("irene", role=Role.INSPECTOR))
    for page in PAGES:
        answer = getattr(client, method)(page)
        assert (answer.status_code, bool(answer["Allow"])) == (405, True), page


class TestSecurityContact:
    def test_says_whom_to_tell_until_when(self, client: Client, settings: Any) -> None:
        settings.SECURITY_CONTACT = "mailto:security@casino.example"
        answer = client.get("/.well-known/security.txt")
        assert answer["Content-Type"].startswith("text/plain")
        lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
        assert lines["Contact"] == "mailto:security@casino.example"
        assert lines["Expires"].endswith("Z")

    def test_is_not_there_where_the_house_names_nobody(self, client: Client, settings: Any) -> None:
        settings.SECURITY_CONTACT = ""
        assert client.get("/.well-known/security.txt").status_code == 404

    @pytest.mark.parametrize("value", ["security@casino.example", "http://x", "mailto:a\nb"])
    def test_is_an_address_to_write_to(self, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
        monkeypatch.setenv("SECURITY_CONTACT", value)
        with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT"):
            environment.contact("SECURITY_CONTACT")

"""No act of the administration without showing lately who one is: every address, those to come included."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from casino.house.models import Act
from casino.people.models import StaffSession, User
from casino.people.permissions import Grave
from tables.door.service import create_table

pytestmark = pytest.mark.django_db
KNOWN: dict[str, Any] = {"number": 1, "slug": "mesa-1"}


def addresses(patterns: list[Any], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, path)
        else:
            yield path, one


ADMINISTRATION = {
    str(one.name): one
    for path, one in addresses(get_resolver().url_patterns)
    if path.startswith("administration/")
}


@pytest.fixture
def ana(client: Client, settings: Any) -> Client:
    """She is logged in with her second factor, and showed who she is an hour ago."""
    settings.SECOND_FACTOR = "roles"
    create_table("mesa-1", "Mesa 1")
    user = User.objects.create_user("ana.admin", role="administrator", language="en")
    KNOWN["number"] = user.pk
    client.force_login(user)
    ago = timezone.now() - timedelta(hours=1)
    key = client.session.session_key
    StaffSession.objects.update_or_create(
        session_key=key, defaults={"user": user, "two_factors": True, "confirmed": ago}
    )
    return client


def test_the_addresses_are_found() -> None:
    assert {"people", "person", "tokens", "house-settings", "house-table", "status"} <= ADMINISTRATION.keys()


@pytest.mark.parametrize("name", sorted(ADMINISTRATION))
def test_an_act_asks_first_who_it_is(ana: Client, name: str) -> None:
    path = reverse(name, args=[KNOWN[field] for field in ADMINISTRATION[name].pattern.converters])
    before = (User.objects.count(), Act.objects.count())
    for act in ("add", "change", "keep", "issue", "import", "end", "logo"):
        answer = ana.post(path, {"act": act, "username": "bruno", "role": "jefe"})
        if answer.status_code != 405:
            assert answer.status_code == 302 and answer["Location"].startswith("/confirm/"), (name, act)
    assert (User.objects.count(), Act.objects.count()) == before


@pytest.mark.parametrize("name", sorted(ADMINISTRATION))
def test_what_takes_a_form_is_marked_as_grave(ana: Client, name: str) -> None:
    """The mark is what the list of pages shows; a page without it takes no form at all."""
    view: Any = ADMINISTRATION[name].callback
    path = reverse(name, args=[KNOWN[field] for field in ADMINISTRATION[name].pattern.converters])
    takes_forms = ana.post(path).status_code != 405
    assert (getattr(view, "grave", None) is Grave.ADMINISTER) == takes_forms

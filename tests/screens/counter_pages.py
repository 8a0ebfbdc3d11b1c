"""The counter's pages in a test: read by a role, and taken apart."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from django.conf import settings as house_settings
from django.test import Client
from django.utils import translation

from casino.people.models import User
from tables.door.service import read
from tables.screens.money import screen as money
from tables.view.screen import view_of
from tests.support.counter import MESA

MONEY, FLOOR, CAGE, REPORTS = f"/tables/{MESA}/money/", "/counter/", "/cage/", "/reports/"
SHEET, SLIP, CONSOLE = f"/reports/shifts/{MESA}/1/", "/slips/4/", f"/tables/{MESA}/console/"
ROLES = ("croupier", "jefe", "cambista", "inspector")
LANGUAGES = [code for code, _ in house_settings.LANGUAGES]
TRAY = 8_766
FILL = {"5000": 1, "1000": 4, "500": 2}  # comes to 10.000


class Marks(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def values(self, name: str) -> Iterator[str]:
        return (attrs[name] or "" for _, attrs in self.found if name in attrs)


def as_role(role: str, language: str = "en") -> Client:
    client = Client()
    user, _ = User.objects.get_or_create(username=f"one-{role}", role=role)
    User.objects.filter(pk=user.pk).update(language=language)
    client.force_login(user)
    return client


def page(role: str, path: str = MONEY) -> str:
    answer = as_role(role).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def seen(role: str, screen: Any = money) -> dict[str, str]:
    """The parts that change, as the line brings them."""
    with translation.override("en"):
        parts: dict[str, str] = screen.SCREEN.render(view_of(*read(MESA), role))
    return parts


def counted(amount: int) -> dict[str, int]:
    """So many chips of one."""
    return {"1": amount}

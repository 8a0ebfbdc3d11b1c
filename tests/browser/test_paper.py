"""A report on paper as the browser prints it: sixty tables by the hour, none cut, with the totals on each page."""

import io
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Route
from pypdf import PdfReader

from tests.reports.test_blocks import AMOUNTS, NAMES, asked
from tests.support.own_house import having

HERE = "http://paper.example/"
LYING = {"width": 1024, "height": 680}  # A4 across without its margins
TOO_WIDE = """() => [...document.querySelectorAll(".on-paper table, main > :not(.on-screen)")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.outerHTML.slice(0, 80))"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".on-paper :is(th, td)")]
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
STATIC = Path(settings.PRODUCT_DIR) / "static"


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_sixty_tables_by_the_hour_are_on_the_paper(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport=LYING)
    page.emulate_media(media="print")
    page.route("**/static/**", _static)
    for amount in AMOUNTS:
        with having(decimals=2):
            html = asked(amount, name)
        page.route(HERE, _answers(html))
        page.goto(HERE)
        assert page.evaluate(TOO_WIDE) == [], amount
        assert page.evaluate(SMALLEST) > 9.33, amount  # px: seven points
        page.unroute(HERE)
    page.close()


def test_what_the_browser_prints_has_every_table_hour_and_total(browser: Browser) -> None:
    page = browser.new_page()
    page.route("**/static/**", _static)
    page.route(HERE, _answers(asked(1_250)))
    page.goto(HERE)
    printed = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
    page.close()
    lying = [one.extract_text() for one in printed if one.mediabox.width > one.mediabox.height]
    shown = [re.findall(r"^Mesa (\d+)\b", text, re.MULTILINE) for text in lying]
    tables = Counter(int(number) for found in shown for number in found)
    assert set(tables) == set(range(1, 61)) and len(set(tables.values())) == 1
    assert all("Todas las mesas" in text for text in lying)
    every = "".join(lying)
    assert every.count("+1.250") + every.count("−1.250") == 24 * 60
    assert all(f"{hour:02}–{(hour + 1) % 24:02}" in every for hour in range(24))


def _answers(html: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=html, content_type="text/html")


def _static(route: Route) -> None:
    path = STATIC / route.request.url.split("/static/")[1]
    route.fulfill(path=path) if path.exists() else route.fulfill(status=404)

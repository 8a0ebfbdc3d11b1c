"""A report on paper as the browser prints it: everything within the width of the page."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings
from playwright.sync_api import Browser, Route

from tests.test_reports_blocks import AMOUNTS, NAMES, asked

HERE = "http://paper.example/"
PAPER = {"width": 695, "height": 1000}  # A4 without its margins
TOO_WIDE = """() => [...document.querySelectorAll("table, svg, main > *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.outerHTML.slice(0, 80))"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("th, td")]
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
STATIC = Path(settings.PRODUCT_DIR) / "static"


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_sixty_tables_by_the_hour_are_on_the_paper(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport=PAPER)
    page.emulate_media(media="print")
    page.route("**/static/**", _static)
    for amount in AMOUNTS:
        with override_settings(DECIMALS=2):
            html = asked(amount, name)
        page.route(HERE, _answers(html))
        page.goto(HERE)
        assert page.evaluate(TOO_WIDE) == [], amount
        assert page.evaluate(SMALLEST) > 9.33, amount  # px: seven points
        page.unroute(HERE)
    page.close()


def _answers(html: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=html, content_type="text/html")


def _static(route: Route) -> None:
    path = STATIC / route.request.url.split("/static/")[1]
    route.fulfill(path=path) if path.exists() else route.fulfill(status=404)

"""No page breaks a rule of WCAG 2.0 to 2.2, A and AA, as far as axe-core sees, weighs too much, or moves once it
is there. `make pages` tries each in all languages and both themes."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from playwright.sync_api import Browser

from tests.pages.faults import unreadable
from tests.pages.pages import NO_PAGES, PAGES

LONGEST = 1200  # seconds: only for a run that hangs


@pytest.mark.slow
def test_no_page_and_no_phase_breaks_a_rule() -> None:
    command = [sys.executable, "-m", "tests.pages.trial", "--short"]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("below", "found"), [(0, 0), (-60, 1)], ids=["close", "too close"])
def test_words_lie_on_each_other_where_their_ink_does(browser: Browser, below: int, found: int) -> None:
    page = browser.new_page()
    page.set_content(
        f"""<main id="glass" style="font: 850 100px/1 sans-serif"><h2 style="margin: 0; font-size: 1em">GANA</h2>
        <b style="display: block; margin-top: {below}px; font-size: 500px; line-height: 0.84">6</b></main>"""
    )
    assert len(unreadable(page)) == found
    page.close()


def test_every_address_is_a_page_that_is_tried_or_none() -> None:
    tried = {resolve(path.partition("?")[0]).url_name for paths in PAGES.values() for path in paths}
    assert tried | NO_PAGES == names_of(get_resolver())
    assert not tried & NO_PAGES


def names_of(resolver: URLResolver) -> set[str | None]:
    """The names of all addresses but the API's, which has no pages."""
    found: set[str | None] = set()
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            found.add(pattern.name)
        elif str(pattern.pattern) != "api/":
            found |= names_of(pattern)
    return found

"""No page breaks a rule of WCAG 2.0 to 2.2, A and AA, as far as axe-core sees, weighs more than 60 KB, or moves once it
is there. `make pages` tries each in all languages and both themes."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.pages.pages import NO_PAGES, PAGES

LONGEST = 1200  # seconds: only for a run that hangs


@pytest.mark.slow
def test_no_page_and_no_phase_breaks_a_rule() -> None:
    command = [sys.executable, "-m", "tests.pages.trial", "--short"]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


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

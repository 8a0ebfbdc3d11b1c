"""What holds for every test."""

import os
from collections.abc import Generator

import pytest
from django.conf import settings
from django.utils import translation


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where NO_SKIP is set, as in CI, a test that skips itself (no browser, no server) has failed."""
    report = yield
    if report.skipped and os.environ.get("NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def spanish_first() -> Generator[None, None, None]:
    """No test speaks the language that a page of the test before it was asked for in."""
    with translation.override(settings.LANGUAGE_CODE):
        yield

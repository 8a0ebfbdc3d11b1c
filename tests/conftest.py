"""What holds for every test."""

import os
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where NO_SKIP is set, as in CI, a test that skips itself (no browser, no server) has failed."""
    report = yield
    if report.skipped and os.environ.get("NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report

"""What holds for every test."""

import os
from collections.abc import Generator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from tests import documented


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where NO_SKIP is set, as in CI, a test that skips itself (no browser, no server) has failed."""
    report = yield
    if report.skipped and os.environ.get("NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report


@pytest.fixture(scope="session", autouse=True)
def own_channel_layer(worker_id: str) -> None:
    """Of several processes that test side by side each has a database of Redis to itself, as it has one of SQL."""
    layer = settings.CHANNEL_LAYERS["default"]
    if hosts := layer.get("CONFIG", {}).get("hosts"):
        number = 0 if worker_id == "master" else int(worker_id.removeprefix("gw")) + 1
        layer["CONFIG"]["hosts"] = [urlsplit(url)._replace(path=f"/{number}").geturl() for url in hosts]


@pytest.fixture(autouse=True)
def spanish_first() -> Generator[None, None, None]:
    """No test speaks the language that a page of the test before it was asked for in."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def every_answer_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test asks of the API is answered as the OpenAPI document says."""
    ask = Client.request

    def request(client: Client, **environment: Any) -> Any:
        response = ask(client, **environment)
        documented.check(response)
        return response

    monkeypatch.setattr(Client, "request", request)

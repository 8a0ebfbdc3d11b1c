"""Two open tables for every test of the sockets."""

import pytest

from tables.live import hub
from tests.support.house import open_table


@pytest.fixture(autouse=True)
def tables(transactional_db: None) -> None:
    for slug in ("mesa", "otra"):
        open_table(slug, slug.title())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.05)

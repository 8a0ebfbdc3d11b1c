"""Two open tables for every test of the sockets."""

import pytest

from tables.live import hub
from tables.service import create_table, execute
from tests.house import JEFE, opening


@pytest.fixture(autouse=True)
def tables(transactional_db: None) -> None:
    for slug in ("mesa", "otra"):
        create_table(slug, slug.title())
        for command in opening():
            execute(slug, command, JEFE)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.05)

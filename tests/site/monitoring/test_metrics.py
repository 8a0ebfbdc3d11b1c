"""What Prometheus is told: who may ask, what each number means, and that alerts and dashboard ask for what there is."""

import json
import re
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async as do
from django.conf import settings
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families as families

from casino.common.sql import outage
from casino.operations.backup.kinds import Backup, Told
from casino.site import health
from casino.site.monitoring import house
from ledger.models import Account
from tables.door import access
from tables.door.access import Caller
from tables.door.service import execute
from tables.rules.roles import Actor
from tests.hub.sockets import hear, opened, token
from tests.site.monitoring.asking import ask
from tests.support.house import CROUPIER, JEFE, open_table

pytestmark = pytest.mark.django_db(transaction=True)
MONITORING = Path(settings.BASE_DIR) / "deploy/monitoring"
OF_PROCESS = {"up", "process_cpu_seconds_total", "process_resident_memory_bytes"}  # not ours
SECRET = "0123456789abcdef"
ASKING = {"authorization": f"Bearer {SECRET}"}

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "METRICS_TOKEN", SECRET)
    made = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    told = Told([Backup("20260102T030405Z.novamas", made, 1, True, made)], {})
    monkeypatch.setattr(house, "kind", lambda: SimpleNamespace(told=lambda: told))
    open_table("mesa", "Mesa")


async def scraped() -> Samples:
    status, headers, text = await ask("/metrics", ASKING)
    assert status == 200 and headers["content-type"].startswith("text/plain")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families(text)
        for sample in family.samples
    }


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0


async def test_only_who_knows_the_token_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await ask("/metrics"))[0] == 404
    assert (await ask("/metrics", {"authorization": "Bearer wrong"}))[0] == 404
    assert (await ask("/metrics", ASKING))[0] == 200
    monkeypatch.setattr(settings, "METRICS_TOKEN", "")
    assert (await ask("/metrics", {"authorization": "Bearer "}))[0] == 404


async def test_the_name_by_which_the_machine_is_asked_does_not_matter() -> None:
    assert (await ask("/metrics", {**ASKING, "host": "10.1.2.3:8001"}))[0] == 200


async def test_the_house_is_told_in_numbers() -> None:
    found = await scraped()
    assert found["novamas_ready", ()] == 1
    assert found["novamas_ledger_imbalance", ()] == 0
    assert found["novamas_backup_made_timestamp_seconds", ()] == 1767323045
    assert found["novamas_audit", (("state", "ok"),)] == 1
    assert sum(number for (name, _), number in found.items() if name == "novamas_tables") == 1


async def test_money_from_nowhere_is_told() -> None:
    await do(Account.objects.create)(code="cage:stock", book="cage", kind="stock", balance=70)
    assert (await scraped())["novamas_ledger_imbalance", ()] == 70


async def test_without_its_database_a_process_still_answers_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "trouble", lambda: "database")
    found = await scraped()
    assert found["novamas_ready", ()] == 0
    assert not [name for name, _ in found if name in ("novamas_tables", "novamas_ledger_imbalance")]


def test_each_command_from_outside_is_counted_by_its_outcome() -> None:
    before = {one: value("novamas_commands_total", outcome=one) for one in ("accepted", "refused", "waits")}
    refusals = value("novamas_refusals_total", code="unknown_player")
    took = value("novamas_command_seconds_count")
    for message in ('{"command": "shuffle", "riffles": 4}', '{"command": "leave", "player": "nobody"}'):
        access.command(Caller(JEFE), "mesa", message, None)
    access.command(
        Caller(CROUPIER), "mesa", '{"command": "burn_shoe", "reason": "wet", "consent": "inspector"}', None
    )
    counted = {one: value("novamas_commands_total", outcome=one) - begun for one, begun in before.items()}
    assert counted == {"accepted": 1, "refused": 1, "waits": 1}
    assert value("novamas_refusals_total", code="unknown_player") == refusals + 1
    assert value("novamas_command_seconds_count") == took + 3


def test_an_outage_of_the_database_is_counted() -> None:
    before = value("novamas_database_errors_total")
    outage.noticed(outage.OUTAGES[0]("the connection is lost"))
    assert value("novamas_database_errors_total") == before + 1
    outage.is_over()


async def test_open_sockets_and_the_lag_of_what_they_show_are_counted() -> None:
    before, lags = value("novamas_sockets", kind="snapshot"), value("novamas_screen_lag_seconds_count")
    async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
        await hear(line, "snapshot")
        assert value("novamas_sockets", kind="snapshot") == before + 1
        await do(execute)("mesa", {"command": "join", "player": "eva"}, Actor("julio", "jefe"))
        await hear(line, "snapshot")
        assert value("novamas_screen_lag_seconds_count") > lags
    assert value("novamas_sockets", kind="snapshot") == before


async def test_alerts_and_dashboard_ask_for_what_there_is() -> None:
    _, _, text = await ask("/metrics", ASKING)
    known = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE ")} | OF_PROCESS
    asked = set(re.findall(r"\b(?:novamas|process)_\w+|\bup\b", _expressions()))
    assert len(asked) > 15
    assert {re.sub(r"_bucket$", "", name) for name in asked} <= known
    kept = re.findall(r"\bnovamas_\w+", text)
    unused = {name for name in known if name.startswith("novamas_")} - {
        re.sub(r"_bucket$", "", name) for name in asked
    }
    assert unused <= {"novamas_info"} and kept


def test_prometheus_itself_finds_no_fault_with_the_alerts(tmp_path: Path) -> None:
    promtool = shutil.which("promtool")
    if not promtool:
        return  # they are checked where Prometheus is
    done = subprocess.run(
        [promtool, "check", "rules", MONITORING / "alerts.yml"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _expressions() -> str:
    alerts = re.findall(r"expr: (.*)", (MONITORING / "alerts.yml").read_text())
    dashboard: Any = json.loads((MONITORING / "dashboard.json").read_text())
    panels = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return "\n".join([*alerts, *panels])

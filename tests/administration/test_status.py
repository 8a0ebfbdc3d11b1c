"""The page of the administrator that says how the house is, and what `novamas doctor` finds for it."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse

from casino.operations.doctor import FAULT, OK, WARNING, Finding, examine, run
from casino.operations.doctor.finding import ABOUT
from casino.people import access_log
from casino.people.models import User
from tables.door.service import create_table, execute
from tables.record.anchors import making
from tables.record.audit import scheduled
from tests.support.house import JEFE, opening

pytestmark = pytest.mark.django_db
SECRETS = ("a-secret-of-sessions", "a-secret-of-prometheus", "a-secret-of-redis")


@pytest.fixture(autouse=True)
def var_of_its_own(tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR, settings.ANCHORS = tmp_path, tmp_path / "anchors.jsonl"


@pytest.fixture
def ana(client: Client) -> Client:
    client.force_login(User.objects.create_user("ana.admin", role="administrator", language="en"))
    return client


def found(about: str) -> list[Finding]:
    return [one for one in examine() if one.about == about]


def level(about: str) -> str:
    [one] = found(about)
    return one.level


class TestPage:
    def test_each_part_has_its_sentence_the_worst_first(self, ana: Client) -> None:
        access_log.enter(access_log.AUDIT_BROKEN, detail="mesa-1: pass 3")
        answer = ana.get(reverse("status"))
        page = answer.content.decode()
        for one in examine():
            assert str(ABOUT[one.about.split()[0]]) in page
        said = [says for _level, _about, says in answer.context["findings"]]
        assert said[0] == "The last audit found a broken place: novamas audit names it."
        assert "Something is not as it should be" in page

    def test_it_is_only_read(self, ana: Client) -> None:
        assert ana.post(reverse("status")).status_code == 405

    @pytest.mark.parametrize("language", [code for code, _name in django_settings.LANGUAGES])
    def test_it_speaks_the_readers_language(self, ana: Client, language: str) -> None:
        User.objects.update(language=language)
        said = {says for _level, _about, says in ana.get(reverse("status")).context["findings"]}
        english = {one.says for one in examine()}
        assert (said == english) == (language == "en")

    def test_it_holds_no_secret(self, ana: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.SECRET_KEY, settings.METRICS_TOKEN, redis = SECRETS
        monkeypatch.setenv("REDIS_URL", f"redis://:{redis}@127.0.0.1:bad/0")
        assert level("redis") == FAULT
        ana.force_login(User.objects.get())
        page = ana.get(reverse("status")).content.decode()
        assert [secret for secret in SECRETS if secret in page] == []

    def test_what_the_machine_said_stays_on_the_machine(
        self, ana: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def check() -> Any:
            raise OSError("cannot open postgres://novamas:geheim@db")

        monkeypatch.setattr(run, "CHECKS", (("database", check),))
        assert [one.detail for one in examine()] == ["cannot open postgres://novamas:geheim@db"]
        page = ana.get(reverse("status")).content.decode()
        assert "novamas doctor says why" in page and "geheim" not in page

    def test_the_numbers_are_those_of_now(self, ana: Client) -> None:
        def numbers() -> dict[str, str]:
            answer = ana.get(reverse("status-numbers"))
            lines = [*answer.context["house"], *answer.context["process"]]
            return {str(name): number for name, number in lines}

        create_table("mesa-1", "Mesa 1")
        assert numbers()["Open tables"] == "0"
        for command in opening():
            assert execute("mesa-1", command, JEFE).ok
        User.objects.create_user("julio", password="korrekt pferd batterie", role="jefe")
        Client().post("/login/", {"username": "julio", "password": "wrong"})
        seen = numbers()
        assert seen["Open tables"] == "1" and seen["Wrong passphrases in the last quarter of an hour"] == "1"
        assert "Open sockets" in seen


class TestDoctor:
    def test_anchors_grow_old(self, settings: Any) -> None:
        create_table("mesa-1", "Mesa 1")
        assert level("anchors") == WARNING
        making.make()
        assert level("anchors") == OK
        line = json.loads(settings.ANCHORS.read_text())
        line["at"] = (datetime.now(UTC) - timedelta(hours=5)).isoformat()
        text = json.dumps(line, sort_keys=True, separators=(",", ":"))
        settings.ANCHORS.write_text(f"{text}\n")
        [old] = found("anchors")
        assert old.level == WARNING and "5 h old" in old.says

    def test_wrong_passphrases_and_open_alarms_are_said(self) -> None:
        assert level("sign-ins") == OK
        for _one in range(access_log.MANY):
            access_log.enter(access_log.SIGN_IN_FAILED)
        access_log.enter(access_log.MANY_FAILURES)
        assert [one.level for one in found("sign-ins")] == [WARNING, WARNING]

    def test_an_audit_that_found_nothing_is_well(self) -> None:
        scheduled.keep([])
        assert level("audit") == OK

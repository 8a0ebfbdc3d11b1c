"""What a house must know is told once when it begins and once when it has ended, by mail and by a signed webhook."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from casino.operations.doctor import telling
from casino.operations.doctor.finding import Finding, fault, fine, warning
from casino.operations.telling import channels, look, state
from casino.people.models import User
from casino.site.monitoring.house import HouseCollector
from tests.support.smtp import Server, smtp_server

SECRET = "a secret of the two of us"
OLD = fault("backup", "The last backup is 27 h old: see why the timer makes none.")
OLDER = fault("backup", "The last backup is 28 h old: see why the timer makes none.")
YOUNG = fine("backup", "The last backup is 1 h old, one of 14.")
AWAY = fault("database", "The PostgreSQL database does not answer: see that it runs.")
UNKNOWN = fault("backup", "This could not be checked: novamas doctor says why.")


class Hook(BaseHTTPRequestHandler):
    """Keeps what is posted, answers as it is told to."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append((dict(self.headers), body))  # type: ignore[attr-defined]
        self.send_response(self.server.answer)  # type: ignore[attr-defined]
        if 300 <= self.server.answer < 400:  # type: ignore[attr-defined]
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@contextmanager
def hook(settings: Any) -> Iterator[Any]:
    """A webhook that listens, and is the house's."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Hook) as server:
        server.posts, server.answer = [], 204  # type: ignore[attr-defined]
        settings.TELL_WEBHOOK = f"http://127.0.0.1:{server.server_port}/told"
        settings.TELL_WEBHOOK_SECRET = SECRET
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(autouse=True)
def var(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR, settings.TELL_MAIL, settings.TELL_WEBHOOK = tmp_path, [], ""
    return tmp_path


@pytest.fixture
def mails(settings: Any) -> Iterator[Server]:
    with smtp_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "127.0.0.1", server.port, False
        settings.TELL_MAIL = ["it@casino.example"]
        yield server


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What a look finds from now on; of what is named in `unchecked` nothing."""
    findings = [YOUNG]
    monkeypatch.setattr(
        look, "looked_at", lambda language: (list(findings), {"backup"} & _unchecked(findings))
    )
    return findings


def _unchecked(findings: list[Finding]) -> set[str]:
    return {one.about for one in findings if one == UNKNOWN}


def looks(number: int, found: list[Finding], *now: Finding) -> list[str]:
    """What is told by that many looks at a house in this state."""
    found[:] = now
    return [line for _ in range(number) for line in look.take("en")]


class TestOnce:
    def test_it_is_told_when_it_begins_and_when_it_has_ended(
        self, mails: Server, found: list[Finding]
    ) -> None:
        assert looks(3, found, YOUNG) == []
        (begun,) = looks(10, found, OLD)
        assert begun.startswith("FAULT · Backup: The last backup is 27 h old: see why")
        (ended,) = looks(10, found, YOUNG)
        assert ended.startswith("over · Backup")
        assert [mail["Subject"].rpartition(" · ")[2] for mail in mails.mails] == ["Backup", "Backup"]
        assert mails.mails[0]["To"] == "it@casino.example"
        assert "see why the timer makes none" in mails.mails[0].get_content()
        assert state.read().things == {}

    def test_a_number_that_goes_on_is_no_news(self, mails: Server, found: list[Finding]) -> None:
        assert len(looks(3, found, OLD) + looks(3, found, OLDER)) == 1

    def test_what_becomes_worse_is(self, mails: Server, found: list[Finding]) -> None:
        assert len(looks(3, found, warning("disk", "9 GiB are free."))) == 1
        assert len(looks(3, found, fault("disk", "0.9 GiB are free: make room."))) == 1
        assert looks(3, found, warning("disk", "9 GiB are free.")) == []
        assert len(looks(3, found, fine("disk", "20 GiB are free."))) == 1

    def test_what_comes_and_goes_by_itself_is_not_told(self, mails: Server, found: list[Finding]) -> None:
        for _ in range(5):
            assert looks(1, found, fault("worker 8001", "It is not ready.")) == []
            assert looks(1, found, fine("worker 8001", "It is ready.")) == []
        assert len(looks(2, found, OLD)) == 1
        assert looks(2, found, YOUNG) + looks(1, found, OLD) + looks(2, found, YOUNG) == []

    def test_several_of_a_kind_are_told_apart(self, mails: Server, found: list[Finding]) -> None:
        walls = [warning("tokens", f"wall (display, mesa-{one}) ends on 2026-12-01") for one in (1, 2)]
        assert len(looks(3, found, walls[0])) == 1
        assert len(looks(3, found, *walls)) == 1
        (ended,) = looks(5, found, walls[1])
        assert "mesa-1" in ended

    def test_where_the_database_is_away_that_alone_is_told(self, mails: Server, found: list[Finding]) -> None:
        looks(3, found, OLD)
        (begun,) = looks(5, found, AWAY, UNKNOWN)
        assert begun.startswith("FAULT · Database")
        (ended,) = looks(5, found, OLD)
        assert ended.startswith("over · Database")

    def test_while_the_database_is_away_the_house_is_spoken_to_as_before(
        self, mails: Server, found: list[Finding], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spoken = []
        in_words = {"es": "HTTPS no está puesto.", "en": "HTTPS is not set."}

        def say(language: str) -> tuple[list[Finding], set[str]]:
            spoken.append(language)
            return [*found, warning("settings", in_words[language])], set()

        monkeypatch.setattr(look, "looked_at", say)
        found[:] = [YOUNG]
        assert len([line for _ in range(3) for line in look.take("es")]) == 1
        found[:] = [AWAY]
        (begun,) = [line for _ in range(5) for line in look.take("")]
        assert "Base de datos" in begun
        assert set(spoken) == {"es"}

    def test_in_another_language_nothing_has_ended(
        self, mails: Server, found: list[Finding], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        in_words = {"es": "HTTPS no está puesto.", "en": "HTTPS is not set."}
        monkeypatch.setattr(look, "looked_at", lambda one: ([warning("settings", in_words[one])], set()))
        said = [line for one in ("es", "en") for _ in range(5) for line in look.take(one)]
        assert [line.rpartition(" (")[0] for line in said] == [
            "aviso · Ajustes: HTTPS no está puesto.",
            "warning · Settings: HTTPS is not set.",
        ]

    def test_wrong_passphrases_are_the_floors(self, mails: Server, found: list[Finding]) -> None:
        assert looks(5, found, warning("sign-ins", "Open alarms: 2.")) == []

    def test_a_torn_file_is_begun_anew(self, mails: Server, found: list[Finding], var: Path) -> None:
        (var / "told.json").write_text('{"looked": "2026-')
        assert len(looks(3, found, OLD)) == 1

    def test_the_file_has_its_room_before_anything_happens(self, found: list[Finding], var: Path) -> None:
        looks(1, found, YOUNG)
        before = (var / "told.json").stat()
        looks(3, found, OLD)
        after = (var / "told.json").stat()
        assert (before.st_size, before.st_ino) == (after.st_size, after.st_ino) == (state.ROOM, before.st_ino)
        assert after.st_mode & 0o077 == 0

    def test_what_cannot_be_kept_is_not_told(
        self, mails: Server, found: list[Finding], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        looks(1, found, OLD)
        monkeypatch.setattr(state, "write", full)
        for _ in range(3):
            with pytest.raises(OSError, match="No space"):
                look.take("en")
        assert mails.mails == []


class TestTheWebhook:
    def test_it_is_signed(self, settings: Any, found: list[Finding]) -> None:
        with hook(settings) as server:
            looks(3, found, OLD)
            ((headers, body),) = server.posts
        signed = channels.signature(SECRET, headers["X-Novamas-Time"], body)
        assert headers["X-Novamas-Signature"] == f"sha256={signed}"
        assert channels.signature("another", headers["X-Novamas-Time"], body) != signed
        said = json.loads(body)
        (event,) = said["events"]
        assert (event["event"], event["about"], event["level"]) == ("begins", "backup", "fault")
        assert event["says"] == OLD.says and len(event["id"]) == 16
        at = datetime.fromisoformat(said["at"])
        assert abs(datetime.now(UTC) - at) < timedelta(minutes=5)

    def test_each_event_has_an_id_of_its_own_and_keeps_it(self, settings: Any, found: list[Finding]) -> None:
        with hook(settings) as server:
            server.answer = 500
            looks(2, found, warning("settings", "HTTPS is not set."), warning("settings", "DEMO is set."))
            server.answer = 204
            looks(1, found, *found)
            first, second = ({one["id"] for one in json.loads(body)["events"]} for _, body in server.posts)
        assert len(first) == 2 and first == second

    def test_a_redirect_is_not_followed(self, settings: Any, found: list[Finding]) -> None:
        with hook(settings) as server:
            server.answer = 307
            looks(2, found, OLD)
            assert len(server.posts) == 1
        assert "307" in state.read().failed["webhook"]

    def test_one_that_does_not_answer_is_left(
        self, settings: Any, found: list[Finding], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(channels, "PATIENCE", 0.3)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            settings.TELL_WEBHOOK = f"http://127.0.0.1:{silent.getsockname()[1]}/"
            settings.TELL_WEBHOOK_SECRET = SECRET
            assert looks(2, found, OLD) == []
        assert state.read().failed["webhook"]


class TestAFailure:
    def test_it_is_tried_again_and_said_meanwhile(self, mails: Server, found: list[Finding]) -> None:
        mails.refuses = True
        assert looks(4, found, OLD) == []
        levels = {(one.level, "mail" in one.says) for one in telling.messages_go_out()}
        assert levels == {("fault", True)}
        mails.refuses = False
        assert len(looks(4, found, OLD)) == 1
        assert [one.level for one in telling.messages_go_out()] == ["ok"]

    def test_the_other_way_is_told_in_its_own_time(
        self, mails: Server, settings: Any, found: list[Finding]
    ) -> None:
        mails.refuses = True
        with hook(settings) as server:
            looks(4, found, OLD)
            assert len(server.posts) == 1
            mails.refuses = False
            looks(2, found, OLD)
            assert (len(server.posts), len(mails.mails)) == (1, 1)

    def test_without_a_mail_server_that_is_said(self, settings: Any, found: list[Finding]) -> None:
        settings.TELL_MAIL, settings.EMAIL_HOST = ["it@casino.example"], ""
        looks(2, found, OLD)
        assert "EMAIL_HOST" in state.read().failed["mail"]

    def test_the_page_of_the_status_says_it(
        self, mails: Server, found: list[Finding], client: Client, db: None
    ) -> None:
        mails.refuses = True
        looks(3, found, OLD)
        client.force_login(User.objects.create_user("ana", role="administrator", language="en"))
        page = client.get("/administration/status/").content.decode()
        assert "could not be told by mail" in page

    def test_a_timer_that_stands_still_is_said(self, settings: Any, found: list[Finding]) -> None:
        settings.TELL_MAIL = ["it@casino.example"]
        assert [one.level for one in telling.messages_go_out()] == ["warning"]
        looks(1, found, YOUNG)
        assert [one.level for one in telling.messages_go_out()] == ["ok"]


def test_how_a_unit_ended_is_a_finding(var: Path) -> None:
    (var / "units").mkdir()
    (var / "units/novamas-backup.service").write_text("exit-code\n")
    (var / "units/novamas-audit.service").write_text("success\n")
    found = {one.about: one for one in telling.units_end_well()}
    assert found["unit novamas-audit.service"].level == "ok"
    failed = found["unit novamas-backup.service"]
    assert failed.level == "fault" and "journalctl -u novamas-backup.service" in failed.says


def test_a_metric_tells_what_the_last_look_found(found: list[Finding], db: None) -> None:
    looks(1, found, OLD, warning("disk", "9 GiB are free."), fine("redis", "Redis answers."))
    metrics = {metric.name: metric for metric in HouseCollector().collect()}
    values = {one.labels["about"]: one.value for one in metrics["novamas_doctor"].samples}
    assert values == {"backup": 2, "disk": 1, "redis": 0}
    (looked,) = metrics["novamas_doctor_looked_timestamp_seconds"].samples
    assert abs(looked.value - datetime.now(UTC).timestamp()) < 300

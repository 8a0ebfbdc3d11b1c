"""The house's frame: who may come in, what every answer carries, and what the repository must not hold."""

import json
import stat
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, DataError, IntegrityError
from django.http import HttpResponse
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.urls import reverse

from casino.common import environment
from casino.people.access import actor_of_token, needs
from casino.people.models import Token, User
from casino.people.permissions import STAFF, TOKENS, Role, may_open
from casino.site import health
from tables.rules.roles import Actor

HOUSE = Path(settings.BASE_DIR)
PASSWORD = "a-long-evening-at-table-4"


@pytest.fixture
def clara(db: None) -> User:
    return User.objects.create_user("clara", password=PASSWORD, role=Role.CROUPIER)


def login(client: Client, name: str, password: str) -> HttpResponse:
    return client.post(reverse("login"), {"username": name, "password": password})


class TestHealth:
    def test_ready_when_the_database_answers_and_is_migrated(self, client: Client, db: None) -> None:
        assert client.get("/healthz").json() == {"status": "ok"}

    def test_not_ready_without_its_migrations(
        self, client: Client, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(health, "_migrated", False)
        monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda self, targets: ["one"])
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"status": "migrations"})

    def test_not_ready_without_its_database(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        class Gone:
            def __getitem__(self, alias: str) -> None:
                raise DatabaseError("connection refused at secret-host")

        monkeypatch.setattr(health, "connections", Gone())
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"status": "database"})

    def test_alive_without_any_database(self, client: Client) -> None:
        assert client.get("/livez").status_code == 200

    def test_only_to_be_read(self, client: Client) -> None:
        assert client.post("/healthz").status_code == 405


class TestLogin:
    def test_passwords_are_hashed_with_argon2(self, clara: User) -> None:
        assert clara.password.startswith("argon2$")

    def test_the_session_cookie_is_out_of_scripts_and_other_sites_reach(
        self, client: Client, clara: User
    ) -> None:
        cookie = login(client, "clara", PASSWORD).cookies[settings.SESSION_COOKIE_NAME]
        assert cookie["httponly"] and cookie["samesite"] == "Lax"

    def test_logout_only_by_post(self, client: Client, clara: User) -> None:
        client.force_login(clara)
        assert client.get(reverse("logout")).status_code == 405
        assert "_auth_user_id" in client.session
        assert client.post(reverse("logout")).status_code == 302
        assert "_auth_user_id" not in client.session

    def test_login_and_logout_need_the_csrf_token(self, clara: User) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(clara)
        assert strict.post(reverse("logout")).status_code == 403
        assert login(strict, "clara", PASSWORD).status_code == 403


class TestRoles:
    @pytest.mark.parametrize("role", ["owner", *sorted(TOKENS)])
    def test_a_role_that_no_person_has_is_refused_by_the_database(self, db: None, role: str) -> None:
        with pytest.raises(IntegrityError):
            User.objects.create(username="eve", role=role)

    @pytest.mark.parametrize("kind", ["owner", *sorted(STAFF)])
    def test_a_kind_that_no_token_has_is_refused_by_the_database(self, db: None, kind: str) -> None:
        with pytest.raises((IntegrityError, DataError)):
            Token.objects.issue("shoe 7", kind, "mesa-4")

    def test_a_stranger_is_sent_to_the_login_and_back(self) -> None:
        from django.contrib.auth.models import AnonymousUser

        request = RequestFactory().get("/floor/?tables=3")
        request.user = AnonymousUser()
        answer = needs(may_open, "floor")(lambda request: HttpResponse("in"))(request)
        assert answer["Location"] == "/login/?next=/floor/%3Ftables%3D3"


class TestTokens:
    def test_the_secret_finds_its_token_and_is_stored_nowhere(self, db: None) -> None:
        secret = Token.objects.issue("wall north", "display", "mesa-4")
        token = Token.objects.find(secret)
        assert token is not None and actor_of_token(token) == Actor(name="wall north", role="display")
        assert all(secret not in str(value) for value in Token.objects.values_list().get(pk=token.pk))

    @pytest.mark.parametrize("secret", ["", "x", "é" * 40, "\x00"])
    def test_a_guess_finds_nothing(self, db: None, secret: str) -> None:
        Token.objects.issue("shoe 7", "device", "mesa-4")
        assert Token.objects.find(secret) is None


class TestHeaders:
    def test_no_inline_script_or_style_and_no_other_house(self, client: Client) -> None:
        policy = client.get(reverse("login"))["Content-Security-Policy"]
        for directive in (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
        ):
            assert directive in policy
        assert "unsafe" not in policy and "http" not in policy

    def test_framing_sniffing_and_referrers_are_closed(self, client: Client) -> None:
        answer = client.get(reverse("login"))
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] == "same-origin"

    def test_a_host_that_is_not_ours_is_refused(self, client: Client) -> None:
        assert client.get("/login/", headers={"host": "elsewhere.example"}).status_code == 400

    @pytest.mark.django_db
    @pytest.mark.parametrize("path", ["/livez", "/healthz"])
    @pytest.mark.parametrize("host", ["10.0.0.5:8001", "worker-2", "[fd00::5]:8001", "no host at all"])
    def test_but_whoever_watches_the_machines_asks_by_their_addresses(
        self, client: Client, path: str, host: str
    ) -> None:
        for ask in (client.get, client.head):
            assert ask(path, headers={"host": host}).status_code == 200


class TestEnvironment:
    def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("SECRET_KEY", raising=False)
        key = environment.secret_key(tmp_path / "var" / "secret_key")
        kept = tmp_path / "var" / "secret_key"
        assert len(key) >= 50 and environment.secret_key(kept) == key
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert list(kept.parent.iterdir()) == [kept]

    def test_sqlite_waits_for_its_turn_and_takes_the_lock_at_once(self, tmp_path: Path) -> None:
        options = environment.database(None, tmp_path / "casino.sqlite3")["OPTIONS"]
        assert options["transaction_mode"] == "IMMEDIATE" and options["timeout"] >= 5
        assert "journal_mode=WAL" in options["init_command"]

    def test_postgresql_by_url_with_its_own_pool(self, tmp_path: Path) -> None:
        found = environment.database("postgres://an%40a:p%2Fw@db:6543/house?sslmode=require", tmp_path)
        assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"], found["NAME"]) == (
            "an@a",
            "p/w",
            "db",
            6543,
            "house",
        )
        assert found["CONN_MAX_AGE"] == 0 and found["OPTIONS"]["pool"]["timeout"] <= 5
        assert found["OPTIONS"]["sslmode"] == "require"


class TestRepository:
    def test_no_secret_and_no_database_is_in_it(self) -> None:
        listed = subprocess.run(
            ["git", "ls-files"], cwd=HOUSE, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        assert not [name for name in listed if name.startswith("var/") or name.endswith((".sqlite3", ".mo"))]
        assert not [name for name in listed if "secret_key" in Path(name).name or Path(name).name == ".env"]

    def test_the_signing_key_stands_in_no_file_of_it(self) -> None:
        found = subprocess.run(["git", "grep", "-qF", "-e", settings.SECRET_KEY], cwd=HOUSE, check=False)
        assert found.returncode == 1

    def test_a_style_sheet_or_script_is_short_and_so_are_the_lines_of_templates(self) -> None:
        parts = [*HOUSE.glob("static/css/**/*.css"), *HOUSE.glob("static/js/**/*.js")]
        assert parts and not [part for part in parts if len(part.read_text().splitlines()) >= 300]
        lines = {
            f"{template.relative_to(HOUSE)}:{number}": len(line)
            for template in HOUSE.glob("templates/**/*.html")
            for number, line in enumerate(template.read_text().splitlines(), 1)
        }
        assert lines and not [place for place, length in lines.items() if length > 120]

    def test_no_page_waits_for_a_script_to_show_it_that_it_does_not_have(self) -> None:
        """base.css hides a page until js/shown.js has run."""
        whole = {page.name: page.read_text() for page in HOUSE.glob("templates/**/*.html")}
        hidden = {name for name, text in whole.items() if "<html" in text and "css/base.css" in text}
        assert hidden == {"500.html"}
        assert not [name for name in hidden if "data-shown" not in whole[name]]

    def test_a_template_is_read_without_its_indentation(self) -> None:
        read = get_template("base.html").template.source
        assert "\n<body" in read and "\n " not in read

    def test_every_tool_of_the_front_end_is_pinned_by_version_and_hash(self) -> None:
        wanted = json.loads((HOUSE / "package.json").read_text())["devDependencies"]
        locked = json.loads((HOUSE / "package-lock.json").read_text())["packages"]
        assert wanted and all(version[0].isdigit() for version in wanted.values())
        assert all("integrity" in package for name, package in locked.items() if name)

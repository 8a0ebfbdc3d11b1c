"""The installation's files, in a folder; `make install-test` does the whole of it."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings

from casino.operations import release
from casino.operations.answer import Fault
from deploy.installation import backups, certificates, files, machine
from deploy.installation.plan import Plan, parser, plan_of
from deploy.installation.preflight import missing

NAME = "tables.casino.example"


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return plan_for(tmp_path / "root")


def plan_for(root: Path, *more: str) -> Plan:
    ports = "--http", "18990", "--https", "18993", "--first-port", "18991"
    database = "postgres://novamas@127.0.0.1/novamas"
    return plan_of(
        parser().parse_args(["--name", NAME, "--root", str(root), "--database", database, *ports, *more])
    )


def write(plan: Plan) -> list[str]:
    steps = files.folders, files.settings, files.owner, files.certificate, files.rendered
    return [change for step in steps for change in step(plan)]


def test_what_the_house_has_set_stays(plan: Plan) -> None:
    write(plan)
    file = plan.etc / "novamas.env"
    file.write_text(file.read_text().replace("CURRENCY=ARS", "CURRENCY=EUR").replace("LOG_JSON=1\n", ""))
    assert write(plan) == [f"{file}: LOG_JSON"]
    assert "CURRENCY=EUR" in file.read_text()


def test_systemd_finds_no_fault_with_the_units(plan: Plan) -> None:
    if not shutil.which("systemd-analyze"):
        return  # the units are checked where systemd is
    write(plan)
    program = plan.opt / "current/bin/novamas"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    units = [
        plan.units / name
        for name in (
            "novamas.target",
            "novamas@18991.service",
            "novamas-backup.timer",
            "novamas-proof.timer",
            "novamas-audit.timer",
            "novamas-doctor.timer",
        )
    ]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stderr.splitlines() if "novamas" in line] == []


def test_the_command_says_that_the_python_of_its_release_is_gone(plan: Plan) -> None:
    write(plan)
    program = plan.opt / "current/bin/novamas"
    program.parent.mkdir(parents=True)
    (program.parent / "python").symlink_to(sys.executable)
    program.write_text("#!/bin/sh\necho here\n")
    program.chmod(0o755)

    def said() -> tuple[int, str, str]:
        done = subprocess.run([plan.command, "doctor"], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    assert said() == (0, "here\n", "")
    (program.parent / "python").unlink()
    (program.parent / "python").symlink_to("/nonexistent/python3.11")
    status, out, error = said()
    assert (status, out) == (1, "") and "make install makes it anew" in error and error.count("\n") == 1


def test_nginx_takes_the_site(plan: Plan, tmp_path: Path) -> None:
    if not shutil.which("nginx"):
        return
    write(plan)
    conf = tmp_path / "nginx.conf"
    http = f"http {{ include /etc/nginx/mime.types; access_log off; include {plan.site.parent}/*.conf; }}"
    conf.write_text(f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}} {http}")
    done = subprocess.run(["nginx", "-t", "-q", "-c", str(conf)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_secrets_are_for_their_owner_alone(plan: Plan) -> None:
    write(plan)
    assert (plan.etc / "tls/key.pem").stat().st_mode & 0o777 == 0o600
    assert (plan.etc / "novamas.env").stat().st_mode & 0o007 == 0
    assert all(folder.stat().st_mode & 0o077 == 0 for folder in (plan.var,))


def test_only_root_and_what_migrates_or_backs_up_learn_how_the_owner_logs_in(tmp_path: Path) -> None:
    url = "postgres://owner:a-secret@127.0.0.1/novamas"
    plan = plan_for(tmp_path / "root", "--owner", url)
    write(plan)
    file = plan.etc / "owner.env"
    assert file.stat().st_mode & 0o777 == 0o600
    assert f"DATABASE_OWNER_URL={url}" in file.read_text()
    assert "a-secret" not in (plan.etc / "novamas.env").read_text()
    told = {unit.name for unit in plan.units.glob("novamas*.service") if "owner.env" in unit.read_text()}
    assert told == {"novamas-migrate.service", "novamas-backup.service", "novamas-proof.service"}


@pytest.mark.parametrize(
    ("in_place", "people", "done"),
    [("15", True, ["stanza-upgrade"]), ("15", False, []), ("17", True, []), ("", True, [])],
)
def test_backups_go_on_after_another_version_of_postgresql_where_the_house_is(
    in_place: str, people: bool, done: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On an empty machine, to which the house is to be restored, they stay as they are."""
    asked = {"regclass": "accounts_user", "EXISTS": "t" if people else "f"}
    monkeypatch.setattr(
        machine, "_sql", lambda said, _name="": next((asked[key] for key in asked if key in said), "17")
    )
    called = list[str]()
    monkeypatch.setattr(backups, "held", lambda *_: {"db": [{"version": in_place}] if in_place else []})
    monkeypatch.setattr(backups, "called", lambda _config, _owner, word: called.append(word))
    assert len([*machine.going_on(tmp_path)]) == len(done) and called == done


def test_units_that_change_their_user_name_none(plan: Plan) -> None:
    """With NoNewPrivileges, systemd 257 takes CAP_SETUID from whoever is named, root too."""
    units = {
        file.name: text
        for file, text, _mode in files._rendered(replace(plan, root=Path("/")))
        if file.suffix == ".service"
    }
    named = {name: "\nUser=" in text for name, text in units.items()}
    assert named == {name: "CAP_SETUID" not in text for name, text in units.items()}
    assert sorted(name for name in named if not named[name]) == [
        "novamas-backup.service",
        "novamas-proof.service",
    ]


def test_a_database_elsewhere_has_one_role_unless_two_are_named(plan: Plan) -> None:
    write(plan)
    assert not (plan.etc / "owner.env").exists()


class Server:
    """PostgreSQL in place of psql, with names that no house has."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.serving, self.owner = f"nvm_serving_{os.getpid()}", f"nvm_owner_{os.getpid()}"
        self.url = urlsplit(os.environ["DATABASE_URL"])
        monkeypatch.setattr(machine, "_sql", self.ask)
        for module in (machine, files):
            monkeypatch.setattr(module, "USER", self.serving)
            monkeypatch.setattr(module, "OWNER", self.owner)

    def ask(self, statement: str, name: str = "postgres") -> str:
        with psycopg.connect(self.url._replace(path=f"/{name}").geturl(), autocommit=True) as server:
            answer = server.execute(statement)  # type: ignore[call-overload]
            row = answer.fetchone() if answer.description else None
            return str(row[0]) if row else ""

    def owner_of_tables(self) -> str:
        return self.ask("SELECT tableowner FROM pg_tables WHERE tablename = 'kept'", self.serving)

    def clean_up(self) -> None:
        self.ask(f"DROP DATABASE IF EXISTS {self.serving} WITH (FORCE)")
        for role in (self.serving, self.owner):
            self.ask(f"DROP ROLE IF EXISTS {role}")


def test_the_tables_belong_to_another_role_than_the_one_that_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not os.environ.get("DATABASE_URL"):
        return  # SQLite has no roles
    server = Server(monkeypatch)
    plan = replace(plan_for(tmp_path / "root"), database="")
    write(plan)
    try:
        assert len([*machine.database(plan)]) == 3
        assert [*machine.database(plan)] == []
        kept = f"FROM pg_database WHERE datname = '{server.serving}'"
        assert server.ask(f"SELECT pg_encoding_to_char(encoding) || ' ' || datctype {kept}") == "UTF8 C.UTF-8"
        owner = urlsplit(files.owner_file(plan).read_text().rpartition("=")[2].strip())
        with psycopg.connect(
            dbname=server.serving, user=owner.username, password=owner.password, host=server.url.hostname
        ) as connection:
            connection.execute("CREATE TABLE kept (id int)")
        assert server.owner_of_tables() == server.owner
        # An installation from before the two roles.
        server.ask(f"ALTER DATABASE {server.serving} OWNER TO {server.serving}")
        server.ask(f"ALTER TABLE kept OWNER TO {server.serving}", server.serving)
        assert [*machine.database(plan)] == [f"the tables are {server.owner}'s"]
        assert server.owner_of_tables() == server.owner
    finally:
        server.clean_up()


def test_a_certificate_must_fit_its_key_and_the_name(tmp_path: Path) -> None:
    pairs = {}
    for name in (NAME, "other.example"):
        pairs[name] = tmp_path / f"{name}.pem", tmp_path / f"{name}.key"
        certificates.make(*pairs[name], name)
    (certificate, key), (other, other_key) = pairs.values()
    nothing = tmp_path / "nothing"
    nothing.touch()
    for one, its_key, says in (
        (certificate, key, ""),
        (certificate, other_key, "not a pair"),
        (other, other_key, f"not for the name {NAME}"),
        (nothing, key, "no certificate in PEM"),
        (certificate, nothing, "no key in PEM"),
        (tmp_path / "absent", key, "cannot be read"),
    ):
        found = list(certificates.faults_of(one, its_key, NAME))
        assert (found == []) if not says else (len(found) == 1 and says in found[0]), (says, found)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--currency", "euro"], "no currency's code"),
        (["--time-zone", "Europe/Atlantis"], "no time zone"),
        (["--workers", "0"], "1 to 64 workers"),
        (["--certificate", "chain.pem"], "needs its key"),
        (["--name", "not a name"], "no name of a host"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_changed(
    tmp_path: Path, more: list[str], says: str
) -> None:
    plan = plan_for(tmp_path / "root", *more)
    assert any(says in sentence for sentence in missing(plan))
    command = [sys.executable, "-m", "deploy.installation", "--name", NAME, "--root", str(plan.root), *more]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and says in done.stdout and not plan.root.exists()


def test_releases_are_switched_with_one_link(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    release.switch(tmp_path, tmp_path / "a")
    assert (release.current(tmp_path), release.previous(tmp_path)) == (tmp_path / "a", None)
    release.switch(tmp_path, tmp_path / "b")
    release.switch(tmp_path, tmp_path / "b")
    assert (release.current(tmp_path), release.previous(tmp_path)) == (tmp_path / "b", tmp_path / "a")
    assert os.readlink(tmp_path / "current") == "b"


def test_another_file_is_no_release(tmp_path: Path) -> None:
    (tmp_path / "x-1.whl").write_text("x")
    for name in ("x-1.whl", "absent-1.whl"):
        with pytest.raises(Fault):
            release.name_of(tmp_path / name, sys.executable)

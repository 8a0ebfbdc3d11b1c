"""A second `make install` with other wishes: it changes all that follows from them, or refuses in a sentence."""

import os
import re
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.operations.settings_file import parse
from deploy.installation import certificates, files, machine
from deploy.installation.plan import Plan, parser, plan_of
from deploy.installation.preflight import is_for_all, missing, notes

NAME, OTHER = "tables.casino.example", "mesas.casino.example"
PORTS = "--http", "18990", "--https", "18993", "--first-port", "18991"
DATABASE = "--database", "postgres://novamas:a-secret@127.0.0.1/novamas"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A house that stands."""
    write(plan_for(tmp_path / "root", "--name", NAME, *PORTS, *DATABASE))
    return tmp_path / "root"


def plan_for(root: Path, *wishes: str) -> Plan:
    return plan_of(parser().parse_args(["--root", str(root), *wishes]))


def write(plan: Plan) -> list[str]:
    steps = files.folders, files.settings, files.owner, files.certificate, files.rendered
    return [Path(change.split(", ")[0]).name for step in steps for change in step(plan)]


def of_the_house(root: Path) -> dict[str, str]:
    return parse((root / "etc/novamas/novamas.env").read_text())


def add(root: Path, name: str, words: str) -> None:
    """What an administrator writes into the settings."""
    file = root / "etc/novamas/novamas.env"
    file.write_text(re.sub(rf"^{name}=.*$", f"{name}={words}", file.read_text(), flags=re.MULTILINE))


def test_what_is_not_said_again_stays(root: Path) -> None:
    plan = plan_for(root)
    assert (plan.name, plan.http, plan.https, plan.ports) == (NAME, 18990, 18993, (18991, 18992))
    assert plan.database == DATABASE[1]
    assert missing(plan) == [] and write(plan) == []


def test_another_name_changes_all_that_has_it(root: Path) -> None:
    add(root, "ALLOWED_HOSTS", f"127.0.0.1,{NAME},second.example")
    plan = plan_for(root, "--name", OTHER)
    assert missing(plan) == []
    changed = write(plan)
    assert {"novamas.env: ALLOWED_HOSTS", "novamas.env: TRUSTED_ORIGINS"} < {*changed}
    assert {"certificate.pem", "novamas.conf"} < {*changed}
    found = of_the_house(root)
    assert found["ALLOWED_HOSTS"] == f"127.0.0.1,{OTHER},second.example"
    assert found["TRUSTED_ORIGINS"] == f"https://{OTHER}:18993"
    assert certificates.is_for(plan.pair[0], OTHER)
    assert set(re.findall(r"server_name (\S+);", plan.site.read_text())) == {OTHER}
    assert write(plan_for(root, "--name", OTHER)) == []


def test_another_number_of_workers_changes_all_that_has_it(root: Path) -> None:
    for wishes, ports in ((("--workers", "4"), range(18985, 18989)), ((), range(18985, 18989))):
        plan = plan_for(root, *wishes, *(("--first-port", "18985") if wishes else ()))
        assert plan.ports == tuple(ports)
        changed = write(plan)
        assert bool(changed) == bool(wishes)
    assert of_the_house(root)["WORKER_PORTS"] == "18985,18986,18987,18988"
    assert (plan.units / "novamas.target").read_text().count("novamas@") == 4
    assert re.findall(r"server 127\.0\.0\.1:(\d+)", plan.site.read_text()) == [str(port) for port in ports]


def test_another_port_changes_the_pages_that_may_post(root: Path) -> None:
    add(root, "TRUSTED_ORIGINS", f"https://elsewhere.example,https://{NAME}:18993")
    plan = plan_for(root, "--https", "18999")
    assert "novamas.env: TRUSTED_ORIGINS" in write(plan)
    assert of_the_house(root)["TRUSTED_ORIGINS"] == f"https://elsewhere.example,https://{NAME}:18999"
    assert "listen 18999 ssl" in plan.site.read_text()


def test_a_proxy_before_nginx_is_named_and_stays(root: Path) -> None:
    assert any("no address" in one for one in missing(plan_for(root, "--front", "proxy.example")))
    plan = plan_for(root, "--front", "10.1.2.0/24")
    assert missing(plan) == [] and write(plan) == ["novamas.conf"]
    assert plan.site.read_text().count("10.1.2.0/24") == 2
    assert plan_for(root).front == "10.1.2.0/24" and write(plan_for(root)) == []


def test_a_house_that_was_changed_by_halves_is_made_whole(root: Path) -> None:
    """As installers before this one left it: the site has the new name and workers, and the settings do not."""
    site = root / "etc/nginx/conf.d/novamas.conf"
    site.write_text(site.read_text().replace(NAME, OTHER))
    write(plan_for(root, "--name", OTHER, "--workers", "2"))
    found = of_the_house(root)
    assert found["ALLOWED_HOSTS"].split(",")[:2] == ["127.0.0.1", OTHER]
    assert found["TRUSTED_ORIGINS"].split(",")[0] == f"https://{OTHER}:18993"


@pytest.mark.parametrize("hosts", ["*", ".casino.example", OTHER])
def test_names_that_cover_the_new_one_stay_as_they_are(root: Path, hosts: str) -> None:
    add(root, "ALLOWED_HOSTS", hosts)
    write(plan_for(root, "--name", OTHER))
    assert of_the_house(root)["ALLOWED_HOSTS"] == hosts


@pytest.mark.parametrize(
    ("wish", "other", "says"),
    [
        ("--currency", "EUR", "another CURRENCY already (ARS)"),
        ("--decimals", "2", "another DECIMALS already (0)"),
        ("--time-zone", "Europe/Ljubljana", "another TIME_ZONE already"),
        ("--redis", "redis://127.0.0.1:6379/5", "another REDIS_URL already"),
        ("--database", "postgres://x:other@127.0.0.1/x", "another DATABASE_URL already"),
    ],
)
def test_what_a_house_has_set_is_not_wished_anew(root: Path, wish: str, other: str, says: str) -> None:
    found = missing(plan_for(root, wish, other))
    assert len(found) == 1 and says in found[0] and "novamas.env" in found[0]
    assert "secret" not in found[0] and "postgres:" not in found[0]
    same = {**of_the_house(root), "REDIS_URL": "redis://127.0.0.1:6379/0"}
    setting = {"--redis": "REDIS_URL", "--database": "DATABASE_URL"}.get(
        wish, wish[2:].upper().replace("-", "_")
    )
    assert missing(plan_for(root, wish, same[setting])) == []


def test_ports_are_compared_with_each_other_and_with_what_listens(root: Path) -> None:
    for wishes, says in (
        (("--https", "18990"), "18990 is wished twice"),
        (("--first-port", "18993"), "18993 is wished twice"),
        (("--first-port", "18989", "--workers", "5"), "18990, 18993 is wished twice"),
        (("--http", "70000"), "There is no port 70000"),
        (("--first-port", "65535"), "There is no port 65536"),
    ):
        found = missing(plan_for(root, *wishes))
        assert len(found) == 1 and says in found[0], found
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert any(
            f"Port {port} cannot be had" in one for one in missing(plan_for(root, "--first-port", port))
        )
        assert any(f"Port {port} cannot be had" in one for one in missing(plan_for(root, "--https", port)))


def test_a_certificate_of_ones_own_for_another_name_is_asked_for(root: Path, tmp_path: Path) -> None:
    authority, request, key = tmp_path / "ca.pem", tmp_path / "request.pem", tmp_path / "key.pem"
    certificates.make(authority, tmp_path / "ca.key", "authority.example")
    openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={NAME}",
            "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", key, "-out", request)  # fmt: skip
    signed = tmp_path / "signed.pem"
    openssl("x509", "-req", "-in", request, "-CA", authority, "-CAkey", tmp_path / "ca.key", "-CAcreateserial",
            "-days", "90", "-copy_extensions", "copy", "-out", signed)  # fmt: skip
    assert "certificate.pem" in write(plan_for(root, "--certificate", str(signed), "--key", str(key)))
    assert missing(plan_for(root)) == [] and write(plan_for(root)) == []
    (said,) = missing(plan_for(root, "--name", OTHER))
    assert f"not for the name {OTHER}" in said and "--certificate" in said


def openssl(*words: object) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


def test_a_certificate_of_the_houses_own_that_ends_soon_is_made_anew(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_for(root)
    monkeypatch.setattr(certificates, "DAYS", "20")
    certificates.make(*plan.pair, NAME)
    monkeypatch.undo()
    (said,) = files.certificate(plan)
    assert "tablets must be told to trust it" in said
    assert certificates.ends_after(plan.pair[0], 800)
    assert [*files.certificate(plan)] == []


def test_a_release_that_does_not_start_is_said_before_anything_is_done(root: Path) -> None:
    assert [*notes(plan_for(root))] == []
    program = root / "opt/novamas/0.1.0-00000000/bin/novamas"
    program.parent.mkdir(parents=True)
    program.write_text("#!/nonexistent/python3.11\n")
    (root / "opt/novamas/current").symlink_to("0.1.0-00000000")
    (said,) = notes(plan_for(root))
    assert "is gone from this machine" in said and "made anew" in said
    (program.parent / "python").symlink_to("/bin/sh")
    (said,) = notes(plan_for(root))
    assert "does not start" in said and "made anew" in said


def test_timers_go_by_the_clock_of_the_house(tmp_path: Path) -> None:
    write(plan_for(tmp_path / "root", "--name", NAME, *PORTS, *DATABASE, "--time-zone", "Europe/Ljubljana"))
    for timer in ("backup", "proof", "audit"):
        text = (tmp_path / f"root/etc/systemd/system/novamas-{timer}.timer").read_text()
        assert re.search(r"^OnCalendar=(?:Mon )?\*-\*-\* \d\d:\d\d:00 Europe/Ljubljana$", text, re.MULTILINE)


@pytest.fixture
def strict() -> Iterator[None]:
    """The umask of a machine that was made safe."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.usefixtures("strict")
def test_what_is_for_others_is_so_whatever_root_keeps_to_himself(tmp_path: Path) -> None:
    plan = plan_for(tmp_path / "root", "--name", NAME, *PORTS, *DATABASE)
    write(plan)
    for_all = [plan.opt, plan.etc, plan.etc / "tls", plan.units, plan.site.parent, plan.command.parent]
    assert {place.stat().st_mode & 0o777 for place in (*for_all, plan.command)} == {0o755}
    assert {place.stat().st_mode & 0o777 for place in (plan.site, plan.pair[0], *plan.units.iterdir())} == {
        0o644
    }
    plan.opt.chmod(0o700)  # as it was left by an installer before this one
    plan.site.chmod(0o600)
    assert write(plan) == ["novamas", "novamas.conf"]
    assert (plan.opt.stat().st_mode & 0o777, plan.site.stat().st_mode & 0o777) == (0o755, 0o644)


def test_packages_are_installed_without_a_question_and_not_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "apt-get").write_text('#!/bin/sh\necho "$DEBIAN_FRONTEND: $*"; cat\n')
    (tmp_path / "dpkg-query").write_text("#!/bin/sh\necho unknown\n")
    for program in ("apt-get", "dpkg-query"):
        (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert "package logrotate" in [*machine.packages(plan_for(tmp_path / "root", "--name", NAME))]
    seen = capfd.readouterr().out
    assert "noninteractive: update" in seen and "noninteractive: install" in seen and "logrotate" in seen


def test_a_python_of_roots_own_is_found() -> None:
    """Workers are another user, who could not start it."""
    with tempfile.TemporaryDirectory() as name:
        folder, program = Path(name), Path(name) / "python"
        program.touch(0o755)
        for mode, program_mode, is_right in (
            (0o755, 0o755, True),
            (0o700, 0o755, False),
            (0o755, 0o700, False),
        ):
            folder.chmod(mode)
            program.chmod(program_mode)
            assert is_for_all(program) is is_right

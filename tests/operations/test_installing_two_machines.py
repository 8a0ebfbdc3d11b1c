"""`make install --pair`: what it writes on each of the three machines, and what it refuses before anything changes."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from casino.operations.answer import Fault
from deploy.installation import files
from deploy.installation.plan import Plan, parser, plan_of
from deploy.installation.preflight import missing
from deploy.installation.two_machines import keys, wishes

NAME = "tables.casino.example"
MACHINES = ("a=10.0.0.1", "b=10.0.0.2", "w=10.0.0.3")
PASSWORD = "of-the-file"
PORTS = ("--http", "18990", "--https", "18993", "--first-port", "18991")


def planned(root: Path, *more: str, name: str = NAME) -> Plan:
    return plan_of(parser().parse_args(["--name", name, "--root", str(root), *PORTS, *more]))


def of(here: str, *machines: str, address: str = "10.0.0.10") -> tuple[str, ...]:
    return "--pair", *(machines or MACHINES), "--address", address, "--here", here


def write(plan: Plan) -> list[str]:
    steps = (
        files.folders,
        files.settings,
        files.owner,
        files.of_two_machines,
        files.certificate,
        files.rendered,
    )
    return [change for step in steps for change in step(plan)]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that stands for A, which has made the keys."""
    root = tmp_path_factory.mktemp("first")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wishes.secrets, "token_urlsafe", lambda _length: PASSWORD)
        write(planned(root, *of("a")))
    return root


@pytest.fixture
def handed(first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The keys that A has made, in a file."""
    monkeypatch.setenv("KEYS_PASSWORD", PASSWORD)
    return Path(shutil.copy(first / "etc/novamas/pair/a.keys", tmp_path))


def test_both_machines_have_the_same_keys_and_each_its_own_place(
    tmp_path: Path, first: Path, handed: Path
) -> None:
    write(planned(tmp_path / "b", *of("b"), "--keys-from", str(handed)))
    a, b = first, tmp_path / "b"
    for name in (*(f"var/lib/novamas/{one}" for one in keys.FILES), "etc/novamas/tls/certificate.pem"):
        assert (a / name).read_text() == (b / name).read_text(), name
    settings = [(place / "etc/novamas/novamas.env").read_text() for place in (a, b)]
    for name in ("METRICS_TOKEN", "DATABASE_URL", "PAIR"):
        assert len({re.search(f"^{name}=.*", text, re.MULTILINE)[0] for text in settings}) == 1  # type: ignore[index]
    assert "@127.0.0.1:5000/novamas" in settings[0] and "PAIR_HERE=b" in settings[1]
    assert "server 10.0.0.1:8000 max_fails=0 backup;" in (b / "etc/nginx/conf.d/novamas.conf").read_text()
    assert "name: b" in (b / "etc/patroni/config.yml").read_text()
    timers = [(place / "etc/systemd/system/novamas-audit.timer").read_text() for place in (a, b)]
    assert "*-*-* 07:00:00" in timers[0] and "*-*-* 19:00:00" in timers[1]
    nightly = [(place / "etc/systemd/system/novamas-backup.timer").read_text() for place in (a, b)]
    assert nightly[0] == nightly[1]  # the one with the primary makes it
    assert "After=network.target haproxy.service" in (b / "etc/systemd/system/novamas@.service").read_text()


def test_postgresql_archives_to_where_both_keep_their_backups(tmp_path: Path, first: Path) -> None:
    patroni = (first / "etc/patroni/config.yml").read_text()
    assert '    archive_mode: "on"\n' in patroni and "--stanza=novamas archive-push %p" in patroni
    without = missing(planned(first))
    assert any("Say with --backup-to where both machines keep their backups" in says for says in without)
    assert not any("backup" in says for says in missing(planned(first, "--backup-to", str(tmp_path))))
    gone = missing(planned(first, "--backup-to", str(tmp_path / "gone")))
    assert any("is not there: mount it" in says for says in gone)


def test_what_only_root_may_know_is_for_root_alone(first: Path) -> None:
    secret = ("postgres.key", "etcd.key", "house.json", "a.keys")
    assert {(first / "etc/novamas/pair" / name).stat().st_mode & 0o077 for name in secret} == {0}
    assert (first / "etc/patroni/config.yml").stat().st_mode & 0o077 == 0


def test_the_witness_has_no_part_of_the_product_and_no_password(tmp_path: Path, handed: Path) -> None:
    plan = planned(tmp_path / "w", *of("w"), "--keys-from", str(handed))
    assert not plan.serves and missing(plan) == []
    assert [*files.of_two_machines(plan)]
    found = {str(file.relative_to(tmp_path / "w")) for file in (tmp_path / "w").rglob("*") if file.is_file()}
    assert found == {
        "etc/default/etcd",
        *(f"etc/novamas/pair/{name}" for name in ("ca.pem", "certificate.pem", "etcd.key", "house.json")),
    }
    kept = (tmp_path / "w/etc/novamas/pair/house.json").read_text()
    assert PASSWORD not in kept and '"house": {}' in kept


def test_a_second_run_changes_nothing_and_needs_no_option(first: Path) -> None:
    assert write(planned(first, *of("a"))) == []
    assert write(planned(first)) == []


WRONG: list[tuple[str, Callable[[str], tuple[str, ...]], str]] = [
    (
        "witness",
        lambda keys: of("b", "a=10.0.0.1", "b=10.0.0.2", "w=10.0.0.2"),
        "the witness is a third machine",
    ),
    (
        "two",
        lambda keys: of("b", "a=10.0.0.1", "b=10.0.0.2", "b=10.0.0.3"),
        "three machines, each by its own name",
    ),
    ("no address", lambda keys: of("b", "a=10.0.0.1", "b=there", "w=10.0.0.3"), "'there' does not appear"),
    ("nobody", lambda keys: of("c"), "Say with --here which of a, b, w"),
    ("own", lambda keys: of("b", address="10.0.0.2"), "is a machine's own"),
    (
        "swapped",
        lambda keys: (*of("b", "a=10.0.0.2", "b=10.0.0.1", "w=10.0.0.3"), "--keys-from", keys),
        "swapped?",
    ),
    ("alone", lambda keys: ("--here", "b"), "names all three"),
    ("gone", lambda keys: (*of("b"), "--keys-from", f"{keys}.gone"), "cannot be read"),
]


@pytest.mark.parametrize(("wish", "says"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_wish_is_a_sentence_and_nothing_is_written(
    tmp_path: Path, handed: Path, wish: Callable[[str], tuple[str, ...]], says: str
) -> None:
    with pytest.raises(Fault, match=re.escape(says)):
        planned(tmp_path / "b", *wish(str(handed)))
    assert not (tmp_path / "b").exists()


def test_keys_of_another_house_are_refused(
    tmp_path: Path, handed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Fault, match=r"has the keys of tables\.casino\.example, not of other\.example"):
        planned(tmp_path / "b", *of("b"), "--keys-from", str(handed), name="other.example")
    var = tmp_path / "b/var/lib/novamas"
    var.mkdir(parents=True)
    (var / "signing_key").write_text("another's")
    assert any(
        "the signing_key of another house" in sentence
        for sentence in missing(planned(tmp_path / "b", *of("b"), "--keys-from", str(handed)))
    )
    monkeypatch.setenv("KEYS_PASSWORD", "wrong")
    with pytest.raises(Fault, match="the password is another's"):
        planned(tmp_path / "b", *of("b"), "--keys-from", str(handed))
    text = handed.read_text()
    handed.write_text(text[: len(text) // 2])
    with pytest.raises(Fault, match="cannot be opened"):
        planned(tmp_path / "b", *of("b"), "--keys-from", str(handed))


def test_a_house_that_has_a_database_keeps_it(tmp_path: Path, handed: Path) -> None:
    write(planned(tmp_path / "b", "--database", "postgres://novamas@10.1.1.1/novamas"))
    with pytest.raises(Fault, match="has another database already"):
        planned(tmp_path / "b", *of("b"), "--keys-from", str(handed))


@pytest.mark.parametrize(
    ("addresses", "says"),
    [
        ({"10.0.0.1": ("eth0", 24)}, "has the address of a, not of b: are two swapped"),
        ({"10.9.9.9": ("eth0", 24)}, "has no address 10.0.0.2"),
    ],
)
def test_a_machine_with_another_address_is_refused(
    tmp_path: Path,
    handed: Path,
    monkeypatch: pytest.MonkeyPatch,
    addresses: dict[str, tuple[str, int]],
    says: str,
) -> None:
    two = planned(tmp_path / "b", *of("b"), "--keys-from", str(handed)).house
    monkeypatch.setattr(wishes, "_addresses", lambda: addresses)
    assert two and any(says in one for one in two.faults(tmp_path, is_machine=True))


def test_a_standby_of_another_version_is_refused(
    tmp_path: Path, handed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = planned(tmp_path / "b", *of("b"), "--keys-from", str(handed)).house
    monkeypatch.setattr(wishes, "version_of_postgresql", lambda: "13")
    assert two and any("and this machine 13" in one for one in two.faults(tmp_path, is_machine=True))

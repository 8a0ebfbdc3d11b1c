"""The demo casino: the same however often it is built, its logins log in, no house of its own is mixed with it."""

import re
import stat
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from casino.people.models import Token, User
from tables.door.service import create_table, game_of, read
from tables.models import Record, Table
from tables.robot.credentials import STAFF, load_credentials
from tables.robot.demo import OWN_REGLAMENTO, TABLES
from tables.view.snapshot import take

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, settings: Any) -> Path:
    """Where this test's demo keeps its secrets; its passphrases are hashed quickly."""
    settings.VAR_DIR = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return tmp_path / "demo_logins.json"


def demo(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


def test_twice_is_the_same_demo() -> None:
    first = demo()
    records = Record.objects.count()
    assert demo() == demo("--if-empty") == first
    assert (Record.objects.count(), User.objects.count(), Token.objects.count()) == (records, 6, 4)


def test_one_table_plays_punto_2000_with_pairs_and_the_dragon() -> None:
    demo()
    offered = [chance["slug"] for chance in take("mesa-4", game_of(read("mesa-4")[1], "jefe"))["chances"]]
    beside = ["punto-pair", "banca-pair", "punto-dragon-bonus", "banca-dragon-bonus"]
    assert offered == ["punto", "banca", "tie", *beside]
    example = Path(settings.BASE_DIR, "docs/examples", OWN_REGLAMENTO.name)
    assert OWN_REGLAMENTO.read_text() == example.read_text()


def test_the_printed_logins_log_in(client: Client) -> None:
    said = demo("--port", "8123")
    passphrase = re.search(r"passphrase  (\S+)", said)
    assert passphrase
    for username, role in STAFF.items():
        assert re.search(rf"{username}\s+{role}", said)
        form = {"username": username, "password": passphrase[1]}
        assert client.post("/login/", form).status_code == 302
        assert User.objects.get(username=username).role == role
        client.logout()
    assert "http://127.0.0.1:8123/" in said


def test_the_printed_walls_are_their_tables() -> None:
    secrets = re.findall(r"/wall/(\S+)/", demo())
    assert [Token.objects.find(secret).table for secret in secrets] == [table.slug for table in TABLES]


def test_only_its_owner_reads_the_secrets(keys: Path) -> None:
    demo()
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    assert [path.name for path in keys.parent.iterdir()] == [keys.name]


def test_every_installation_has_its_own_passphrase(keys: Path) -> None:
    demo()
    first = load_credentials()
    keys.unlink()
    assert "lost" in demo("--if-empty")
    demo()
    second = load_credentials()
    assert first and second and first.passphrase != second.passphrase
    assert User.objects.get(username="julio").check_password(second.passphrase)
    assert all(Token.objects.find(secret) is None for secret in first.walls.values())


def test_the_visitors_table_waits_for_the_shuffle() -> None:
    demo()
    now = take("mesa-2", game_of(read("mesa-2")[1], "croupier"))
    assert now["hint"]["act"] == "shuffle"
    assert list(now["names"].values())[:3] == ["Ana", "Bea", "Carlos"]


def test_the_tables_have_more_than_one_reglamento() -> None:
    demo()
    assert set(Table.objects.values_list("reglamento", flat=True)) == {"argentina", "spain", "punto-2000@1"}
    assert all(Table.objects.values_list("open", flat=True))


def test_the_robot_signs_as_itself_and_nobody_logs_in_as_the_robot(client: Client) -> None:
    said = demo()
    robot = User.objects.get(username="robot")
    assert (robot.role, robot.serves, robot.has_usable_password()) == ("croupier", "mesa-1", False)
    assert not re.search(r"^ +robot +croupier", said, re.MULTILINE)
    credentials = load_credentials()
    assert credentials
    form = {"username": "robot", "password": credentials.passphrase}
    assert client.post("/login/", form).status_code == 200
    signed = set(Record.objects.values_list("name", "actor", "role"))
    assert signed == {
        ("open_table", "julio", "jefe"),
        ("join", "robot", "croupier"),
        ("sit", "robot", "croupier"),
    }


def test_a_house_of_its_own_is_not_mixed_with_the_demo() -> None:
    create_table("privada", "Sala privada")
    with pytest.raises(CommandError, match="of its own"):
        demo()
    assert "no demo is built" in demo("--if-empty")
    assert (Table.objects.count(), User.objects.count()) == (1, 0)


def test_a_login_of_the_house_is_not_taken_over() -> None:
    User.objects.create_user("julio", password="his own words")
    assert "no demo is built" in demo("--if-empty")
    assert User.objects.get().check_password("his own words")

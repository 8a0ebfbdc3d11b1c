"""Every setting is looked at when it is read: what is wrong is one sentence that names it, and never has a secret."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.utils import translation

from casino.common import signing
from casino.common.sql import encoding
from casino.operations import settings_file
from casino.operations.answer import Fault
from casino.operations.doctor.house import settings_fit

WRONG = {
    "HTTPS": ["si", "sí", "2", "enable"],
    "ALLOWED_HOSTS": ["casa.local:8306", "https://casa.local", "casa.local/", "::1", "casa local", "mesas.ñ"],
    "TRUSTED_ORIGINS": [
        *(
            "https://casa.local/",
            "casa.local",
            "https://casa.local/x",
            "https://casa.local:443",
            "ftp://casa.local",
        ),
        *("http://casa.local:80", "https://casa.local:", "https://u@casa.local"),
    ],
    "TIME_ZONE": ["Buenos Aires", "America", "Factory", "localtime", "../etc", "UTC+3"],
    "REDIS_URL": ["localhost:6379", "http://h", "redis://h:port/0", "redis://h/one", "redis://:a#b@h:1/0"],
    "CURRENCY": ["euro", "EURO", "€"],
    "LOG_LEVEL": ["loud"],
    "DECIMALS": ["5", "-1", "1.0", "9" * 5000],
    "DENOMINATIONS": ["1,1", "1,01", "0", "a"],
    "SECOND_FACTOR": ["yes"],
    "PROXIES": ["front"],
    **{name: ["one\ntwo", "\u202edrow"] for name in ("HOUSE_NAME", "HOUSE_ADDRESS", "TAX_NUMBER", "LICENCE")},
    "IDLE_MINUTES": ["quince"],
    "SIGNING_KEY": ["not-a-key", "AAAA", "ñ"],
    "WORKER_PORTS": ["abc", "8001,8001", "0", "70000", "-1"],
    "BACKUP_KEEP_WEEKS": ["x", "1.5", "0"],
    "DATABASE_URL": ["postgres://u:p@h/x?no_such_option=1", "postgres://u:p@h/x?sslmode"],
    "DATABASE_OWNER_URL": ["postgres://u:p@h/x?no_such_option=1", "mysql://u:p@h/x"],
}
ADDRESSES = [
    "postgres://novamas:ge#heim@127.0.0.1/x",
    "postgres://novamas:1#heim@127.0.0.1/x",
    "postgres://novamas:ge/heim@127.0.0.1/x",
    "postgres://novamas:1/heim@127.0.0.1/x",
    "postgres://novamas:ge?heim@127.0.0.1/x",
    "postgres://novamas:1?heim@127.0.0.1/x",
    "postgres://novamas:ge[heim@127.0.0.1/x",
    "postgres://novamas:ge heim@127.0.0.1/x",
    "postgres://novamas:geheim@127.0.0.1:99999/x",
    "mysql://novamas:geheim@127.0.0.1/x",
    "postgres:novamas:geheim@127.0.0.1/x",
]


@pytest.fixture
def read_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Reads the settings as a new process does."""

    def read(**variables: str) -> dict[str, Any]:
        for name, value in {"VAR_DIR": str(tmp_path), "BEHIND_PROXY": "1", **variables}.items():
            monkeypatch.setenv(name, value)
        return run_path(str(settings.BASE_DIR / "casino" / "site" / "settings.py"))

    return read


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_is_refused_by_the_name_of_its_setting(
    read_anew: Callable[..., dict[str, Any]], name: str, value: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} (must|cannot) ") as refused:
        read_anew(**{name: value})
    assert "\n" not in str(refused.value).replace(value, "")


@pytest.mark.parametrize("name", ["DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_cannot_be_read_is_refused_without_its_passphrase(
    read_anew: Callable[..., dict[str, Any]], name: str, address: str
) -> None:
    if name == "REDIS_URL":
        address = address.replace("postgres:", "redis:").removesuffix("x") + "0"
    with pytest.raises(ImproperlyConfigured, match=f"^{name} (must begin|cannot be read)") as refused:
        read_anew(**{name: address})
    assert "heim" not in str(refused.value) and "novamas" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "setting", "read"),
    [
        ("HTTPS", "On", "HTTPS", True),
        ("HTTPS", "no", "HTTPS", False),
        ("ALLOWED_HOSTS", "mesas.casino.example, 10.0.0.5,[::1],.casino.example,*", "ALLOWED_HOSTS", None),
        ("TRUSTED_ORIGINS", "https://Mesas.example:8443,http://10.0.0.5:8001", "CSRF_TRUSTED_ORIGINS", None),
        ("TIME_ZONE", "Europe/Ljubljana", "TIME_ZONE", "Europe/Ljubljana"),
        ("REDIS_URL", "redis://:p%23ss@h:6380/3", "REDIS_URL", "redis://:p%23ss@h:6380/3"),
        ("REDIS_URL", "unix:///run/redis.sock?db=2", "REDIS_URL", "unix:///run/redis.sock?db=2"),
        ("LOG_LEVEL", "Warning", "LOG_LEVEL", None),
    ],
)
def test_a_right_value_is_taken(
    read_anew: Callable[..., dict[str, Any]], name: str, value: str, setting: str, read: Any
) -> None:
    found = read_anew(**{name: value})
    assert read is None or found[setting] == read


@pytest.mark.parametrize("servers", ["a:5432,b:5432", "a,b:5432", "a,b"])
def test_two_servers_in_one_address_are_refused(
    read_anew: Callable[..., dict[str, Any]], servers: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL names several servers: name one"):
        read_anew(DATABASE_URL=f"postgres://u:p@{servers}/x")


def test_a_pool_without_connections_is_refused(read_anew: Callable[..., dict[str, Any]]) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_POOL must be a whole number from 1, not 0$"):
        read_anew(DATABASE_URL="postgres://u:p@h/x", DATABASE_POOL="0")


def test_a_proxy_that_is_none_is_refused_also_before_there_is_one(
    read_anew: Callable[..., dict[str, Any]],
) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^PROXIES must be"):
        read_anew(BEHIND_PROXY="0", PROXIES="front")


def test_a_command_ends_with_the_sentence_alone() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=settings.BASE_DIR,
        env=os.environ | {"HTTPS": "si"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        "The settings are wrong: HTTPS must be 1 or 0, not si.\n",
    )


def test_a_signing_key_that_is_none_is_refused_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNING_KEY", "not-a-key")
    with pytest.raises(ImproperlyConfigured, match=r"^SIGNING_KEY must be") as refused:
        signing.public_key()
    assert "not-a-key" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xef\xbb\xbfHOUSE_NAME=Casa\n", "begins with a byte order mark"),
        ("CURRENCY=EUR\nHOUSE_NAME=Casa Ibáñez\n".encode("latin-1"), r"is not UTF-8 \(line 2\)"),
        (b"CURRENCY=EUR\nexport HTTPS=1\n", "line 2 is not NAME=VALUE"),
        (b"# x\n\nHTTPS 1\n", "line 3 is not NAME=VALUE"),
    ],
)
def test_a_file_of_which_systemd_would_leave_something_out_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, says: str
) -> None:
    file = tmp_path / "novamas.env"
    file.write_bytes(content)
    monkeypatch.setenv("NOVAMAS_SETTINGS", str(file))
    with pytest.raises(Fault, match=says):
        settings_file.load()


def test_a_folder_in_place_of_the_file_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOVAMAS_SETTINGS", str(tmp_path))
    with pytest.raises(Fault, match="cannot be read: Is a directory"):
        settings_file.load()


@pytest.mark.django_db
def test_doctor_names_a_setting_that_nobody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "novamas.env"
    file.write_text("HTPS=1\nTZ=UTC\nCURRENCY=EUR\n")
    monkeypatch.setenv("NOVAMAS_SETTINGS", str(file))
    with translation.override("en"):
        said = [finding.says for finding in settings_fit() if "does not know" in finding.says]
    assert len(said) == 2 and "HTTPS" in said[0] and "TZ" in said[1]


@pytest.mark.django_db
def test_a_database_in_another_encoding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert encoding.database_is_utf8([connection.alias]) == []
    monkeypatch.setattr(encoding, "encoding_of", lambda alias: "LATIN1")
    assert encoding.database_is_utf8([connection.alias]) == [encoding.ENCODING]

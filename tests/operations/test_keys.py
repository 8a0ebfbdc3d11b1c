"""The keys of a house: where each is, which a backup has, and what rotating one does."""

import base64
from typing import Any

import pytest
from django.db import connection

from casino.common.environment import OLD_SIGNING_KEYS
from casino.operations import house_keys
from casino.operations.backup import house_files
from tests.operations.command import Command

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("var_of_its_own")]


def test_a_rotated_key_is_another_and_the_old_one_stays_for_what_it_sealed(novamas: Command) -> None:
    before = novamas("key", "list")
    if connection.vendor == "postgresql":
        assert "operations.md" in novamas.refused("key", "rotate", "backup")
    else:
        assert novamas("key", "rotate", "backup")["key"] != before["backup"]["id"]
    signing = novamas("key", "rotate", "signing")
    after = novamas("key", "list")
    assert signing["old"] == before["signing"]["public_key"] != after["signing"]["public_key"]


def test_a_key_in_a_setting_is_not_rotated(novamas: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "x")
    assert "setting SECRET_KEY" in novamas.refused("key", "rotate", "secret")


def test_the_list_of_keys_says_where_each_is(
    novamas: Command, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    monkeypatch.setenv("SIGNING_KEY", base64.b64encode(bytes(32)).decode())
    found = novamas("key", "list")
    assert found["signing"]["setting"] == "SIGNING_KEY" and "file" not in found["signing"]
    assert {which: found[which]["file"] for which in ("secret", "second_factor")} == {
        "secret": str(settings.VAR_DIR / "secret_key"),
        "second_factor": str(settings.VAR_DIR / "second_factor_key"),
    }


def test_a_backup_has_every_key_that_lies_in_a_file_and_names_the_others(
    novamas: Command, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    for variable in house_keys.VARIABLES.values():
        monkeypatch.delenv(variable, raising=False)
    for name in (*house_keys.FILES, OLD_SIGNING_KEYS):
        (settings.VAR_DIR / name).touch()
    file, into = settings.VAR_DIR / "sealed", settings.VAR_DIR / "into"
    into.mkdir()
    with file.open("wb") as out:
        house_files.seal(out)
    house_files.unseal(file, into)
    assert {one.name for one in into.iterdir()} >= {*house_keys.FILES, OLD_SIGNING_KEYS}
    assert house_keys.not_in_backups() == []
    monkeypatch.setenv("SECRET_KEY", "x")
    assert house_keys.not_in_backups() == ["SECRET_KEY"]

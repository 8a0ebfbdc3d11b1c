"""`novamas` speaks the house's language, and the terminal's before it knows that."""

import json
from pathlib import Path
from typing import Any

import pytest

from casino.operations.language import gettext, spoken, terminals
from casino.operations.main import execute, parser
from tests.operations.houses import house
from tests.support.own_house import having

NO_ONE = {
    "es": "No hay nadie con el usuario nobody.",
    "en": "There is nobody with the login nobody.",
    "fr": "Il n’y a personne avec l’identifiant nobody.",
    "sl": "Nikogar ni s prijavo nobody.",
}


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert execute([*arguments, "--json"]) == 1
    return str(json.loads(capsys.readouterr().out)["error"])


@pytest.mark.django_db
def test_a_refusal_is_in_the_houses_language(capsys: pytest.CaptureFixture[str]) -> None:
    said = {}
    for language in NO_ONE:
        with having(language_code=language):
            said[language] = refused(capsys, "user", "role", "nobody", "jefe")
    assert len({*said.values()}) == 4 and said["es"] == NO_ONE["es"] and said["en"] == NO_ONE["en"]


@pytest.mark.django_db
@having(language_code="es")
def test_a_field_is_called_as_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "user", "add", "br uno", "jefe").startswith("Usuario: ")


@pytest.mark.django_db
@having(language_code="es")
def test_lists_and_what_was_done_are_in_the_houses_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["table", "add", "mesa-1", "Mesa 1"]) == 0
    assert execute(["user", "add", "carla", "croupier"]) == 0
    assert "La contraseña se muestra solo esta vez." in capsys.readouterr().out
    assert execute(["user", "list"]) == 0
    heading, row = capsys.readouterr().out.splitlines()
    assert heading.split() == ["Usuario", "Rol", "Idioma", "Activo", "Última", "entrada"] and "sí" in row


@pytest.mark.django_db
def test_the_doctor_speaks_the_houses_language_and_keeps_its_codes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with having(language_code="es"):
        execute(["doctor", "--json"])
    found = {one["about"]: one for one in json.loads(capsys.readouterr().out)["found"]}
    assert found["memory"]["level"] == "ok"
    assert found["memory"]["says"].startswith("La máquina tiene ")


def test_a_house_speaks_what_was_chosen_on_its_page(tmp_path: Path, new_house: Path) -> None:
    with house(tmp_path, "chosen", new_house) as novamas:
        assert novamas.refused("user", "role", "nobody", "jefe") == NO_ONE["en"]
        choose = "from casino.house import values; values.change('LANGUAGE_CODE', 'es')"
        novamas.run("manage", "shell", "--verbosity", "0", "-c", choose)
        assert novamas.refused("user", "role", "nobody", "jefe") == NO_ONE["es"]


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "es_AR.UTF-8"}, "es"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "sl_SI.UTF-8@euro"}, "sl"),
        ({"LANG": "es_AR.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "es_AR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "es_AR.UTF-8", "LC_ALL": ""}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "es@latin"}, "es"),
        ({"LANG": "../../etc"}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminals_language(monkeypatch: Any, variables: dict[str, str], language: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminals() == language


def test_settings_that_cannot_be_read_are_told_in_the_terminals_language(
    monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "es_AR.UTF-8")
    monkeypatch.setenv("NOVAMAS_SETTINGS", "/nowhere/novamas.env")
    said = refused(capsys, "doctor")
    assert said == "No existe el archivo /nowhere/novamas.env, que figura en NOVAMAS_SETTINGS."


def test_help_is_in_the_terminals_language() -> None:
    with spoken("es"):
        assert "Administra una casa de No Va Más." in parser().format_help()
        assert gettext("Lists the tables.") == "Lista las mesas."
    assert "Administers a house" in parser().format_help()

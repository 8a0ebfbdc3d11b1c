"""Refusals: every code has its sentence and status, and every code that is listed is used."""

import ast
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from casino.common.answers import refused
from casino.common.refusals import Refusal
from casino.common.refusals.catalogue import ALL

RAISING = {"Refusal", "refuse"}  # what is called with a code first
STATUSES = {401, 403, 404, 405, 409, 413, 422, 429, 500, 503}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for part in ("casino", "ledger", "tables"):
        for path in sorted((settings.BASE_DIR / part).rglob("*.py")):
            yield path.relative_to(settings.BASE_DIR).as_posix(), ast.parse(path.read_text())


def raised(tree: ast.Module) -> Iterator[str]:
    """The codes that are written out where something is refused."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in RAISING:
            yield str(node.args[0].value)


def constants(tree: ast.Module) -> Iterator[str]:
    return (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def test_every_code_that_is_raised_is_in_the_catalogue() -> None:
    unknown = {f"{path}: {code}" for path, tree in modules() for code in raised(tree) if code not in ALL}
    assert not unknown


def test_every_code_of_the_catalogue_is_raised_somewhere() -> None:
    used = {text for path, tree in modules() if not path.endswith("errors.py") for text in constants(tree)}
    assert not ALL.keys() - used


def test_every_status_is_one_that_the_protocol_has() -> None:
    assert {status for status, _ in ALL.values()} == STATUSES


@pytest.mark.parametrize(("code", "status"), [("malformed", 422), ("not_allowed", 403), ("bets_closed", 409)])
def test_a_refusal_knows_its_status(code: str, status: int) -> None:
    assert Refusal(code).status == status


def test_an_answer_has_code_article_message_fields_and_facts() -> None:
    with translation.override("en"):
        assert refused(Refusal("below_minimum", "8", minimum=1500)) == (
            409,
            {
                "ok": False,
                "error": {
                    "code": "below_minimum",
                    "article": "8",
                    "message": "Too little: at least 1,500\u00a0ARS.",
                    "fields": {"minimum": 1500},
                    "facts": [{"label": "At least", "value": "1,500\u00a0ARS"}],
                    "field": None,
                    "asks": False,
                },
            },
        )


def test_money_is_written_with_its_currency_and_what_is_counted_with_its_name() -> None:
    with translation.override("es"):
        messages = [
            refused(refusal)[1]["error"]["message"]
            for refusal in (
                Refusal("below_minimum", minimum=1500),
                Refusal("below_minimum", counted="riffles", minimum=4),
            )
        ]
    assert messages == ["Es poco: al menos 1.500\u00a0ARS.", "Pocas mezclas: al menos 4 mezclas."]


def test_words_of_the_house_in_a_field_are_translated_and_the_field_is_not() -> None:
    with translation.override("es"):
        error = refused(Refusal("wrong_phase", phase="seating"))[1]["error"]
    assert "asientos" in error["message"] and error["fields"] == {"phase": "seating"}


def test_an_account_is_called_what_the_reader_calls_it() -> None:
    with translation.override("es"):
        error = refused(Refusal("not_that_much", account="tray", called="Tray", most=500))[1]["error"]
    assert (
        error["message"] == "Es demasiado. Bandeja: como máximo 500\u00a0ARS."
        and error["fields"]["called"] == "Tray"
    )


@pytest.mark.parametrize(
    ("origin", "code", "says"),
    [
        ("https://tables.casino.example", "other_origin", "TRUSTED_ORIGINS"),
        ("http://testserver", "bad_csrf", "load it again"),
        ("null", "bad_csrf", "load it again"),
    ],
)
@pytest.mark.django_db
def test_loading_again_is_advised_where_it_helps(origin: str, code: str, says: str) -> None:
    """Behind a proxy that is not named, the page's own address is another than the one that the house knows."""
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": "en"})
    answer = client.post("/login/", {"username": "x", "password": "x"}, headers={"Origin": origin})
    assert answer.status_code == 403
    text = answer.content.decode()
    assert says in text and (code == "bad_csrf" or origin in text)

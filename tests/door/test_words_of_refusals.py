"""A refusal calls things by their names, also where the table is only about to be opened."""

import pytest
from django.utils.translation import override

from tables.door.service import create_table, execute
from tables.record.reglamentos import catalogue
from tests.support.casa import CASA
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db


def test_what_cannot_be_opened_so_is_called_by_its_name() -> None:
    rules, _ = catalogue.add(CASA)
    create_table("mesa", "Mesa")
    limits = {
        "minimum": 10,
        "maximum": 1000,
        "chip": 5,
        "chances": {"dragon-7": {"minimum": 90, "maximum": 50}},
    }
    with override("es"):
        answer = execute("mesa", {"command": "open_table", "reglamento": rules.slug, **limits}, JEFE)
    assert answer.error is not None
    assert "Dragón 7" in str(answer.error["message"])


def test_a_reglamento_that_is_not_there_is_refused() -> None:
    create_table("mesa", "Mesa")
    limits = {"minimum": 10, "maximum": 1000, "chip": 5}
    answer = execute("mesa", {"command": "open_table", "reglamento": "nowhere", **limits}, JEFE)
    assert answer.error is not None
    assert answer.error["code"] == "malformed"

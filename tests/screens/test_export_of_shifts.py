"""The inspector exports a shift by its number: exactly its records, in a file named after table and shift."""

import json
import re
from typing import Any

import pytest
from django.test import Client

from ledger.cage import selectors
from ledger.cage.models import Shift
from tables.door.service import create_table
from tests.support.counter import BOOK, MESA, cage, done, table
from tests.support.house import Croupier, client_of, game
from verify_shift import verify

pytestmark = pytest.mark.django_db
SHIFT = "/inspector/shift"


@pytest.fixture
def inspector() -> Client:
    return client_of("inspector")


@pytest.fixture
def shifts(db: None) -> list[Shift]:
    """One that is closed, and one that is open."""
    cage()
    table()
    croupier = Croupier(4)
    game(MESA, 60, croupier)
    done("closing", selectors.balances(BOOK)["tray"])
    game(MESA, 10, croupier)
    done("opening", selectors.balances(BOOK)["tray"])
    game(MESA, 15, croupier)
    return list(Shift.objects.order_by("number"))


def manifest(content: bytes) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(content.splitlines()[0])
    return told


def test_each_shift_is_a_file_of_its_records(inspector: Client, shifts: list[Shift]) -> None:
    closed, still_open = shifts
    first, second = (inspector.get(SHIFT, {"shift": f"{MESA}/{one.number}"}) for one in shifts)
    assert first["Content-Disposition"] == f'attachment; filename="{MESA}-1.jsonl"'
    assert second["Content-Disposition"] == f'attachment; filename="{MESA}-2.jsonl"'
    assert closed.end
    told, later = manifest(first.content), manifest(second.content)
    assert (told["first"], told["last"]) == (closed.first_record + 1, closed.end.last_record)
    assert later["first"] == still_open.first_record + 1 == closed.end.last_record + 1
    for answer in (first, second):
        assert "complete and unchanged" in verify(answer.content)
    assert {"closing", "step", "slip", "shift"} <= {entry.get("kind") for entry in told["journal"]["entries"]}


def test_the_page_offers_the_shifts_and_the_tables_as_people_count(
    inspector: Client, shifts: list[Shift]
) -> None:
    for number in (1, 2, 10, 11):
        create_table(f"mesa-{number}", f"Mesa {number}")
    page = inspector.get("/inspector/").content.decode()
    by_shift = page.split('id="export-shift"')[1].split("</form>")[0]
    assert re.findall(r'<option value="([^"]+)">', by_shift) == [f"{MESA}/2", f"{MESA}/1"]
    assert "still open" in by_shift
    by_time = page.split('id="export-time"')[1].split("</form>")[0]
    tables = re.findall(r'value="(mesa-\d+)"', by_time)
    assert tables == ["mesa-1", "mesa-2", "mesa-4", "mesa-10", "mesa-11"]


def test_a_time_is_in_the_name_of_its_file(inspector: Client, shifts: list[Shift]) -> None:
    asked = {"table": MESA, "since": "2020-01-01T08:00", "until": "2099-01-02T09:30"}
    answer = inspector.get(SHIFT, asked)
    assert f'filename="{MESA}-20200101-0800-20990102-0930.jsonl"' in answer["Content-Disposition"]


@pytest.mark.parametrize(
    "said",
    ["nope/1", "mesa-4/9", "mesa-4", "mesa-4/", "/", "mesa-4/x", "mesa-4/²", "\x00/1", f"mesa-4/{10**30}"],
)
def test_a_shift_that_is_not_there_is_not_found(inspector: Client, shifts: list[Shift], said: str) -> None:
    assert inspector.get(SHIFT, {"shift": said}).status_code == 404


def test_that_a_shift_has_no_record_is_said_beside_the_shift_that_was_chosen(inspector: Client) -> None:
    cage()
    table()
    done("closing", selectors.balances(BOOK)["tray"])
    answer = inspector.get(SHIFT, {"shift": f"{MESA}/1"})
    by_shift = answer.content.decode().partition('id="export-shift"')[2].partition("</form>")[0]
    assert answer.status_code == 404
    assert re.search(r'<option value="mesa-4/1" selected>', by_shift)
    assert 'class="wrong"' in by_shift

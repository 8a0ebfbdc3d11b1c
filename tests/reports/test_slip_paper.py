"""Slips on paper and in a report: what they say to those who were not there, and what they come to."""

import pytest
from django.test import Client

from casino.people.models import User
from ledger.cage.models import Slip
from tables.reports.slip_reports import slip_list
from tests.support.counter import USUAL, ask, cage, done, go, table


@pytest.mark.django_db
def test_a_void_slip_says_on_both_copies_who_voided_it_and_why() -> None:
    cage()
    table()
    slip = go(done("buy_in", 500, player="ana"), "void", "jefe", "the name of another")
    client = Client()
    client.force_login(User.objects.create_user("cora", role="cambista", language="en"))
    paper = client.get(f"/slips/{slip.number}/roll/").content.decode()
    assert paper.count("the name of another") == paper.count('class="roll ') == 2


@pytest.mark.django_db
def test_a_count_on_the_roll_says_what_was_missing_once_it_is_signed() -> None:
    cage()
    table()
    papers = {}
    client = Client()
    for name, role in (("cora", "cambista"), ("carl", "croupier")):
        client.force_login(User.objects.create_user(name, role=role, language="en"))
        papers[role] = client
        client = Client()
    slip = ask("count", 9_900, reason="one lies below")
    waiting = papers["cambista"].get(f"/slips/{slip.number}/roll/").content.decode()
    for step, by in USUAL["count"][1:]:
        go(slip, step, by)
    found = {role: one.get(f"/slips/{slip.number}/roll/").content.decode() for role, one in papers.items()}
    assert "Expected" not in waiting and "Expected" not in found["croupier"]
    assert found["cambista"].count("<dt>Expected</dt>") == found["cambista"].count("<dt>Difference</dt>") == 2
    assert "10,000" in found["cambista"] and "−100" in found["cambista"]


@pytest.mark.django_db
def test_a_reason_stands_once_on_the_sheet_of_a_slip() -> None:
    cage()
    table()
    slip = ask("fill", 100, reason="no chips of 5")
    client = Client()
    client.force_login(User.objects.create_user("cora", role="cambista", language="en"))
    assert client.get(f"/slips/{slip.number}/").content.decode().count("no chips of 5") == 1


@pytest.mark.django_db
def test_the_list_of_slips_says_what_those_that_were_completed_come_to() -> None:
    cage()
    table()
    done("buy_in", 500, player="ana")
    done("buy_in", 300, player="ana")
    go(done("buy_in", 700, player="ana"), "void", "jefe", "the name of another")
    ask("fill", 100)  # waits for the cambista
    done("count", 10_000 - 800)
    sums = slip_list(Slip.objects.filter(book="table:mesa-4")).sections[0]
    rows = [[str(cell.value) for cell in row.cells] for row in sums.printed()]
    assert rows == [["Reposición", "1", "10000"], ["Venta de fichas", "2", "800"]]

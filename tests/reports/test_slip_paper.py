"""The paper of a slip: what its two copies say to those who were not there."""

import pytest
from django.test import Client

from casino.people.models import User
from tests.support.counter import cage, done, go, table


@pytest.mark.django_db
def test_a_void_slip_says_on_both_copies_who_voided_it_and_why() -> None:
    cage()
    table()
    slip = go(done("buy_in", 500, player="ana"), "void", "jefe", "the name of another")
    client = Client()
    client.force_login(User.objects.create_user("cora", role="cambista", language="en"))
    paper = client.get(f"/slips/{slip.number}/roll/").content.decode()
    assert paper.count("the name of another") == paper.count('class="roll ') == 2

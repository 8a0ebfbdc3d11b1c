"""What the jefe's undo would forget is said beside each act, before he holds the key."""

import html
import re
from typing import Any

import pytest

from tables.door.service import execute, read
from tests.support.house import CAST, JEFE, Croupier, client_of, game, open_table

pytestmark = pytest.mark.django_db
MESA = "mesa-4"


def give(command: str, **fields: Any) -> None:
    answer = execute(MESA, {"command": command, **fields}, JEFE)
    assert answer.ok, answer.error


def to(phase: str, croupier: Croupier) -> None:
    while read(MESA)[1].phase != phase:
        game(MESA, 1, croupier)


@pytest.fixture
def dealing() -> None:
    """The second pass has two bets, of 10 and 20, and one card."""
    open_table(MESA, "Mesa 4")
    croupier = Croupier()
    to("resolved", croupier)
    give("settle")
    to("betting", croupier)
    bank = read(MESA)[1].bank
    assert bank
    players = [one for one in CAST if one != bank.holder]
    for amount, player in zip((10, 20), players, strict=False):
        give("place_bet", player=player, chance="punto", amount=amount)
    give("close_betting")
    give("card", hand="punto", card="3")


def deeds() -> list[str]:
    page = html.unescape(client_of("jefe").get(f"/tables/{MESA}/").text)
    found = re.findall(r'<label class="deed" id="deed-\d+">(.*?)</label>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in found]


def test_the_newest_act_forgets_its_card_alone(dealing: None) -> None:
    assert "Forgotten: 1 card of pass 2" in deeds()[0]


def test_no_va_mas_forgets_no_bet(dealing: None) -> None:
    assert "bet" not in deeds()[1].partition("Forgotten:")[2]


def test_a_bet_is_forgotten_with_what_came_after_it(dealing: None) -> None:
    assert "Forgotten: 1 bet (20) and 1 card of pass 2" in deeds()[2]


def test_an_act_of_the_last_pass_forgets_all_of_this_one(dealing: None) -> None:
    paid = next(one for one in deeds() if one.startswith("Payment"))
    assert "Forgotten: 1 finished pass and 2 bets (30) and 1 card of pass 2" in paid


def test_the_undo_is_held(dealing: None) -> None:
    page = client_of("jefe").get(f"/tables/{MESA}/").text
    form = page[page.index('id="do-undo"') :]
    assert "data-hold" in form[: form.index("</dialog>")]

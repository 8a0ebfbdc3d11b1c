"""Theory beside practice: counted from the passes since the table was opened."""

from fractions import Fraction

import pytest

from ledger import service
from ledger.postings import Posting
from ledger.selectors import balances
from tables.door.service import create_table, execute, read
from tables.models import Pass
from tables.rules.odds import counts
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.table import screen as table_page
from tables.screens.table.theory import theory
from tables.view.facts.table import today
from tables.view.screen import TableView, view_of
from tests.support.casa import BANCA_WITH_SEVEN, PUNTO_WITH_NINE, opened
from tests.support.casa import played as played_by_hand
from tests.support.house import JEFE, Croupier, game, open_table, opening

pytestmark = pytest.mark.django_db


def view() -> TableView:
    return view_of(*read("mesa"), "jefe")


@pytest.fixture
def played() -> None:
    open_table("mesa", "Mesa")
    game("mesa", 500, Croupier(seed=3))


def test_no_pass_no_theory() -> None:
    create_table("mesa", "Mesa")
    assert theory(view()) is None
    for command in opening():
        execute("mesa", command, JEFE)
    assert theory(view()) is None


def test_the_passes_are_counted_and_set_beside_the_odds(played: None) -> None:
    found = theory(view())
    assert found
    paid = Pass.objects.filter(result__in=["punto", "banca", "tie"])
    assert found.passes == paid.count() == sum(line.passes for line in found.lines)
    by_theory = counts(REGLAMENTOS["argentina"], 6).chance_of("banca")
    assert found.lines[1].theory == pytest.approx(100 * float(by_theory))
    assert 0 <= found.likelihood <= 100


def test_the_houses_actual_result_is_what_came_into_tray_and_cagnotte(played: None) -> None:
    accounts = balances("table:mesa")
    suites = 0  # a quiet table gives no suite, so nothing else has come in
    found = theory(view())
    assert found
    assert found.actual + suites == accounts.get("table:mesa:tray", 0) + accounts.get(
        "table:mesa:cagnotte", 0
    )


def test_what_is_expected_follows_from_what_was_staked(played: None) -> None:
    found = theory(view())
    assert found
    staked = sum(hand.bank_stake or 0 for hand in Pass.objects.all())
    assert abs(found.expected) < Fraction(1, 20) * (staked + 30 * found.passes)


def test_ties_count_where_the_house_offers_them() -> None:
    """Argentina offers no tie bet of itself."""
    create_table("mesa", "Mesa")
    first, *others = opening()
    for command in ({**first, "settings": {"tie_bet": "1/8"}}, *others):
        assert execute("mesa", command, JEFE).ok
    croupier = Croupier(seed=3)
    while read("mesa")[1].phase != "betting":
        game("mesa", 1, croupier)
    bet = {"command": "place_bet", "player": "ana", "chance": "tie", "amount": 100}
    assert execute("mesa", bet, JEFE).ok
    game("mesa", 40, croupier)
    assert theory(view())


def test_each_chance_is_counted_by_its_own_lines() -> None:
    """The dragon has come once in two passes, where it comes once in 44; two are too few to say how likely that is."""
    opened("mesa")
    played_by_hand("mesa", [("ana", "dragon-7", 100), ("bea", "banca", 1000)], BANCA_WITH_SEVEN)
    played_by_hand("mesa", [("ana", "dragon-7", 100)], PUNTO_WITH_NINE)
    found = theory(view())
    assert found
    by_chance = {line.chance: line for line in found.chances}
    dragon = by_chance["dragon-7"]
    assert [*by_chance] == ["punto", "banca", "tie", "dragon-7"]
    assert (dragon.passes, dragon.practice, round(dragon.theory, 4)) == (1, 50, 2.2534)
    assert (dragon.likelihood, dragon.is_unlikely) == (None, False)
    assert (dragon.expected, dragon.actual) == (15, -3900)
    assert (by_chance["banca"].expected, by_chance["banca"].actual) == (11, -950)
    assert found.actual == sum(line.actual for line in found.chances) == -4850


def test_commission_that_is_collected_later_is_in_no_payment() -> None:
    opened("mesa", commission="end_of_shoe")
    played_by_hand("mesa", [("bea", "banca", 1000)], BANCA_WITH_SEVEN)
    found = theory(view())
    assert found and (found.expected, found.actual) == (-12, -1000)


def test_a_table_opened_anew_begins_anew(played: None) -> None:
    while not execute("mesa", {"command": "close_table"}, JEFE).ok:
        game("mesa", 1, Croupier(seed=5))
    for command in opening():
        execute("mesa", command, JEFE)
    assert theory(view()) is None


def test_the_result_of_today_is_the_actual_one_and_the_deductions_on_suites(played: None) -> None:
    """The page says of each what it counts."""
    suite = Posting("table:mesa:bank", "table:mesa:cagnotte", 30, "suite_deduction")
    service.post([Posting("table:mesa:chips:ana", "table:mesa:bank", 30, "bank_opened"), suite], "mesa#9000")
    now = view()
    found = theory(now)
    assert found and today(now) == found.actual + 30
    said = table_page.SCREEN.render(now)["table-chances"]
    assert "De los pases pagados desde que se abrió la mesa." in said and "fuera de un pago" in said

"""The suite: who may take it, what is owed and what stays (argentina arts. 36-43; chemin-de-fer arts. 3-9)."""

from tables.engine import Game
from tables.engine.available import is_available
from tables.engine.bank.events import BankOpened, BankReturned
from tables.engine.cover.events import CardsRightGiven
from tables.engine.dealing.events import CardsGiven
from tables.engine.shoe.events import SabotTaken
from tables.engine.suite.events import SuiteAssociationDissolved, SuiteGiven
from tables.engine.suite.handlers import takers
from tests.engine.test_banks import bet, chemin, refusal
from tests.engine.test_reasons import BANCA_WINS, PUNTO_WINS, Table, argentina, facts

TIE = ("9", "9", "K", "K")


def game(table: Table) -> Game:
    return Game(table.state, table.rules, "jefe")


def offered(table: Table) -> Table:
    """The bank is given in suite."""
    table.give("suite")
    return table


def asked(table: Table) -> str:
    assert table.state.suite
    return table.state.suite.asked


def refused_by_all(table: Table) -> Table:
    while asked(table) != "house":
        table.give("decline_suite", player=None if asked(table) == "standing" else asked(table))
    return table


def of_the_house() -> Table:
    """Ana won once and gave her bank; nobody wanted it, and the house took it."""
    table = argentina()
    table.deal(*BANCA_WINS)
    refused_by_all(offered(table)).give("house_takes_suite")
    return table


# The house's bank (argentina art. 37 d, e)


def test_art_37_d_the_record_says_that_the_house_opens_no_lap_and_where_it_takes_the_sabot() -> None:
    table = of_the_house()
    [opened] = [one for one in table.events if isinstance(one, BankOpened)]
    assert (opened.holder, opened.opens, opened.seat) == (None, False, 1)
    [taken] = [one for one in table.events if isinstance(one, SabotTaken)]
    assert (taken.holder, taken.seat) == (None, 1)


def test_the_house_is_asked_and_no_player_takes_then() -> None:
    table = refused_by_all(offered(won(argentina())))
    assert takers(game(table)) == []
    assert not is_available(game(table), "take_suite")


def won(table: Table, times: int = 1) -> Table:
    for _ in range(times):
        table.deal(*BANCA_WINS)
    return table


def test_art_37_e_players_take_it_after_a_pass_of_the_house_that_was_tied_only() -> None:
    tied_before = won(argentina())
    tied_before.deal(*TIE)
    refused_by_all(offered(tied_before)).give("house_takes_suite")
    assert not is_available(game(tied_before), "take_suite"), "that tie was the player's"
    table = of_the_house()
    assert not is_available(game(table), "take_suite")
    table.deal(*TIE)
    assert takers(game(table)) == ["ana", "bea", "carl", "dora"]
    table.give("take_suite", player="carl")
    [returned] = [one for one in table.events if isinstance(one, BankReturned)]
    assert returned.why == "taken"
    assert table.state.bank and (table.state.bank.holder, table.state.bank.first_giver) == ("carl", 1)


def test_art_17_a_holder_who_gives_his_bank_to_the_house_may_take_the_cards_for_his_bet() -> None:
    """Ana holds the bank at no va más, and Bea takes them; then nobody holds it."""
    table = won(argentina())
    for player, amount in (("ana", 50), ("bea", 20)):
        table.give("place_bet", player=player, chance="punto", amount=amount)
    table.give("close_betting")
    assert table.state.current.card_holder == "bea"
    refused_by_all(offered(table)).give("house_takes_suite")
    assert table.state.current.card_holder == "ana"
    assert [one.card_holder for one in table.events if isinstance(one, CardsGiven)] == ["ana"]


def test_art_41_who_takes_the_houses_bank_goes_on_from_the_first_givers_seat() -> None:
    """Ana gave to Bea, Bea gave, and the house took it at Bea's seat."""
    table = offered(won(argentina()))
    table.give("take_suite", player="bea")
    refused_by_all(offered(won(table))).give("house_takes_suite")
    assert table.state.bank and (table.state.bank.seat, table.state.bank.first_giver) == (2, 1)
    table.deal(*TIE)
    table.give("take_suite", player="carl")
    assert table.state.bank and (table.state.bank.seat, table.state.bank.first_giver) == (3, 1)
    table.deal(*PUNTO_WINS)
    assert table.state.offer and (table.state.offer.origin, table.state.offer.asked) == (1, "bea")


def test_art_8_a_bank_that_is_taken_has_one_owner() -> None:
    table = of_the_house()
    table.deal(*TIE)
    refused = refusal(table, "take_suite", player="carl", associate="bea")
    assert refused == ("not_entitled", "8", {"detail": "a bank has one owner"})


def test_nobody_takes_a_players_bank_that_is_not_offered() -> None:
    assert not is_available(game(won(argentina())), "take_suite")


def test_what_the_house_won_is_told_with_where_its_bank_came_from() -> None:
    table = of_the_house()
    table.deal(*BANCA_WINS)
    assert facts(table.why, "suite_offer") == {"won": 200, "origin": "house"}
    [reason] = [one for one in table.why if one.rule == "suite_offer"]
    assert [(fact.name, fact.kind) for fact in reason.facts] == [("won", "money"), ("origin", "word")]


def test_a_house_bank_is_neither_raised_nor_halved_and_the_articles_are_cited() -> None:
    table = of_the_house()
    assert refusal(table, "raise_bank", amount=900)[:2] == ("not_entitled", "34")
    assert refusal(table, "take_half")[:2] == ("not_entitled", "35")


# What is given (argentina arts. 38, 39)


def test_art_38_after_a_taxed_win_nothing_was_rounded() -> None:
    table = offered(won(argentina(), 2))
    assert "exact" not in facts(table.why, "suite_tax")


def test_a_holder_who_stands_up_gives_suite_and_the_next_is_asked_once_he_stands() -> None:
    table = won(argentina())
    table.give("stand_up", player="ana")
    assert (table.state.phase, asked(table)) == ("suite", "bea")


def test_who_is_asked_and_goes_has_declined() -> None:
    for move in ("leave", "stand_up"):
        table = offered(won(argentina()))
        table.give(move, player="bea")
        assert table.state.suite and table.state.suite.declined == ("bea",)
        assert asked(table) == "carl"


# In association (chemin-de-fer arts. 4, 9)


def passed(associate: str = "") -> Table:
    """Ana has won a pass and passes the hand, alone or with her associate."""
    table = chemin(100)
    if associate:
        table.give("associate", player=associate)
    bet(table, "bea", 51)
    table.deal(*BANCA_WINS)
    return offered(table)


def test_nobody_associates_with_himself_or_with_the_passer() -> None:
    for associate in (asked(passed()), "ana"):
        table = passed()
        refused = refusal(table, "take_suite", player=asked(table), associate=associate)
        assert refused[:2] == ("not_entitled", "4")
        assert refused[2]["player"] == associate


def test_an_association_ends_when_one_of_the_two_leaves_the_table_and_not_before() -> None:
    def dissolved(table: Table) -> list[str]:
        return [one.player for one in table.events if isinstance(one, SuiteAssociationDissolved)]

    table = passed()
    taker = asked(table)
    table.give("take_suite", player=taker, associate="dora")
    table.give("sit", player="dora", seat=9)
    assert not dissolved(table), "she has only changed seats"
    table.give("join", player="zoe")
    table.give("leave", player="zoe")
    assert not dissolved(table)
    table.give("leave", player="dora")
    assert dissolved(table) == ["dora"]
    assert table.state.suite and table.state.suite.reserved is None


def test_art_9_both_owners_have_passed_at_that_amount_and_earlier_passers_are_kept() -> None:
    table = passed(associate="dora")
    assert table.state.bank is None and table.state.suite
    amount = table.state.suite.amount
    assert table.state.passed == {"ana": amount, "dora": amount}
    assert table.state.suite.barred == ("ana", "dora")
    taker = asked(table)
    table.give("take_suite", player=taker)
    bet(table, "ana", 50)
    table.deal(*BANCA_WINS)
    offered(table)
    assert table.state.passed.keys() == {"ana", "dora", taker}
    assert table.state.passed["ana"] == amount < table.state.passed[taker]


def test_the_associates_share_is_half_of_what_is_left_in_whole_chips() -> None:
    table = passed(associate="dora")
    [given] = [one for one in table.events if isinstance(one, SuiteGiven)]
    left = given.amount - given.deduction
    assert (given.share, given.returned) == (left // 2, left - left // 2)


def owed(table: Table) -> list[str]:
    return [one.player for one in table.events if isinstance(one, CardsRightGiven)]


def after_beas_banco() -> Table:
    """Bea called banco and lost; Ana passes the hand, and Bea is asked first."""
    table = chemin(100)
    table.give("banco", player="bea", kind="solo")
    table.deal(*BANCA_WINS)
    offered(table)
    assert asked(table) == "bea" and table.state.made_banco == "bea" and table.state.suite
    return table


def test_art_8_a_larger_bank_owes_the_cards_to_who_had_called_banco_and_plays_against_it() -> None:
    for more, right in ((0, []), (1, ["bea"])):
        table = after_beas_banco()
        table.give("decline_suite", player="bea")
        amount = table.state.suite.amount if table.state.suite else 0
        table.give("take_suite", player="carl", amount=amount + more)
        assert owed(table) == right


def test_art_8_who_holds_the_larger_bank_or_a_half_of_it_is_owed_nothing() -> None:
    table = after_beas_banco()
    amount = table.state.suite.amount if table.state.suite else 0
    table.give("take_suite", player="bea", amount=amount + 1)
    assert table.state.bank and not owed(table)
    table = after_beas_banco()
    table.give("decline_suite", player="bea")
    table.give("take_suite", player="carl", associate="bea", amount=amount + 2)
    while table.state.suite:
        table.give("decline_suite", player=asked(table))
    assert table.state.bank and (table.state.bank.holder, table.state.bank.associate) == ("carl", "bea")
    assert not owed(table)

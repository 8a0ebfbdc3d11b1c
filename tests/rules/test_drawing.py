"""The drawing table of each reglamento, every case against what its text says, written down here once more.

Asked of the engine, which reads the reglamento's rows: so the rows and their reading are tested together.
"""

from dataclasses import replace
from itertools import product

import pytest

from tables.engine.dealing import drawing
from tables.engine.game import Game
from tables.engine.state import Pass, new_state
from tables.rules.drawing import is_natural
from tables.rules.reglamentos import REGLAMENTOS

TOTALS = range(10)
FREE_ON_FIVE = {"argentina", "chemin-de-fer"}
FREE_BANKER = {("chemin-de-fer", 3, 9), ("chemin-de-fer", 5, 4)}

# slovenia 5, its two columns: punto's third cards on which banca draws, and on which it does not
DRAWS = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
STAYS = {3: {8}, 4: {0, 1, 8, 9}, 5: {0, 1, 2, 3, 8, 9}, 6: {0, 1, 2, 3, 4, 5, 8, 9}}

# monte-carlo's printed table: banca's total, punto's third card 0–9 and NON; T tire, R reste
PRINTED = """
3  T T T T T T T T R T T
4  R R T T T T T T R R T
5  R R R R T T T T R R T
6  R R R R R R T T R R R
"""


def punto_draws(total: int, five: str) -> bool:
    """0–4 draws, 5 as its holder says or the text fixes, 6 and more stands."""
    return total <= 4 or (total == 5 and five == "draw")


def banca_draws(total: int, third: int | None) -> bool:
    if third is None:
        return total <= 5
    return total <= 2 or third in DRAWS.get(total, set())


def hand(total: int, third: int | None = None) -> tuple[str, ...]:
    """Two cards of that total, and a third of that worth."""
    two = (str(total) if total > 1 else "A" if total else "10", "K")
    return two if third is None else (*two, ("Q", "A", *map(str, range(2, 10)))[third])


def table(slug: str, punto: tuple[str, ...], banca: tuple[str, ...], will: str | None = None) -> Game:
    state = replace(new_state(), reglamento=slug, current=Pass(1, punto=punto, banca=banca, will=will))
    return Game(state, REGLAMENTOS[slug], "jefe")


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_a_natural_ends_the_pass(slug: str) -> None:
    for punto, banca in product(TOTALS, TOTALS):
        if max(punto, banca) >= 8:
            assert drawing.next_hand(table(slug, hand(punto), hand(banca))) is None


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_puntos_third_card(slug: str) -> None:
    for punto, banca in product(range(8), range(8)):
        state = table(slug, hand(punto), hand(banca))
        free = punto == 5 and slug in FREE_ON_FIVE
        assert drawing.will_is_open(state) == free
        if not free:
            assert (drawing.next_hand(state) == "punto") == punto_draws(punto, "draw"), (punto, banca)


@pytest.mark.parametrize("slug", sorted(FREE_ON_FIVE))
@pytest.mark.parametrize("will", ["draw", "stand"])
def test_the_will_of_five_binds(slug: str, will: str) -> None:
    for banca in range(8):
        state = table(slug, hand(5), hand(banca), will)
        assert not drawing.will_is_open(state)
        assert (drawing.next_hand(state) == "punto") == (will == "draw")


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_bancas_third_card_when_punto_stood(slug: str) -> None:
    stands_on = (5, 6, 7) if slug in FREE_ON_FIVE else (6, 7)
    for punto, banca in product(stands_on, range(8)):
        state = table(slug, hand(punto), hand(banca), "stand")
        due = "banca" if banca_draws(banca, None) else None
        assert drawing.next_hand(state) == due, (punto, banca)


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_bancas_third_card_when_punto_drew(slug: str) -> None:
    for punto, third, banca in product(range(6), TOTALS, range(8)):
        state = table(slug, hand(punto, third), hand(banca), "draw")
        free = (slug, banca, third) in FREE_BANKER
        assert drawing.choice_is_open(state) == free
        due = "banca" if banca_draws(banca, third) else None
        assert drawing.next_hand(state) == due, (punto, third, banca)  # where he is free: the table's advice


@pytest.mark.parametrize(("banca", "third"), [(3, 9), (5, 4)])
@pytest.mark.parametrize(("choice", "due"), [("draw", "banca"), ("stand", None), ("table", "banca")])
def test_the_banker_chooses_or_asks_for_the_table(
    banca: int, third: int, choice: str, due: str | None
) -> None:
    game = table("chemin-de-fer", hand(0, third), hand(banca))
    state = replace(game.state, current=replace(game.state.current, bank_choice=choice))
    chosen = Game(state, game.rules, game.role)
    assert not drawing.choice_is_open(chosen)
    assert drawing.next_hand(chosen) == due


def test_the_two_columns_of_slovenia_leave_nothing_out() -> None:
    for total in DRAWS:
        assert DRAWS[total] | STAYS[total] == set(TOTALS)
        assert not DRAWS[total] & STAYS[total]


def test_the_printed_table_of_monte_carlo() -> None:
    for line in PRINTED.strip().splitlines():
        total, *moves = line.split()
        said = [banca_draws(int(total), third) for third in (*TOTALS, None)]
        assert [move == "T" for move in moves] == said


def test_with_7_banca_stands_in_spain_too_whatever_its_print_says() -> None:
    for third in (6, 7):
        assert drawing.next_hand(table("spain", hand(0, third), hand(7))) is None


def test_only_eight_and_nine_are_naturals() -> None:
    assert [total for total in TOTALS if is_natural(total)] == [8, 9]


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_a_table_has_a_move_for_each_total_and_no_more(slug: str) -> None:
    """It is exported with every shift."""
    table = REGLAMENTOS[slug].drawing
    assert len(table.punto) == 10 and {len(row) for row in table.banca.values()} == {11}

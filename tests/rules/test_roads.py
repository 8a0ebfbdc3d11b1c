"""The roads, from the list of results alone."""

import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.roads import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    ROWS,
    SMALL_ROAD,
    Cell,
    bead_plate,
    big_road,
    derived_road,
    last_columns,
    percentages,
    predicted,
)

VECTORS = json.loads((Path(__file__).parent.parent / "data" / "roads.json").read_text())["vectors"]
QUIET = settings(deadline=None, derandomize=True)
DERIVED = {"big_eye": BIG_EYE_BOY, "small": SMALL_ROAD, "cockroach": COCKROACH_PIG}


def letters(results: str, back: int) -> str:
    return "".join(cell.mark[0].upper() for cell in derived_road(results, back))


def places(cells: tuple[Cell, ...], mark: str) -> list[list[int]]:
    return [[cell.column, cell.row] for cell in cells if cell.mark == mark]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["results"])
def test_the_published_vectors(vector: dict[str, Any]) -> None:
    results, checked = vector["results"], 0
    for name, back in DERIVED.items():
        if name in vector:
            columns = ["".join(run) for _, run in groupby(letters(results, back))]
            assert columns == vector[name]
            checked += 1
        if f"{name}_flat" in vector:
            assert letters(results, back) == vector[f"{name}_flat"]
            checked += 1
    for mark, cells in vector.get("big_road", {}).items():
        assert places(big_road(results), mark) == cells
        checked += 1
    if "ties_on" in vector:
        found = {f"{cell.column},{cell.row}": cell.ties for cell in big_road(results) if cell.ties}
        assert found == vector["ties_on"]
        checked += 1
    assert checked


def test_bead_plate_goes_down_and_then_right_with_ties_in_cells_of_their_own() -> None:
    cells = bead_plate("PBTPBPB")
    assert [(cell.column, cell.row, cell.mark) for cell in cells[-2:]] == [(0, 5, "P"), (1, 0, "B")]
    assert cells[2].mark == "T"


def test_a_streak_bends_at_the_floor_and_stays_in_that_row() -> None:
    assert places(big_road("P" * 8), "P")[-3:] == [[0, 5], [1, 5], [2, 5]]


def test_a_streak_bends_above_a_cell_that_is_taken() -> None:
    assert places(big_road("B" * 8 + "P" * 7), "P")[-3:] == [[1, 4], [2, 4], [3, 4]]


def test_a_head_that_is_taken_moves_to_the_next_free_column_of_the_top_row() -> None:
    """Five bent streaks fill the rows from below, the sixth runs along the top from column 5 to 13."""
    results = "".join(mark * (14 - step) for step, mark in enumerate("BPBPBP")) + "BBP"
    cells = big_road(results)
    assert [[cell.column, cell.row] for cell in cells[-12:-3]] == [[column, 0] for column in range(5, 14)]
    assert [[cell.column, cell.row] for cell in cells[-3:]] == [[14, 0], [14, 1], [15, 0]]


@pytest.mark.parametrize("longer", range(3))
def test_whatever_its_length_the_next_head_follows_in_the_next_column(longer: int) -> None:
    results = "".join(mark * (14 - step) for step, mark in enumerate("BPBPBP")) + "P" * longer + "B"
    last = big_road(results)[-1]
    assert (last.column, last.row) == (14 + longer, 0)


def test_a_derived_road_bends_too() -> None:
    """Column upon column of one result: all red, six down and then along the floor."""
    cells = derived_road("PB" * 6, BIG_EYE_BOY)
    assert {cell.mark for cell in cells} == {"red"}
    assert places(cells, "red")[-5:] == [[0, 5], [1, 5], [2, 5], [3, 5], [4, 5]]


def test_derived_roads_look_at_heights_without_the_bend() -> None:
    """A streak of eight bends at the floor, yet its eighth entry is compared as the eighth."""
    assert letters("B" * 7 + "P" * 8, BIG_EYE_BOY) == "RRRRRR" + "B"


@pytest.mark.parametrize("back", DERIVED.values())
def test_derived_roads_begin_where_there_is_something_to_compare(back: int) -> None:
    streaks = "".join("PB"[column % 2] for column in range(back))
    following = "PB"[back % 2]
    assert derived_road(streaks + following, back) == ()
    assert len(derived_road(streaks + following * 2, back)) == 1
    assert len(derived_road(streaks + following + "BP"[back % 2], back)) == 1


@QUIET
@given(st.text("PBT", max_size=300))
def test_whatever_the_results_every_mark_has_a_cell_of_its_own(results: str) -> None:
    decided = len(results.replace("T", ""))
    for cells, marks in (
        (bead_plate(results), len(results)),
        (big_road(results), decided),
        *((derived_road(results, back), None) for back in DERIVED.values()),
    ):
        assert len({(cell.column, cell.row) for cell in cells}) == len(cells)
        assert marks is None or len(cells) == marks
        assert all(0 <= cell.row < ROWS for cell in cells)
        assert {cell.mark for cell in cells} <= {"P", "B", "T", "red", "blue"}
        assert {cell.column for cell in cells} == set(
            range(max((cell.column + 1 for cell in cells), default=0))
        )


@QUIET
@given(st.text("PBT", max_size=200))
def test_ties_are_neither_lost_nor_of_influence_on_the_streaks(results: str) -> None:
    without = big_road(results.replace("T", ""))
    marked = big_road(results)
    assert [replace(cell, ties=0) for cell in marked] == list(without)
    assert sum(cell.ties for cell in marked) == (results.count("T") if without else 0)
    for back in DERIVED.values():
        assert derived_road(results, back) == derived_road(results.replace("T", ""), back)


@QUIET
@given(st.text("PBT", max_size=200), st.integers(1, 40))
def test_the_newest_columns_fit_the_grid_and_hold_the_last_result(results: str, columns: int) -> None:
    shown = last_columns(big_road(results), columns)
    assert all(0 <= cell.column < columns for cell in shown)
    if shown:
        assert shown[-1].mark == big_road(results)[-1].mark


def test_no_two_results_share_a_cell() -> None:
    results = "BBBBBBBBBPPPPPPPPBBBBBBBPPPPPPPPPPBPBPBBBBBBBBBBBBBPPPPPPPPPPPPP"
    cells = big_road(results)
    assert len({(cell.column, cell.row) for cell in cells}) == len(results)


def test_ties_after_each_other_are_counted_on_one_cell() -> None:
    assert big_road("PTTTB")[0].ties == 3


def test_nothing_but_ties_shows_no_big_road() -> None:
    assert big_road("TTT") == ()
    assert len(bead_plate("TTT")) == 3


def test_a_corrected_pass_corrects_the_roads() -> None:
    assert big_road("PBB") != big_road("PPB")
    assert derived_road("PBPPB", BIG_EYE_BOY) != derived_road("PBPBB", BIG_EYE_BOY)


def test_only_the_newest_columns_are_shown_from_column_0() -> None:
    cells = big_road("PBPBPB")
    shown = last_columns(cells, 2)
    assert [(cell.column, cell.mark) for cell in shown] == [(0, "P"), (1, "B")]
    assert last_columns(cells, 6) == cells
    assert [cell.column for cell in last_columns(cells, 5)] == [0, 1, 2, 3, 4]
    assert last_columns((), 6) == ()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["results"])
@pytest.mark.parametrize("back", DERIVED.values())
def test_what_is_predicted_is_what_the_published_vectors_come_to(vector: dict[str, Any], back: int) -> None:
    results, told = vector["results"], ""
    for number, following in enumerate(results):
        told += (predicted(results[:number], back, following) or "")[:1].upper()
    assert told == letters(results.replace("T", ""), back)


@QUIET
@given(st.text("PBT", max_size=120), st.sampled_from("PB"), st.sampled_from(list(DERIVED.values())))
def test_a_prediction_comes_true(results: str, following: str, back: int) -> None:
    now, then = letters(results, back), letters(results + following, back)
    mark = predicted(results, back, following)
    assert then == now + (mark[0].upper() if mark else "")


def test_a_tie_predicts_nothing_and_nothing_is_predicted_without_a_comparison() -> None:
    assert predicted("PBPB", BIG_EYE_BOY, "T") is None
    assert predicted("", BIG_EYE_BOY, "P") is None
    assert [predicted("BPB", BIG_EYE_BOY, mark) for mark in "PB"] == ["red", "blue"]


@QUIET
@given(st.text("PBT", min_size=1, max_size=200))
def test_percentages_add_up_and_are_within_one_of_the_share(results: str) -> None:
    found = percentages(results)
    assert sum(found.values()) == 100
    for mark, share in found.items():
        assert abs(share - 100 * results.count(mark) / len(results)) < 1


def test_without_results_there_are_no_percentages() -> None:
    assert percentages("") == {"P": 0, "B": 0, "T": 0}
    assert percentages("PBT") == {"P": 34, "B": 33, "T": 33}


def test_a_mark_bears_no_tie_unless_it_is_said() -> None:
    assert bead_plate("PT") == (Cell(0, 0, "P", ties=0), Cell(0, 1, "T", ties=0))
    assert Cell(0, 0, "P").ties == 0

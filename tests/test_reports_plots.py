"""Where the parts of a plot lie."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.reports.renderers import plot_layout
from tables.reports.renderers.plot_layout import Frame, draw, scale
from tables.reports.report import Plot

FRAME = Frame(50, 10, 450, 210)
AMOUNTS = st.integers(min_value=-(10**15), max_value=10**15)
PAIRS = st.lists(st.tuples(AMOUNTS, AMOUNTS), max_size=300)


def plot_of(pairs: list[tuple[int, int]]) -> Plot:
    labels = tuple(f"hour {number}" for number in range(len(pairs)))
    return Plot("", labels, tuple(bar for bar, _ in pairs), "", tuple(point for _, point in pairs), "")


class TestPlot:
    @given(PAIRS)
    def test_everything_lies_in_the_frame(self, pairs: list[tuple[int, int]]) -> None:
        drawing = draw(plot_of(pairs), FRAME, room=40)
        slack = 1e-6
        for bar in drawing.bars:
            assert FRAME.left - slack <= bar.x and bar.x + bar.width <= FRAME.right + slack
            assert FRAME.top - slack <= bar.y and bar.y + bar.height <= FRAME.bottom + slack
        for x, y in drawing.points:
            assert FRAME.left <= x <= FRAME.right and FRAME.top - slack <= y <= FRAME.bottom + slack
        assert all(FRAME.top - slack <= tick.y <= FRAME.bottom + slack for tick in drawing.ticks)

    @given(PAIRS)
    def test_a_value_lies_where_the_ticks_say(self, pairs: list[tuple[int, int]]) -> None:
        plot = plot_of(pairs)
        drawing, found = draw(plot, FRAME, room=40), scale(plot)
        unit = 200 / (found.below + found.above)
        for bar, point, (bar_value, line_value) in zip(drawing.bars, drawing.points, pairs, strict=True):
            end = bar.y if bar_value > 0 else bar.y + bar.height
            read = (drawing.zero - end) / unit * found.bars, (drawing.zero - point[1]) / unit * found.line
            assert read[0] == pytest.approx(bar_value, abs=found.bars * 1e-9)
            assert read[1] == pytest.approx(line_value, abs=found.line * 1e-9)

    @given(PAIRS)
    def test_steps_are_one_two_or_five_and_zero_is_among_them(self, pairs: list[tuple[int, int]]) -> None:
        plot = plot_of(pairs)
        for step in (scale(plot).bars, scale(plot).line):
            assert step == 0 or str(step).rstrip("0") in ("1", "2", "5")
        drawing = draw(plot, FRAME, room=40)
        (zero,) = [tick for tick in drawing.ticks if tick.y == drawing.zero]
        assert (zero.bars, zero.line) == (0, 0)
        assert plot_layout.FEWEST <= len(drawing.ticks) - 1 <= plot_layout.MOST

    @pytest.mark.parametrize(
        ("bars", "line", "zero", "ticks"),
        [
            ((1, 4), (0, 100), 210, [(0, 0), (1, 20), (2, 40), (3, 60), (4, 80), (5, 100)]),
            ((-1, -4), (0, -80), 10, [(-4, -80), (-3, -60), (-2, -40), (-1, -20), (0, 0)]),
            ((0, 0), (0, 0), 210, [(0, 0), *[(None, None)] * 4]),
            ((7,), (-20,), 430 / 3, [(step * 2, step * 10) for step in range(-2, 5)]),
            ((0,), (300,), 210, [(0, 0), *((None, 50 * step) for step in range(1, 7))]),
        ],
    )
    def test_the_zero_line(
        self, bars: tuple[int, ...], line: tuple[int, ...], zero: float, ticks: list[tuple[int, int]]
    ) -> None:
        plot = Plot("", tuple(str(number) for number in range(len(bars))), bars, "", line, "")
        drawing = draw(plot, FRAME, room=10)
        assert drawing.zero == pytest.approx(zero)
        assert [(tick.bars, tick.line) for tick in drawing.ticks] == ticks

    def test_labels_are_thinned_out_where_they_would_touch(self) -> None:
        drawing = draw(plot_of([(1, 1)] * 100), FRAME, room=40)
        places = [label.x for label in drawing.labels]
        assert [label.text for label in drawing.labels][:3] == ["hour 0", "hour 10", "hour 20"]
        assert min(later - earlier for earlier, later in pairwise(places)) >= 40
        assert not drawing.dotted

    def test_a_long_label_is_cut(self) -> None:
        plot = Plot("", ("Mesa Principal de los Señores",), (1,), "", (1,), "")
        assert [label.text for label in draw(plot, FRAME, room=40).labels] == ["Mesa Principal …"]

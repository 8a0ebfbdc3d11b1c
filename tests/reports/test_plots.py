"""Where the parts of a plot lie."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.common import clock
from casino.common.clock import begin_of
from tables.reports.period import Unit, course, short_label
from tables.reports.plots import over_time
from tables.reports.renderers import plot_layout
from tables.reports.renderers.plot_layout import Frame, draw, scale
from tables.reports.report import Form, Plot
from tests.support.own_house import HouseHas

FRAME = Frame(50, 10, 450, 210)
HEIGHT = 200
AMOUNTS = st.lists(st.integers(min_value=-(10**15), max_value=10**15), max_size=300)
FORMS = st.sampled_from(Form)


def plot_of(values: list[int], form: Form = Form.BARS) -> Plot:
    return Plot("", tuple(f"hour {number}" for number in range(len(values))), tuple(values), form)


class TestPlot:
    @given(AMOUNTS, FORMS)
    def test_everything_lies_in_the_frame(self, values: list[int], form: Form) -> None:
        drawing = draw(plot_of(values, form), FRAME, room=40)
        slack = 1e-6
        for bar in drawing.bars:
            assert FRAME.left - slack <= bar.x and bar.x + bar.width <= FRAME.right + slack
            assert FRAME.top - slack <= bar.y and bar.y + bar.height <= FRAME.bottom + slack
        for x, y in drawing.points:
            assert FRAME.left <= x <= FRAME.right and FRAME.top - slack <= y <= FRAME.bottom + slack
        assert all(FRAME.top - slack <= tick.y <= FRAME.bottom + slack for tick in drawing.ticks)
        assert len(drawing.bars) + len(drawing.points) == len(values)

    @given(AMOUNTS, FORMS)
    def test_a_value_lies_where_the_ticks_say(self, values: list[int], form: Form) -> None:
        plot = plot_of(values, form)
        drawing, found = draw(plot, FRAME, room=40), scale(plot)
        unit = HEIGHT / (found.below + found.above)
        ends = [bar.y + bar.height if bar.is_loss else bar.y for bar in drawing.bars]
        for y, value in zip(ends or [y for _x, y in drawing.points], values, strict=True):
            assert (drawing.zero - y) / unit * found.step == pytest.approx(value, abs=found.step * 1e-9)

    @given(AMOUNTS)
    def test_no_axis_goes_to_where_no_value_is(self, values: list[int]) -> None:
        """A volume has no axis below zero."""
        plot = plot_of(values)
        found, ticks = scale(plot), draw(plot, FRAME, room=40).ticks
        assert found.step == 0 or str(found.step).rstrip("0") in ("1", "2", "5")
        assert (found.below > 0) == (min(values, default=0) < 0)
        assert (found.above > 0) == (max(values, default=0) > 0 or not any(values))
        assert plot_layout.FEWEST <= len(ticks) - 1 <= plot_layout.MOST
        assert [tick.value for tick in ticks].count(0) == 1

    @pytest.mark.parametrize(
        ("values", "zero", "ticks"),
        [
            ((1, 4), 210, [0, 1, 2, 3, 4]),
            ((-1, -4), 10, [-4, -3, -2, -1, 0]),
            ((0, 0), 210, [0, *[None] * 4]),
            ((7, -20), 70, [-20, -15, -10, -5, 0, 5, 10]),
            ((300,), 210, [0, 50, 100, 150, 200, 250, 300]),
        ],
    )
    def test_the_zero_line(self, values: tuple[int, ...], zero: float, ticks: list[int]) -> None:
        drawing = draw(plot_of([*values]), FRAME, room=10)
        assert [tick.value for tick in drawing.ticks] == ticks
        [line] = [tick.y for tick in drawing.ticks if tick.value == 0]
        assert drawing.zero == pytest.approx(line)
        assert len(values) < 2 or zero != 210 or drawing.zero == zero

    def test_labels_are_thinned_out_where_they_would_touch(self) -> None:
        drawing = draw(plot_of([1] * 100), FRAME, room=40)
        places = [label.x for label in drawing.labels]
        assert [label.text for label in drawing.labels][:3] == ["hour 0", "hour 10", "hour 20"]
        assert min(later - earlier for earlier, later in pairwise(places)) >= 40
        assert not drawing.dotted

    def test_a_long_label_is_cut(self) -> None:
        plot = Plot("", ("Mesa Principal de los Señores",), (1,))
        assert [label.text for label in draw(plot, FRAME, room=40).labels] == ["Mesa Principal …"]


class TestTime:
    """Steps without play have their place on the axis: as wide as any other."""

    def test_hours_without_play_are_there(self) -> None:
        begin = datetime(2026, 11, 25, 11, tzinfo=UTC)
        played = {begin: 8, begin + timedelta(hours=2): 10, begin + timedelta(hours=5): 1}
        staked, so_far = over_time(Unit.HOUR, played, {begin + timedelta(hours=2): -3}, hour)
        assert staked.labels == so_far.labels == ("08:00", "09:00", "10:00", "11:00", "12:00", "13:00")
        assert staked.values == (8, 0, 10, 0, 0, 1)
        assert so_far.values == (0, 0, -3, -3, -3, -3)

    def test_days_of_23_and_25_hours_are_days(self, house_has: HouseHas) -> None:
        house_has(time_zone="Europe/Madrid", day_begins=2)
        first, last = datetime(2026, 10, 23).date(), datetime(2027, 3, 30).date()
        found = course(Unit.DAY, {begin_of(first), begin_of(last)})
        assert len(found) == (last - first).days + 1
        assert [clock.next_day(one) for one in found[:-1]] == found[1:]

    def test_months(self) -> None:
        begins = {begin_of(datetime(2026, month, 1).date()) for month in (1, 12)}
        assert len(course(Unit.MONTH, begins)) == 12

    def test_what_lies_between_two_steps_stays(self) -> None:
        """Where the clock was set by half an hour."""
        begin = datetime(2026, 1, 1, tzinfo=UTC)
        begins = {begin, begin + timedelta(minutes=90), begin + timedelta(hours=3)}
        assert begins < set(course(Unit.HOUR, begins))

    def test_a_single_step_is_no_course(self) -> None:
        assert over_time(Unit.HOUR, {datetime(2026, 1, 1, tzinfo=UTC): 1}, {}, hour) == ()
        assert over_time(Unit.HOUR, {}, {}, hour) == ()


def hour(begin: datetime) -> str:
    return short_label(Unit.HOUR, begin)

"""Slips that wait, on the counter's pages: what each role sees of them, and whose step it is."""

import operator
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import translation

from casino.common import clock
from casino.common.clock import moments
from casino.people.permissions import SCREENS
from ledger.cage.models import Shift
from tables.door.notify import CAGE as CAGE_TOPIC
from tables.door.service import read
from tables.screens.money import cage, counter
from tables.screens.money import screen as money
from tables.view.screen import Screen, view_of, view_of_house
from tests.screens.counter_pages import (
    CAGE,
    FILL,
    FLOOR,
    ROLES,
    TRAY,
    Marks,
    counted,
    page,
    seen,
)
from tests.support.counter import MESA, ask, done, go, table
from tests.support.own_house import HouseHas

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter_house")]


# What is seen


def test_the_croupier_is_not_told_what_should_be_in_the_tray() -> None:
    assert "8,766" not in "".join(seen("croupier").values()) + page("croupier")
    for role in ("cambista", "jefe", "inspector"):
        assert "8,766" in seen(role)["money-head"]
    ask("count", by="jefe", chips=counted(8_000), reason="one chip short")
    for role in ROLES:
        waiting = seen(role)["money-waiting"]
        assert "8,000" in waiting  # nobody signs what he does not see
        assert ("8,766" in waiting) == (role != "croupier")


def test_every_table_and_every_slip_that_waits_is_on_the_counter() -> None:
    table("otra", tray=500)
    number = ask("fill", chips=FILL).number
    html = page("cambista", FLOOR)
    assert {f"tile-{MESA}", "tile-otra", f"waits-{MESA}", "waits-otra"} <= set(Marks(html).values("id"))
    assert f'id="waiting-{number}"' in html and f'id="step-{number}"' in html
    assert "8,766" in seen("cambista", counter)[f"tile-{MESA}"]


def test_a_number_of_four_digits_is_an_address_and_no_amount() -> None:
    ask("fill", chips=FILL, number=4_321)
    html = page("cambista")
    assert "/slips/4321/" in html and 'id="waiting-4321"' in html and 'id="step-4321"' in html


# At what time

# Part of a page → its screen, and what it tells the time of.
TOLD: dict[str, tuple[Screen, Callable[[], datetime]]] = {
    "money-slips": (money.SCREEN, lambda: ask("tip", 5).at),
    "money-waiting": (money.SCREEN, lambda: go(ask("fill", chips=FILL), "sent", "cambista").at),
    "cage-slips": (cage.SCREEN, lambda: done("cage_cash_in", 500).at),
    "cage-waiting": (cage.SCREEN, lambda: ask("cage_cash_in", 500).at),
    f"tile-{MESA}": (counter.SCREEN, lambda: Shift.objects.latest("at").at),
}


@pytest.mark.parametrize("part", TOLD)
def test_an_hour_stands_alone_until_the_houses_day_is_over(part: str) -> None:
    screen, told = TOLD[part]
    at = told()
    view = view_of_house(CAGE_TOPIC, "jefe") if screen.topic else view_of(*read(MESA), "jefe")
    day = clock.day_of(at)
    with translation.override("en"):
        for hours, said in ((23, moments.hour(at)), (26, moments.minute(at))):
            with clock.running_on(partial(operator.add, day, timedelta(hours=hours))):
                shown = screen.render(view)[part.replace("cage", "money")]
            assert said in shown and (moments.minute(at) in shown) == (hours == 26)


# Whose step it is

STEPS: list[tuple[str, str, tuple[tuple[str, str], ...], set[str]]] = [
    ("fill", "croupier", (), {"cambista"}),
    ("fill", "croupier", (("sent", "cambista"),), {"croupier", "jefe"}),
    ("credit", "jefe", (), {"croupier", "jefe"}),
    ("credit", "jefe", (("sent", "croupier"),), {"cambista"}),
    ("count", "croupier", (), {"jefe", "cambista"}),
    ("count", "cambista", (), {"croupier", "jefe"}),
    ("count", "jefe", (), {"croupier"}),
    ("closing", "croupier", (), {"jefe", "cambista"}),
    ("tips_out", "cambista", (), {"croupier", "jefe"}),
    ("drop_out", "cambista", (), {"croupier", "jefe"}),
    ("buy_in", "cambista", (), {"jefe"}),
]
SAID: dict[str, dict[str, Any]] = {
    "tips_out": {"amount": 0},
    "drop_out": {"amount": 1_234},
    "buy_in": {"amount": 2_000, "player": "ana"},
    "fill": {"chips": FILL},
    "credit": {"chips": {"1000": 1}},
}


@pytest.mark.parametrize(("kind", "by", "taken", "whose"), STEPS)
def test_only_they_whose_step_it_is_find_its_button(
    kind: str, by: str, taken: tuple[tuple[str, str], ...], whose: set[str], house_has: HouseHas
) -> None:
    house_has(counter_limit=1_000)
    slip = ask(kind, by=by, **SAID.get(kind, {"chips": counted(TRAY)}))
    for step, role in taken:
        slip = go(slip, step, role)
    parts = {role: seen(role)["money-waiting"] for role in ROLES}
    assert {role for role in ROLES if f'id="step-{slip.number}"' in parts[role]} == whose
    # The others lend their tablet, but for the inspector, who only looks.
    lent = {role for role in ROLES if f'id="sign-{slip.number}"' in parts[role]}
    assert lent == set(ROLES) - whose - {"inspector"}
    # An amber word says for whom it waits, on the floor too.
    assert {role for role in ROLES if "your turn" in parts[role]} == whose
    of_floor = {role for role in SCREENS["counter"] if "your turn" in seen(role, counter)[f"waits-{MESA}"]}
    assert of_floor == whose - {"croupier"}


@pytest.mark.parametrize(
    ("kind", "by", "may"),
    [
        ("fill", "croupier", {"croupier", "cambista", "jefe"}),
        ("credit", "jefe", {"croupier", "jefe"}),
        ("drop_out", "cambista", {"cambista", "croupier", "jefe"}),
    ],
)
def test_who_asked_may_take_it_back_who_should_go_on_declines_it_and_the_jefe_does_either(
    kind: str, by: str, may: set[str]
) -> None:
    number = ask(kind, by=by, **SAID[kind]).number
    assert {role for role in ROLES if f'id="void-{number}"' in seen(role)["money-waiting"]} == may


def test_what_is_on_its_way_is_taken_back_by_the_cambista_or_the_jefe() -> None:
    number = go(ask("fill", chips=FILL), "sent", "cambista").number
    may = {role for role in ROLES if f'id="void-{number}"' in seen(role)["money-waiting"]}
    assert may == {"cambista", "jefe"}


def test_an_exchange_is_corrected_by_the_jefe_while_its_shift_is_open() -> None:
    tip, fill = ask("tip", 5).number, done("fill", chips=FILL).number
    may = {role for role in ROLES if f'id="correct-{tip}"' in seen(role)["money-slips"]}
    assert may == {"jefe"}
    assert f'id="correct-{fill}"' not in seen("jefe")["money-slips"]
    done("closing", chips=counted(TRAY + 10_000))
    assert "correct-" not in seen("jefe")["money-slips"]


def test_what_was_counted_since_is_not_offered_for_correction() -> None:
    early, tip = ask("buy_in", 100, player="ana").number, ask("tip", 5).number
    done("count", chips=counted(TRAY - 100))
    shown = seen("jefe")["money-slips"]
    assert (f'id="correct-{early}"' in shown, f'id="correct-{tip}"' in shown) == (False, True)


@pytest.mark.parametrize(("kind", "said"), [("count", {"chips": counted(1)}), ("tips_out", {"amount": 7})])
def test_a_difference_waits_for_the_jefe_alone(kind: str, said: dict[str, Any]) -> None:
    number = ask(kind, by="cambista" if kind == "tips_out" else "croupier", reason="found", **said).number
    assert [role for role in ROLES if f'id="step-{number}"' in seen(role)["money-waiting"]] == ["jefe"]


def test_what_waits_for_the_reader_stands_first() -> None:
    of_the_jefe = ask("tips_out", 0).number
    of_the_cambista = ask("fill", chips=FILL).number
    order = re.findall(r'id="waiting-(\d+)"', seen("cambista")["money-waiting"])
    assert order == [str(of_the_cambista), str(of_the_jefe)]


def test_a_slip_of_the_cage_is_signed_by_the_cambista_there() -> None:
    number = ask("cage_chips_in", 500).number
    assert f'id="step-{number}"' in page("cambista", CAGE)
    assert f'id="void-{number}"' in page("jefe", CAGE)
    assert "data-slip" not in page("inspector", CAGE)

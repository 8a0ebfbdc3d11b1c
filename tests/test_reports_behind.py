"""What is behind the figures: each player's session, the passes that a figure leads to, every slip and difference."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from casino.accounts.models import User
from casino.common.clock import hour_of
from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.models import Pass, Table
from tables.names import names_at
from tables.reports.counter_papers import differences, slips_list
from tables.reports.paper import Paper
from tables.reports.passes_list import Wanted, passes_list
from tables.reports.period import table_period
from tables.reports.player_session import player_session
from tables.reports.window import chips_of_shift, passes_of, suites_of_shift
from tests.counter import ask, go
from tests.evening import LIMITS
from tests.reading import (
    CHANCES,
    RESULTS,
    Night,
    Sheet,
    a_night,
    exchanged,
    fact,
    grid,
    values,
    word,
)
from tests.reckoning import Part, happened, legs, passes, sharing
from tests.reckoning import differences as differences_of

pytestmark = pytest.mark.django_db
MINUTE = "%Y-%m-%d %H:%M"
OPEN = "mesa-2"  # its second shift has not been closed


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(12, 9, django_db_blocker) as played:
        yield played


# A player


def players(slug: str) -> list[str]:
    return sorted({leg.account[len("chips:") :] for leg in legs(slug) if leg.account.startswith("chips:")})


def session(sheet: Sheet, player: str) -> Paper:
    slips = Slip.objects.filter(shift=sheet.shift)
    table, shift = sheet.table, sheet.shift
    kept, chips = suites_of_shift(table, shift), chips_of_shift(table, shift, player)
    return player_session(table, player, passes_of(table, shift), slips, kept, chips)


def test_a_players_result_is_what_the_game_made_of_his_chips(night: Night) -> None:
    """At the tables that were closed: nobody's stake lies there any more. Who held a bank together counts together:
    its halves are paid in whole chips."""
    for table in (night.tables[0], night.tables[2]):
        for group in sharing(happened(table.slug), players(table.slug)):
            won = sum(result(night, table, player) for player in group)
            assert won == Part(table.slug).game(*(f"chips:{player}" for player in group)), group


def test_an_associates_half_of_a_bank_is_his_own_result(night: Night) -> None:
    """chemin-de-fer art. 2. In the ledger it is divided in whole chips, when money leaves the bank."""
    table = night.tables[2]
    shared = Pass.objects.filter(table=table, bank_win__isnull=False).exclude(bank_associate="")
    assert shared.exists()
    for player in players(table.slug):
        times = shared.filter(Q(bank_holder=player) | Q(bank_associate=player)).count()
        off = result(night, table, player) - Part(table.slug).game(f"chips:{player}")
        assert abs(off) <= LIMITS["chip"] * times, (player, off)


def result(night: Night, table: Table, player: str) -> int:
    return sum(fact(session(sheet, player), "Player's result") for sheet in night.of(table))


def test_what_the_players_lose_the_house_wins(night: Night) -> None:
    for sheet in night.sheets:
        won = [fact(session(sheet, player), "Player's result") for player in players(sheet.table.slug)]
        assert sum(won) == -fact(sheet.paper, "House's result")
        assert any(won)


def test_a_session_adds_up_within_itself(night: Night) -> None:
    for sheet in night.sheets:
        for player in players(sheet.table.slug):
            paper = session(sheet, player)
            lines = [values(row)[1:] for row in grid(paper, "By chance").rows]
            bets, staked, _, deducted, result = (sum(column) for column in zip([0] * 5, *lines, strict=True))
            assert fact(paper, "Bets and banks") == bets
            assert fact(paper, "Staked") == staked
            chips = sheet.part.game(f"chips:{player}")
            assert fact(paper, "Chips won or lost, by the ledger") == chips
            assert (fact(paper, "Deductions"), fact(paper, "Player's result")) == (deducted, result)
            played = [values(row) for row in grid(paper, "Passes").rows]
            assert (len(played), sum(row[4] for row in played)) == (bets, staked)
            kept = suites_of_shift(sheet.table, sheet.shift)[player]
            assert sum(row[5] for row in played) == result + kept
            for kind, label in {
                "buy_in": "Chips bought",
                "cash_out": "Chips given back",
                "tip": "Tips",
            }.items():
                assert fact(paper, label) == exchanged(sheet.shift, kind, player)


def test_the_sheet_lists_every_player_with_his_session(night: Night) -> None:
    for sheet in night.sheets:
        shown = grid(sheet.paper, "Players")
        names = names_at(sheet.table, players(sheet.table.slug))
        ids = {names.player(sheet.table.slug, player): player for player in players(sheet.table.slug)}
        columns = zip(*(values(row)[1:] for row in shown.rows), strict=True)
        assert values(shown.total)[1:] == [sum(column) for column in columns]
        for called, bets, staked, result, *exchanges in map(values, shown.rows):
            own = session(sheet, ids[called])
            labels = ("Bets and banks", "Staked", "Player's result")
            assert [bets, staked, result] == [fact(own, label) for label in labels]
            labels = ("Chips bought", "Chips given back", "Tips")
            assert exchanges == [fact(own, label) for label in labels]
        named = {ids[str(row[0].value)] for row in shown.rows}
        others = set(players(sheet.table.slug)) - named
        assert not any(figure.value for player in others for figure in session(sheet, player).facts)


# The passes behind a figure


@dataclass(frozen=True)
class Listed:
    """A list of passes as somebody gets it who follows a figure's link."""

    client: Client
    standing: dict[int, dict[str, Any]]

    def numbers(self, link: str | None) -> set[int]:
        assert link
        sheet = csv.reader(io.StringIO(self.client.get(f"{link}&as=csv").content.decode("utf-8-sig")))
        rows = [row for row in sheet if len(row) > 3][1:]
        found = [int(row[0]) for row in rows]
        assert found == sorted(set(found), reverse=True)
        return set(found)

    def lines(self, numbers: set[int], chance: str) -> list[dict[str, Any]]:
        paid = [line for number in numbers for line in self.standing[number].get("settlements", ())]
        if chance == "house_bank":
            return [line for line in paid if line["chance"] == "bank" and not line["player"]]
        return [line for line in paid if line["chance"] == chance and line["player"]]

    def with_line(self, chance: str) -> set[int]:
        return {number for number in self.standing if self.lines({number}, chance)}


def test_behind_each_figure_are_its_passes(night: Night) -> None:
    client = jefe()
    for sheet in night.sheets:
        check_links(sheet.paper, Listed(client, passes(sheet.part.events())))
    for table in night.tables:
        check_links(table_period(table, night.period), Listed(client, passes(Part(table.slug).events())))


def jefe() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="julio"))
    return client


def check_links(paper: Paper, listed: Listed) -> None:
    shown = grid(paper, "Results").rows
    for result, row in zip(RESULTS, shown, strict=True):
        wanted = {
            number for number, event in listed.standing.items() if event.get("result", "void") == result
        }
        assert listed.numbers(row[1].link) == wanted
        assert row[1].value == len(wanted)
    chances = {word(chance): chance for chance in (*CHANCES, "house_bank")}
    for row in grid(paper, "Turnover by chance").rows:
        numbers, chance = listed.numbers(row[1].link), chances[str(row[0].value)]
        assert numbers == listed.with_line(chance)
        assert row[1].value == len(listed.lines(numbers, chance))
    for article, on_chance, deducted in grid(paper, "Deductions by article").rows:
        if not deducted.link:
            assert article.value == "38"  # a suite belongs to no pass
            continue
        numbers, chance = listed.numbers(deducted.link), chances[str(on_chance.value)]
        lines = listed.lines(numbers, chance)
        kept = [line for line in lines if line["deduction"] and (line["article"] or "") == article.value]
        assert sum(line["deduction"] for line in kept) == deducted.value
        assert all(any(line in kept for line in listed.lines({number}, chance)) for number in numbers)


def test_the_first_figure_leads_to_all_passes(night: Night) -> None:
    for sheet in night.sheets:
        standing = passes(sheet.part.events())
        [link] = [one.link for one in sheet.paper.facts if one.link]
        assert Listed(jefe(), standing).numbers(link) == set(standing)


def test_behind_an_hour_are_the_passes_that_were_paid_in_it(night: Night) -> None:
    client = jefe()
    for table in night.tables:
        events = [made for made in happened(table.slug) if made.stands]
        listed = Listed(client, passes(events))
        shown = grid(table_period(table, night.period), "Results by the hour").rows
        for title, _, result in shown:
            here = [
                made for made in events if f"{timezone.localtime(hour_of(made.at)):{MINUTE}}" == title.value
            ]
            assert listed.numbers(result.link) == set(passes(here))
        assert len(shown) > 3


def test_a_listed_pass_says_what_was_paid(night: Night) -> None:
    for table in night.tables:
        standing = passes(Part(table.slug).events())
        rows = passes_list(table, Pass.objects.filter(table=table, paid__gt=0), Wanted()).grids[0].rows
        assert [row[0].value for row in rows] == sorted(standing, reverse=True)
        for number, *_, bets, deductions, house, _corrected in map(values, rows):
            paid = standing[number].get("settlements", [])
            kept = sum(line["deduction"] for line in paid)
            assert (bets or 0) == sum(line["stake"] for line in paid if line["chance"] != "bank")
            assert (deductions, house) == (kept, kept - sum(line["win"] for line in paid))


# Slips and differences


def test_every_slip_is_listed_once_the_newest_first(night: Night) -> None:
    every = list(Slip.objects.order_by("-number"))
    rows = [values(row) for row in grid(slips_list(Slip.objects.all()), "Slips").rows]
    assert [row[0] for row in rows] == [str(slip.number) for slip in every]
    assert [row[5] for row in rows] == [slip.amount for slip in every]
    off = differences_of(every)
    assert {int(row[0]): row[6] for row in rows if row[6]} == off
    on_sheets = [int(row[0].value) for sheet in night.sheets for row in grid(sheet.paper, "Slips").rows]
    of_tables = Slip.objects.exclude(book="cage:main").values_list("number", flat=True)
    assert sorted(on_sheets) == sorted(of_tables)


def test_every_difference_is_listed_and_no_void_one(night: Night) -> None:
    every = list(Slip.objects.order_by("-number"))
    off = differences_of(every)
    void = [slip for slip in every if slip.expected not in (None, slip.amount) and slip.number not in off]
    assert void and off
    shown = grid(differences(Slip.objects.all()), "Differences")
    assert [(int(str(row[0].value)), row[6].value) for row in shown.rows] == list(off.items())
    assert (
        values(shown.total)[6] == sum(off.values()) == -selectors.balances("house:main").get("over_short", 0)
    )


def test_a_difference_counts_when_two_have_signed_it(night: Night) -> None:
    before = values(grid(differences(Slip.objects.all()), "Differences").total)[6]
    slip = ask(
        "count", selectors.balances(f"table:{OPEN}")["tray"] + 500, table=OPEN, reason="a chip of 500 over"
    )
    shown = grid(differences(Slip.objects.all()), "Differences")
    assert (values(shown.rows[0])[6], values(shown.total)[6], shown.abnormal) == (500, before, {0})
    go(slip, "signed", "croupier")
    shown = grid(differences(Slip.objects.all()), "Differences")
    assert (values(shown.total)[6], shown.abnormal) == (before + 500, set())

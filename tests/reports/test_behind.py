"""Players' sessions, the passes behind a figure, slips and differences of counts."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from casino.common.clock import hour_of
from casino.people.models import User
from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.models import Pass, Table
from tables.reports.pass_list import Filter, pass_list
from tables.reports.period_reports import table_report
from tables.reports.player_session import player_session
from tables.reports.report import Report
from tables.reports.selectors.money import kept_beside
from tables.reports.selectors.scope import of_shift
from tables.reports.slip_reports import differences, slip_list
from tables.screens.inspector.passes import whole_pass
from tables.view.names import names_at
from tests.support.counter import ask, go
from tests.support.reading import (
    CHANCES,
    RESULTS,
    Night,
    Sheet,
    a_night,
    abnormal,
    exchanged,
    key_figure,
    rows,
    section,
    total,
    word,
)
from tests.support.reckoning import Part, happened, legs, passes
from tests.support.reckoning import differences as differences_of

pytestmark = pytest.mark.django_db
OPEN = "mesa-2"  # its second shift has not been closed


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(12, 9, django_db_blocker) as played:
        yield played


# A player


def players(slug: str) -> list[str]:
    return sorted({leg.account[len("chips:") :] for leg in legs(slug) if leg.account.startswith("chips:")})


def session(sheet: Sheet, player: str) -> Report:
    return player_session(of_shift(sheet.table, sheet.shift), player)


def test_a_players_result_is_what_the_game_made_of_his_chips(night: Night) -> None:
    """At the tables that were closed, where nobody's stake lies any more. Of a bank of two each has whole chips
    (chemin-de-fer art. 2)."""
    chemin = night.tables[2]
    assert Pass.objects.filter(table=chemin, bank_win__isnull=False).exclude(bank_associate="").exists()
    for table in (night.tables[0], chemin):
        for player in players(table.slug):
            assert result(night, table, player) == Part(table.slug).game(f"chips:{player}"), player


def result(night: Night, table: Table, player: str) -> int:
    return sum(key_figure(session(sheet, player), "Player's result") for sheet in night.of(table))


def test_what_the_players_lose_the_house_wins(night: Night) -> None:
    for sheet in night.sheets:
        won = [key_figure(session(sheet, player), "Player's result") for player in players(sheet.table.slug)]
        assert sum(won) == -key_figure(sheet.report, "House's result")
        assert any(won)


def test_a_session_adds_up_within_itself(night: Night) -> None:
    for sheet in night.sheets:
        for player in players(sheet.table.slug):
            report = session(sheet, player)
            lines = [row[1:] for row in rows(section(report, "By chance"))]
            bets, staked, _, deducted, result = (sum(column) for column in zip([0] * 5, *lines, strict=True))
            assert key_figure(report, "Bets and banks") == bets
            assert key_figure(report, "Staked") == staked
            chips = sheet.part.game(f"chips:{player}")
            assert key_figure(report, "Chips won or lost, by the ledger") == chips
            assert (key_figure(report, "Deductions"), key_figure(report, "Player's result")) == (
                deducted,
                result,
            )
            played = rows(section(report, "Passes"))
            assert (len(played), sum(row[4] for row in played)) == (bets, staked)
            kept = kept_beside(of_shift(sheet.table, sheet.shift)).by_player()[player]
            assert sum(row[5] for row in played) == result + kept
            for kind, label in {
                "buy_in": "Chips bought",
                "cash_out": "Chips given back",
                "tip": "Tips",
            }.items():
                assert key_figure(report, label) == exchanged(sheet.shift, kind, player)


def test_the_sheet_lists_every_player_with_his_session(night: Night) -> None:
    for sheet in night.sheets:
        shown = section(sheet.report, "Players")
        names = names_at(sheet.table, players(sheet.table.slug))
        ids = {names.player(sheet.table.slug, player): player for player in players(sheet.table.slug)}
        columns = zip(*(row[1:] for row in rows(shown)), strict=True)
        assert total(shown)[1:] == [sum(column) for column in columns]
        for called, bets, staked, result, *exchanges in rows(shown):
            own = session(sheet, ids[called])
            labels = ("Bets and banks", "Staked", "Player's result")
            assert [bets, staked, result] == [key_figure(own, label) for label in labels]
            labels = ("Chips bought", "Chips given back", "Tips")
            assert exchanges == [key_figure(own, label) for label in labels]
        named = {ids[str(row.name)] for row in shown.rows}
        others = set(players(sheet.table.slug)) - named
        assert not any(figure.value for player in others for figure in session(sheet, player).key_figures)


# The passes behind a figure


@dataclass(frozen=True)
class Listed:
    """A list of passes as somebody gets it who follows a figure's link."""

    client: Client
    standing: dict[int, dict[str, Any]]

    def numbers(self, link: str | None) -> set[int]:
        assert link
        sheet = csv.reader(io.StringIO(self.client.get(f"{link}&as=csv").content.decode("utf-8-sig")))
        lines = [row for row in sheet if len(row) > 3][1:]
        found = [int(row[0]) for row in lines]
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
        check_links(sheet.report, Listed(client, passes(sheet.part.events())))
    for table in night.tables:
        check_links(table_report(table, night.period), Listed(client, passes(Part(table.slug).events())))


def jefe() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="julio"))
    return client


def check_links(report: Report, listed: Listed) -> None:
    shown = section(report, "Results").rows
    for result, row in zip(RESULTS, shown, strict=True):
        wanted = {
            number for number, event in listed.standing.items() if event.get("result", "void") == result
        }
        assert listed.numbers(row.link) == wanted
        assert row.passes == len(wanted)
    chances = {word(chance): chance for chance in (*CHANCES, "house_bank")}
    for row in section(report, "Turnover by chance").rows:
        if str(row.title) not in chances:  # what suites left, which is of no chance and no pass
            assert row.link is None
            continue
        numbers, chance = listed.numbers(row.link), chances[str(row.title)]
        assert numbers == listed.with_line(chance)
        assert row.figures.number == len(listed.lines(numbers, chance))
    for row in section(report, "Deductions by article").rows:
        if not row.link:
            assert row.article == "38"  # a suite belongs to no pass
            continue
        numbers, chance = listed.numbers(row.link), chances[str(row.chance)]
        lines = listed.lines(numbers, chance)
        kept = [line for line in lines if line["deduction"] and (line["article"] or "") == row.article]
        assert sum(line["deduction"] for line in kept) == row.amount
        assert all(any(line in kept for line in listed.lines({number}, chance)) for number in numbers)


def test_the_first_figure_leads_to_all_passes(night: Night) -> None:
    for sheet in night.sheets:
        standing = passes(sheet.part.events())
        [link] = [one.link for one in sheet.report.key_figures if one.link]
        assert Listed(jefe(), standing).numbers(link) == set(standing)


def test_behind_an_hour_are_the_passes_that_were_paid_in_it(night: Night) -> None:
    client = jefe()
    for table in night.tables:
        events = [made for made in happened(table.slug) if made.stands]
        listed = Listed(client, passes(events))
        shown = section(table_report(table, night.period), "Results by the hour").printed()
        for title, _, result in (line.cells for line in shown):
            here = [made for made in events if hour_of(made.at) == title.value]
            assert listed.numbers(result.link) == set(passes(here))
        assert len(shown) > 3


def test_a_listed_pass_says_what_was_paid(night: Night) -> None:
    for table in night.tables:
        standing = passes(Part(table.slug).events())
        listed = pass_list(table, Pass.objects.filter(table=table, paid__gt=0), Filter()).sections[0].rows
        assert [row.played.number for row in listed] == sorted(standing, reverse=True)
        for row in listed:
            paid = standing[row.played.number].get("settlements", [])
            kept = sum(line["deduction"] for line in paid)
            assert (row.bets.staked or 0) == sum(line["stake"] for line in paid if line["chance"] != "bank")
            won = sum(
                line["win"] for line in paid if line["player"]
            )  # a bank of the house's own is its own money
            assert (row.deductions, row.house) == (kept, kept - won)


def test_the_page_of_a_pass_calls_the_houses_own_bank_so(night: Night) -> None:
    hand = Pass.objects.filter(table__in=night.tables, bank_holder="", bank_win__isnull=False).first()
    assert hand
    whole = whole_pass(hand.table, hand.number)
    assert whole
    [own] = [line for line in whole.payments if line.chance == "house_bank"]
    assert (own.player, own.stake, own.win) == ("", hand.bank_stake, hand.bank_win)
    page = jefe().get(f"/inspector/{hand.table.slug}/passes/{hand.number}/").text
    assert re.search(r"<dt>\s*The house's bank\s*</dt>", page) and '<td class="house_bank">' in page


def test_the_page_of_a_pass_explains_every_stake(night: Night) -> None:
    """Each that was paid was placed in this pass, by an act that names it, or stayed from the one before."""
    stayed_and_paid = 0
    for hand in Pass.objects.filter(table__in=night.tables, paid__isnull=False).exclude(result=""):
        whole = whole_pass(hand.table, hand.number)
        assert whole
        acts = " ".join(row.about for row in whole.acts if row.undone is None)
        page = jefe().get(f"/inspector/{hand.table.slug}/passes/{hand.number}/").text
        assert page.count(f"stayed on the table from pass {hand.number - 1}") == len(whole.stayed)
        for line in (one for one in whole.payments if one.chance in ("punto", "banca", "tie")):
            stood = [
                one.amount for one in whole.stayed if (one.player, one.chance) == (line.player, line.chance)
            ]
            assert stood or line.player.split(" (")[0] in acts, (hand, line)
            stayed_and_paid += bool(stood)
    assert stayed_and_paid


# Slips and differences


def test_every_slip_is_listed_once_the_newest_first(night: Night) -> None:
    every = list(Slip.objects.order_by("-number"))
    listed = section(slip_list(Slip.objects.all()), "Slips").rows
    assert [row.number for row in listed] == [str(slip.number) for slip in every]
    assert [row.amount for row in listed] == [slip.amount for slip in every]
    off = differences_of(every)
    assert {int(row.number): row.difference for row in listed if row.difference} == off
    on_sheets = [int(row.number) for sheet in night.sheets for row in section(sheet.report, "Slips").rows]
    of_tables = Slip.objects.exclude(book="cage:main").values_list("number", flat=True)
    assert sorted(on_sheets) == sorted(of_tables)


def test_every_difference_is_listed_and_no_void_one(night: Night) -> None:
    every = list(Slip.objects.order_by("-number"))
    off = differences_of(every)
    void = [slip for slip in every if slip.expected not in (None, slip.amount) and slip.number not in off]
    assert void and off
    shown = section(differences(Slip.objects.all()), "Differences")
    assert [(int(row.number), row.difference) for row in shown.rows] == list(off.items())
    assert total(shown)[6] == sum(off.values()) == -selectors.balances("house:main").get("over_short", 0)


def test_a_difference_counts_when_two_have_signed_it(night: Night) -> None:
    before = total(section(differences(Slip.objects.all()), "Differences"))[6]
    slip = ask(
        "count", selectors.balances(f"table:{OPEN}")["tray"] + 500, table=OPEN, reason="a chip of 500 over"
    )
    shown = section(differences(Slip.objects.all()), "Differences")
    assert (rows(shown)[0][6], total(shown)[6], abnormal(shown)) == (500, before, {0})
    go(slip, "signed", "croupier")
    shown = section(differences(Slip.objects.all()), "Differences")
    assert (total(shown)[6], abnormal(shown)) == (before + 500, set())

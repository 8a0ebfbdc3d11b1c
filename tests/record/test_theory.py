"""The sums of what was staked, won and expected: by hand, and against every bet of an evening."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from tables.models import DailyDealing, DailyPlay, Dealing, Pass, Play, Record, Table
from tables.record.audit import prove
from tables.record.openings import Openings
from tables.record.projections.database import rebuild, stored, stored_days
from tables.record.projections.rows import BetRow, PassRow, PassWithBets
from tables.record.projections.theory import BASE, HUNDREDTHS, Odds, dealt, played_by
from tables.record.reglamentos.catalogue import resolve
from tables.reports.selectors.spread import dealt_by_payer, theory_by_table
from tables.rules.odds import counts, house_edges
from tables.rules.reglamento import whole
from tables.rules.spread import BANK, covariances, variance_of
from tests.support import evening

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 20, 21, tzinfo=UTC)
SPAIN = resolve("spain")
FOUND = counts(SPAIN, whole(SPAIN.settings["decks"]))
ODDS = Odds(house_edges(SPAIN, FOUND), covariances(SPAIN, FOUND))
HALF = timedelta(minutes=30)


def paid(result: str, *bets: tuple[str, str, int, int], payer: str = "carla", **bank: Any) -> PassWithBets:
    """`bets`: player, chance, stake, win."""
    rows = {(player, chance): BetRow(amount, win, 0) for player, chance, amount, win in bets}
    return PassWithBets(PassRow(1, result=result, payer=payer, **bank), rows)


class TestOfPasses:
    def test_bets_on_one_pass_win_and_lose_together(self) -> None:
        """Two who stake 100 on punto are as one who stakes 200; on opposite sides they nearly cancel each other."""
        one = dealt([paid("punto", ("ana", "punto", 100, 100), ("bea", "punto", 100, 100))], ODDS)["carla"]
        assert (one.passes, one.staked, one.result) == (1, 200, -200)
        assert one.variance_low == round(ODDS.covariances["punto", "punto"] * 200**2 * HUNDREDTHS)
        assert one.expected == round(ODDS.edges["punto"] * 200 * HUNDREDTHS)
        across = dealt([paid("banca", ("ana", "punto", 100, -100), ("bea", "banca", 100, 95))], ODDS)["carla"]
        assert across.variance_low < 20**2 * HUNDREDTHS < one.variance_low and across.result == 5

    def test_the_largest_stakes_stay_within_the_integers_of_the_database(self) -> None:
        one = dealt([paid("punto", ("ana", "punto", 10**15, 10**15))], ODDS)["carla"]
        exact = ODDS.covariances["punto", "punto"] * 10**30 * HUNDREDTHS
        assert one.variance_high * BASE + one.variance_low == round(exact)
        assert all(abs(value) < 2**63 for value in one)

    def test_a_void_pass_and_one_that_lies_there_add_nothing(self) -> None:
        passes = [paid("void", ("ana", "punto", 10, 0)), paid("", ("ana", "punto", 10, 0))]
        assert dealt(passes, ODDS) == {} == played_by(passes, ODDS, AT)

    def test_a_bank_is_its_holders_and_its_stake_is_what_was_at_risk(self) -> None:
        banked = paid("banca", bank_holder="ana", bank_stake=500, bank_win=300, bank_deduction=15)
        [(player, one)] = played_by([banked], ODDS, AT).items()
        assert (player, one.bets, one.staked, one.won, one.banked) == ("ana", 1, 300, 0, 285)
        assert dealt([banked], ODDS)["carla"].result == -285
        tie = paid("tie", bank_holder="ana", bank_stake=500, bank_win=0, bank_deduction=0)
        assert played_by([tie], ODDS, AT)["ana"].staked == 500

    def test_what_is_taken_back_is_what_was_added_but_who_was_there_was_there(self) -> None:
        passes = [paid("punto", ("ana", "punto", 70, 70), ("ana", "tie", 30, -30), payer="clara")]
        [(payer, one)] = dealt(passes, ODDS).items()
        [(player, two)] = played_by(passes, ODDS, AT).items()
        assert (payer, player) == ("clara", "ana") and not any(one + -one)
        [later] = played_by(passes, ODDS, AT + HALF).values()
        assert tuple(two + -later) == (0, 0, 0, 0, 0, AT, AT + HALF)


class TestAnEvening:
    """Three tables, with undone passes, suites, associates and the house's own bank."""

    @pytest.fixture(scope="class")
    @staticmethod
    def period(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[datetime, datetime]]:
        with django_db_blocker.unblock(), transaction.atomic():
            evening.play(3, 12)
            begin = evening.BEGIN.replace(minute=0)
            yield begin, begin + timedelta(days=4)
            transaction.set_rollback(True)

    def test_the_sums_are_those_of_every_bet(self, period: tuple[datetime, datetime]) -> None:
        assert Record.objects.filter(undone_to__isnull=False).exists()
        theory = theory_by_table(*period)
        for table in Table.objects.all():
            staked, expected, variance = of_every_bet(table)
            found = theory[table.pk]
            assert found.staked == staked > 0
            assert abs(found.expected - expected) < 1
            assert found.variance == pytest.approx(float(variance), rel=1e-3)

    def test_every_pass_was_paid_by_somebody(self, period: tuple[datetime, datetime]) -> None:
        passes = Pass.objects.exclude(result__in=("", "void"))
        payers = Counter(passes.values_list("payer", flat=True))
        assert payers == {payer: one.passes for payer, one in dealt_by_payer(*period).items()}
        for one in passes.filter(payer__gt=""):
            assert one.paid and Record.objects.get(table=one.table, number=one.paid).actor == one.payer
        assert "" not in payers

    def test_the_migration_fills_in_what_the_record_says(self, period: tuple[datetime, datetime]) -> None:
        before = {table: (stored(table), stored_days(table, date.min)) for table in Table.objects.all()}
        for model in (Dealing, Play):
            model.objects.all().delete()
        Pass.objects.update(payer="")
        assert not any(DailyDealing.objects.values_list("passes", flat=True))
        import_module("tables.migrations.0019_theory_of_the_past").fill(apps, None)
        assert {
            table: (stored(table), stored_days(table, date.min)) for table in Table.objects.all()
        } == before
        for table, (rows, _days) in before.items():
            rebuild(table.pk, rows)
            assert (stored(table), stored_days(table, date.min)) == before[table]
            prove(table)
        assert DailyPlay.objects.exists()


def of_every_bet(table: Table) -> tuple[int, Fraction, Fraction]:
    opening = Openings(table).only()
    assert opening and not opening.collects_later
    rules, found = opening.rules, counts(opening.rules, opening.decks)
    edges, both = house_edges(rules, found), covariances(rules, found)
    staked, expected, variance = 0, Fraction(0), Fraction(0)
    for one in Pass.objects.filter(table=table).exclude(result__in=("", "void")).prefetch_related("bets"):
        stakes: defaultdict[str, int] = defaultdict(int)
        for bet in one.bets.all():
            stakes[bet.chance] += bet.amount
        if one.bank_win is not None and one.bank_holder:
            stakes[BANK] += abs(one.bank_win) or one.bank_stake or 0
        staked += sum(stakes.values())
        expected += sum(
            (amount * edges.get(name, Fraction(0)) for name, amount in stakes.items()), Fraction(0)
        )
        variance += variance_of(stakes, both)
    return staked, expected, variance

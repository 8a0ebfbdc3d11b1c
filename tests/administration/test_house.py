"""The settings of a house, its reglamentos, its acts, and the link of its first run."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import DatabaseError, connection, transaction

from casino.administration import first_run, people, reglamentos, settings
from casino.administration.csv_list import Source
from casino.common import clock, currency
from casino.common.refusals import Refusal
from casino.house import values
from casino.house.models import Act, HouseSetting
from ledger.models import LedgerCurrency
from tables.record.audit.house import protection_faults
from tests.administration.conftest import ANA
from tests.support import counter

pytestmark = pytest.mark.django_db
HOUSE = Source("casa.toml", b'slug = "casa"\ntitle = "De la Casa"\nbase = "argentina"\n')


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Any) -> Any:
    return lambda: django_capture_on_commit_callbacks(execute=True)


class TestSettings:
    def test_hold_in_place_of_the_environment(self, committed: Any) -> None:
        with committed():
            assert settings.change(ANA, {"CURRENCY": "EUR", "DECIMALS": 2, "DENOMINATIONS": (100, 500)})
        assert (currency.name(), currency.decimals(), currency.denominations()) == ("EUR", 2, (500, 100))
        assert LedgerCurrency.objects.latest("pk").currency == "EUR"
        act = Act.objects.latest("pk")
        assert act.before["CURRENCY"] == "ARS" and act.after["DENOMINATIONS"] == [100, 500]

    def test_what_is_the_same_is_no_act(self) -> None:
        assert not settings.change(ANA, settings.present())
        assert not Act.objects.exists()

    def test_a_new_process_takes_what_the_database_holds(self) -> None:
        HouseSetting.objects.create(name="DAY_BEGINS", value=5)
        values._taken = False
        values.take_once(connection)
        assert clock.local(clock.day_of(clock.now())).hour == 5
        HouseSetting.objects.all().delete()
        values.take()
        assert clock.local(clock.day_of(clock.now())).hour == 8

    def test_the_time_zone_holds_at_once(self, committed: Any) -> None:
        with committed():
            settings.change(ANA, {"TIME_ZONE": "Europe/Ljubljana"})
        assert clock.local(clock.now()).tzinfo == ZoneInfo("Europe/Ljubljana")

    def test_the_currency_stays_once_money_has_moved(self) -> None:
        counter.cage()
        with pytest.raises(Refusal, match="fixed_setting"):
            settings.change(ANA, {"CURRENCY": "EUR"})
        assert settings.change(ANA, {"COUNTER_LIMIT": 7})


class TestReglamentos:
    def test_a_file_is_kept_once(self) -> None:
        rules, is_new = reglamentos.add(ANA, HOUSE)
        assert (rules.name, is_new) == ("casa@1", True)
        assert reglamentos.add(ANA, HOUSE)[1] is False
        assert [act.about for act in Act.objects.all()] == ["casa@1"]

    def test_a_wrong_file_is_refused_with_its_line(self) -> None:
        with pytest.raises(Refusal) as refused:
            reglamentos.add(ANA, Source("casa.toml", HOUSE.data + b'[payouts]\ntie = "nine"\n'))
        assert refused.value.text().startswith("casa.toml, line 5: payouts.tie:")
        assert Act.objects.get().refused == "bad_reglamento"


class TestFirstRun:
    ROW = {"username": "ana.admin", "first_name": "Ana"}
    PASSPHRASE = "korrekt pferd batterie"

    def test_a_link_makes_one_administrator(self) -> None:
        secret = first_run.make_link(ANA)
        first_run.make_administrator(ANA, secret, self.ROW, self.PASSPHRASE)
        assert people.find("ana.admin").check_password(self.PASSPHRASE)
        assert not first_run.holds(secret)
        with pytest.raises(Refusal, match="no_such_link"):
            first_run.make_administrator(ANA, secret, self.ROW | {"username": "eva"}, self.PASSPHRASE)
        with pytest.raises(Refusal, match="is_set_up"):
            first_run.make_link(ANA)

    def test_a_bad_passphrase_leaves_the_link_as_it_is(self) -> None:
        secret = first_run.make_link(ANA)
        with pytest.raises(Refusal, match="weak_passphrase"):
            first_run.make_administrator(ANA, secret, self.ROW, "short")
        assert first_run.holds(secret) and not people.has_administrator()

    def test_a_newer_link_and_the_clock_end_it(self) -> None:
        old, late = first_run.make_link(ANA), first_run.make_link(ANA, timedelta(seconds=-1))
        assert not first_run.holds(old) and not first_run.holds(late)


def test_nobody_changes_what_was_entered() -> None:
    reglamentos.add(ANA, HOUSE)
    for statement in ("UPDATE house_act SET actor = 'eva'", "DELETE FROM house_act"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert list(protection_faults()) == []

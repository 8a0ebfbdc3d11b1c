"""Alerts of the floor: the gravest first, then the oldest; each is seen by itself, and it is kept by whom and when."""

from datetime import timedelta
from typing import Any

import pytest

from casino.common import clock
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.journal.models import Entry
from tables.door import alert_log, calls, disputes, duty
from tables.door.service import execute, read
from tables.models import AlertSeen, Table
from tables.rules.roles import Actor
from tables.screens.floor import screen as floor
from tables.view.alerts.alert import Alert, Gravity, unseen, with_seen
from tables.view.alerts.game import overdue
from tables.view.alerts.people import staff_alerts
from tables.view.alerts.standing import alerts, see
from tables.view.facts.phase_pace import usual_seconds
from tables.view.screen import TableView, view_of
from tests.api.test_duty import client_of
from tests.support.house import CROUPIER, JEFE, Croupier, game, open_table
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
OTHER = Actor("jimena", "jefe")


@pytest.fixture(autouse=True)
def table() -> None:
    open_table("mesa", "Mesa")


def seen_as(role: str = "jefe") -> TableView:
    return view_of(*read("mesa"), role)


def told() -> list[Alert]:
    return with_seen(seen_as(), alerts(seen_as()))


def incident(card: str) -> None:
    assert execute("mesa", {"command": "incident", "kind": "exposed_card", "card": card}, CROUPIER).ok


def suspended(reason: str = "a card is missing") -> str:
    assert execute("mesa", {"command": "suspend", "reason": reason}, JEFE).ok
    return f"suspended-{read('mesa')[0].records}"


def test_the_gravest_come_first_then_the_oldest() -> None:
    disputes.mark("mesa", CROUPIER, "it was mine")
    croupier = Croupier()
    while seen_as().snapshot["phase"] != "betting":
        game("mesa", 1, croupier)
    incident("K")
    incident("Q")
    suspended()
    found = told()
    assert [one.gravity for one in found] == sorted(one.gravity for one in found)
    assert found[0].key.startswith("dispute-"), "somebody waits"
    assert found[-1].key.startswith("suspended-") and found[-1].gravity is Gravity.LIGHT, "a jefe did it"
    ages = [one.at for one in found[1:-1]]
    assert len(ages) == 2 and ages == sorted(ages, key=str)


def test_an_incident_that_was_undone_is_no_alert_any_more() -> None:
    croupier = Croupier()
    while seen_as().snapshot["phase"] != "betting":
        game("mesa", 1, croupier)
    incident("K")
    assert [one.icon for one in told()] == ["triangle-alert"]
    assert execute("mesa", {"command": "undo"}, CROUPIER).ok
    assert told() == []
    incident("Q")
    assert len(told()) == 1


def test_what_stands_on_says_who_has_seen_it_and_when_and_is_behind_the_others() -> None:
    key = suspended()
    disputes.mark("mesa", CROUPIER, "it was mine")
    see("mesa", key, JEFE)
    dispute, suspension = told()
    assert (dispute.seen, suspension.key) == (None, key)
    assert suspension.seen and (suspension.seen.actor, suspension.seen.at <= clock.now()) == ("julio", True)
    assert unseen(told()) == [dispute]


def test_the_first_who_has_seen_it_is_kept() -> None:
    key = suspended()
    see("mesa", key, JEFE)
    see("mesa", key, OTHER)
    assert AlertSeen.objects.get().actor == "julio"
    entry = Entry.objects.get(kind="alert_seen")
    assert (entry.place, entry.content["key"], entry.content["actor"]) == ("table:mesa", key, "julio")


def test_the_next_occasion_is_another_alert() -> None:
    see("mesa", suspended(), JEFE)
    assert execute("mesa", {"command": "resume"}, JEFE).ok
    again = suspended("another reason")
    assert [one.key for one in unseen(told())] == [again]


@pytest.mark.parametrize("key", ["record-9999", "tray-1-4", "suspended-99", "house-1", "slip-1", "staff-0-0"])
def test_nobody_sees_beforehand_what_has_not_happened(key: str) -> None:
    with pytest.raises(Refusal, match="no_such_alert"):
        see("mesa", key, JEFE)
    assert not AlertSeen.objects.exists()


def test_a_timed_alert_can_be_seen_when_its_time_has_come_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who pressed early, or by a clock that is ahead, is refused, and loses nothing by it."""
    (late,) = in_a_long_phase()
    with pytest.raises(Refusal, match="no_such_alert"):
        see("mesa", late.key, JEFE)
    monkeypatch.setattr(clock, "now", lambda: late.due)
    see("mesa", late.key, JEFE)
    assert with_seen(seen_as(), [late])[0].seen


def test_another_threshold_is_another_occasion(house_has: HouseHas, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that allows a phase longer is told when that has passed, though somebody has seen the first alert."""
    (late,) = in_a_long_phase()
    monkeypatch.setattr(clock, "now", lambda: late.due)
    see("mesa", late.key, JEFE)
    house_has(long_auction=house().long_auction * 2)
    (later,) = overdue(seen_as())
    monkeypatch.setattr(clock, "now", lambda: later.due)
    assert with_seen(seen_as(), [later])[0].seen is None
    see("mesa", later.key, JEFE)
    assert with_seen(seen_as(), [later])[0].seen


def in_a_long_phase() -> list[Alert]:
    """Of an auction that has just begun."""
    assert execute("mesa", {"command": "shuffle", "riffles": 4}, JEFE).ok
    assert seen_as().snapshot["phase"] == "auction"
    return overdue(seen_as())


@pytest.mark.parametrize("key", ["", "x", "Tray-1", "tray-", "record-x", "tray-" + "1" * 60, "tray-1\x00"])
def test_a_key_that_is_none_is_refused(key: str) -> None:
    with pytest.raises(Refusal, match="no_such_alert"):
        see("mesa", key, JEFE)


def test_only_a_jefe_sees_them_at_a_table_that_there_is() -> None:
    with pytest.raises(Refusal, match="not_for_your_role"):
        see("mesa", "staff-0-0", CROUPIER)
    with pytest.raises(Refusal, match="no_such_table"):
        see("elsewhere", "staff-0-0", JEFE)
    Table.objects.filter(slug="mesa").update(retired=clock.now())
    with pytest.raises(Refusal, match="no_such_table"):
        see("mesa", "staff-0-0", JEFE)
    Table.objects.filter(slug="mesa").update(retired=None)
    key = suspended()
    assert f"see-mesa-{key}" in floor.SCREEN.render(seen_as())["alerts-mesa"]
    assert "see-mesa" not in floor.SCREEN.render(seen_as("inspector"))["alerts-mesa"]


def test_the_api_takes_it() -> None:
    key = suspended()
    answer = client_of("julio", "jefe").post(
        f"/api/tables/mesa/alerts/{key}", content_type="application/json"
    )
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    assert AlertSeen.objects.get().key == key


def test_the_tile_carries_what_nobody_has_seen() -> None:
    key = suspended()
    assert 'class="tag"' in floor.SCREEN.render(seen_as())["tile-mesa"]
    see("mesa", key, JEFE)
    assert 'class="tag"' not in floor.SCREEN.render(seen_as())["tile-mesa"]


def test_each_alert_says_what_to_do_about_it() -> None:
    disputes.mark("mesa", CROUPIER, "it was mine")
    number = disputes.of_table("mesa")[0].pk
    html = floor.SCREEN.render(seen_as())["alerts-mesa"]
    assert f'href="/tables/mesa/#dispute-{number}"' in html
    suspended()
    assert 'value="resume"' in floor.SCREEN.render(seen_as())["alerts-mesa"]


def test_a_long_phase_has_the_houses_threshold(house_has: HouseHas, monkeypatch: pytest.MonkeyPatch) -> None:
    phase = seen_as().snapshot["phase"]
    assert phase == "seating" and overdue(seen_as()) == []
    assert execute("mesa", {"command": "shuffle", "riffles": 4}, JEFE).ok
    phase = seen_as().snapshot["phase"]
    house_has(**{f"long_{phase}": 77})
    assert usual_seconds(phase) == 77
    parts = floor.SCREEN.render(seen_as())
    assert 'data-after="77"' in parts["alerts-mesa"] and 'data-after="77"' in parts["tile-mesa"]
    began = seen_as().since
    assert began
    monkeypatch.setattr(clock, "now", lambda: began + timedelta(seconds=78))
    see("mesa", overdue(seen_as())[0].key, JEFE)
    assert "data-after" not in floor.SCREEN.render(seen_as())["tile-mesa"]
    house_has(**{f"long_{phase}": 0})
    assert overdue(seen_as()) == []


def test_who_has_seen_a_shortage_is_told_again_when_somebody_has_come(house_has: HouseHas) -> None:
    house_has(relief_minutes=0)
    client_of("julio", "jefe")
    client_of("carla", "croupier")
    duty.begin("mesa", JEFE, "jefe")

    def short() -> list[Alert]:
        return unseen(with_seen(seen_as(), list(staff_alerts(seen_as()))))

    see("mesa", short()[0].key, JEFE)
    assert short() == []
    duty.begin("mesa", CROUPIER, "croupier")
    assert len(short()) == 1


@pytest.mark.parametrize("again", [False, True])
def test_a_call_that_ends_while_the_jefe_answers_it_is_neither_lost_nor_back(
    again: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The croupier ends it, and may call anew, between the jefe's touch and the lock under which it is written."""
    calls.call("mesa", CROUPIER)
    enter = alert_log.enter

    def late(*given: Any) -> AlertSeen:
        calls.end("mesa", CROUPIER)
        if again:
            calls.call("mesa", CROUPIER)
        return enter(*given)

    monkeypatch.setattr(alert_log, "enter", late)
    with pytest.raises(Refusal, match="no_such_alert"):
        see("mesa", "called-1", JEFE)
    found = calls.at_table(seen_as().table.pk)
    assert (found.number if found else None) == (2 if again else None)


@pytest.mark.parametrize("again", [False, True])
def test_an_answer_written_after_its_call_ended_changes_nothing(again: bool) -> None:
    calls.call("mesa", CROUPIER)
    calls.end("mesa", CROUPIER)
    if again:
        calls.call("mesa", CROUPIER)
    alert_log.enter("mesa", "called-1", JEFE)
    table = seen_as().table.pk
    one, many = calls.at_table(table), calls.at_tables([table]).get(table)
    assert one == many and (one.number if one else None) == (2 if again else None)

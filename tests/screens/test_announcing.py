"""What the croupier is told to announce and to do: a line under the hands, in every state of every reglamento."""

from django.utils import translation

from casino.common.json_input import Json
from tables.record.reglamentos.words import speaking
from tables.view.labels.announcing import Announcement, announcement
from tests.screens.test_console import every_state, seen


def said(now: Json) -> Announcement:
    with translation.override("en"), speaking(now["reglamento"]):
        return announcement(now)


def snapshots(phase: str) -> list[Json]:
    found = (seen(state).snapshot for state in every_state() if state.phase == phase)
    return [now for now in found if not now["suspended"]]


def test_in_every_state_of_an_open_table_there_is_something_to_say() -> None:
    for state in every_state():
        now = seen(state).snapshot
        assert bool(said(now).call) == now["open"], now["phase"]


def test_whoever_may_choose_is_asked_with_five() -> None:
    for now in snapshots("will"):
        found = said(now)
        assert found.call == "Five, card?"
        holder = now["pass"]["card_holder"]
        assert not holder or now["names"][holder] in found.act


def test_a_third_card_is_called_with_the_total_that_asks_for_it() -> None:
    words = ("Zero", "One", "Two", "Three", "Four", "Five")
    calls = {}
    for now in snapshots("dealing"):
        punto = now["pass"]["punto"]
        if now["pass"]["next"] == "punto" and len(punto["cards"]) == 2 and now["pass"]["will"] != "draw":
            calls[punto["total"]] = said(now).call
    assert calls and all(call == f"{words[total]}, card" for total, call in calls.items())


def test_the_payment_says_what_is_taken_before_what_is_paid() -> None:
    ways = set()
    for now in snapshots("resolved"):
        lines = [line for line in now["pass"]["due"]["settlements"] if line["chance"] != "bank"]
        loses, wins = (any(sign * line["net"] > 0 for line in lines) for sign in (-1, 1))
        act = said(now).act
        assert ("Take " in act) == loses and ("pay " in act.lower()) == (wins or act.startswith("Nothing"))
        ways.add((loses, wins))
    assert len(ways) > 2


def test_who_has_not_bet_is_named_while_there_are_few() -> None:
    for now in snapshots("betting"):
        bets = {bet["player"] for bet in now["pass"]["bets"]}
        for player in bets:
            assert (
                now["names"][player] not in said(now).act.partition(".")[0] or "Without" not in said(now).act
            )

"""A count of cards that cannot be: what the floor tells of a card that the shoe cannot hold, and of an early stop card
(argentina art. 11)."""

from typing import Any

import pytest

from tables.door.service import create_table, execute, read
from tables.engine.shoe.cards import MOST_IN_A_PASS
from tables.models import RefusedCard
from tables.view.alerts.cards import card_alerts
from tables.view.alerts.standing import see
from tables.view.screen import TableView, view_of
from tests.support.house import CROUPIER, JEFE, SETTINGS, Croupier, game, opening

pytestmark = pytest.mark.django_db
DECKS = 6


def seen_as(role: str = "jefe") -> TableView:
    return view_of(*read("mesa"), role)


def told() -> list[tuple[str, str]]:
    return [(one.key.split("-")[0], one.detail) for one in card_alerts(seen_as())]


def to_betting(**settings: Any) -> None:
    """A table that takes bets, with these settings."""
    create_table("mesa", "Mesa")
    first, *others = opening()
    for command in ({**first, "settings": settings}, *others):
        assert execute("mesa", command, JEFE).ok
    croupier = Croupier()
    while read("mesa")[1].phase != "betting":
        game("mesa", 1, croupier)


def expose(card: str) -> Any:
    return execute("mesa", {"command": "incident", "kind": "exposed_card", "card": card}, CROUPIER)


def test_a_card_that_the_shoe_cannot_hold_any_more_is_an_alert_until_somebody_has_seen_it() -> None:
    to_betting()
    for _ in range(DECKS):
        assert expose("Kh").ok
    assert told() == []
    for _ in range(2):
        assert expose("Kh").error["code"] == "impossible_card"
    number, shoe = read("mesa")[1].current.number, read("mesa")[1].shoes
    assert told() == [("card", f"Kh · Pase {number} · Sabot {shoe}")]
    one = RefusedCard.objects.get()
    assert (one.actor, one.version) == ("carla", read("mesa")[1].version)
    see("mesa", f"card-{one.pk}", JEFE)
    assert told() == []


def test_other_refusals_are_no_alert() -> None:
    to_betting()
    assert execute("mesa", {"command": "card", "hand": "punto", "card": "K"}, CROUPIER).error
    assert not RefusedCard.objects.exists() and told() == []


def test_an_early_stop_card_is_an_alert_while_its_last_pass_is_played() -> None:
    to_betting(stop_card=20)
    state = read("mesa")[1]
    assert state.shoe
    early = state.shoe.left - MOST_IN_A_PASS - 20
    assert execute("mesa", {"command": "stop_card"}, CROUPIER).ok
    assert told() == [("stop_card", f"Cartas de adelanto, según la cuenta: {early}")]
    (one,) = card_alerts(seen_as())
    assert one.article == "11"


@pytest.mark.parametrize(("behind", "early"), [(306, 0), (305, 1)])
def test_it_can_come_in_the_pass_or_before_it_and_no_earlier(behind: int, early: int) -> None:
    """Of 312 cards six at most are in front of it."""
    to_betting(stop_card=behind)
    assert execute("mesa", {"command": "stop_card"}, CROUPIER).ok
    assert seen_as().stop_card_early_by() == early


def test_where_the_text_has_its_place_by_eye_it_is_not_judged() -> None:
    """monte-carlo: "à environ deux huitième du huitain"."""
    create_table("mesa", "Mesa")
    command = {"command": "open_table", **SETTINGS, "reglamento": "monte-carlo"}
    for step in (command, {"command": "shuffle", "riffles": 4}, {"command": "cut", "depth": 100}):
        assert execute("mesa", step, JEFE).ok, step
    assert execute("mesa", {"command": "burn_first", "card": "2"}, JEFE).ok
    assert execute("mesa", {"command": "stop_card"}, JEFE).ok
    assert told() == []

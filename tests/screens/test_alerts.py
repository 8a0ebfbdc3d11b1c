"""What the floor tells of a table's money, when a casino's day begins, what the change of shift takes over."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from casino.common import clock
from casino.people.models import User
from ledger import service
from ledger.cage.models import Shift
from ledger.cage.slips import SlipRequest
from ledger.postings import Posting
from tables.door import disputes, slips
from tables.door.service import execute, read
from tables.models import Pass
from tables.robot.cage import in_chips
from tables.rules.roles import Actor
from tables.screens.money import counter
from tables.view import handovers
from tables.view.alerts.standing import alerts
from tables.view.facts.table import results_today
from tables.view.screen import view_of
from tests.support.house import CROUPIER, JEFE, Croupier, game, open_table

pytestmark = pytest.mark.django_db
CAMBISTA = Actor("camila", "cambista")


@pytest.fixture(autouse=True)
def table() -> None:
    open_table("mesa", "Mesa")


def told() -> list[str]:
    return [alert.key for alert in alerts(view_of(*read("mesa"), "jefe"))]


def newest() -> int:
    return Shift.objects.latest("pk").pk


def counted(kind: str, total: int = 0, reason: str = "") -> int:
    slip = slips.request_slip("mesa", SlipRequest(kind, chips=in_chips(total), reason=reason), CROUPIER)
    slips.take_step(slip.number, "signed", JEFE)
    return slip.number


def stock() -> None:
    """The house puts chips into its cage."""
    slip = slips.request_slip(None, SlipRequest("cage_chips_in", 100), JEFE)
    slips.take_step(slip.number, "signed", CAMBISTA)


def test_a_house_that_keeps_no_counts_is_told_nothing() -> None:
    service.post([Posting("table:mesa:tray", "table:mesa:chips:ana", 10, "punto_won")], "mesa#900")
    assert told() == []


def test_a_tray_that_has_paid_more_than_it_held() -> None:
    counted("opening")
    assert told() == []
    service.post([Posting("table:mesa:tray", "table:mesa:chips:ana", 10, "punto_won")], "mesa#900")
    assert told() == [f"tray-{newest()}-4"]


def uncounted() -> list[str]:
    return [key for key in told() if key.startswith("uncounted")]


def warned_at_the_counter() -> bool:
    return (
        '<span class="badge warn"' in counter.SCREEN.render(view_of(*read("mesa"), "cambista"))["tile-mesa"]
    )


def play_a_pass() -> None:
    croupier, paid = Croupier(), Pass.objects.filter(paid__isnull=False)
    before = paid.count()
    while paid.count() == before:
        game("mesa", 1, croupier)


def test_passes_that_are_played_after_the_closing_count() -> None:
    counted("opening", 900_000, "from the old book")
    play_a_pass()
    counted("closing", 900_000, "not counted to the chip")
    assert uncounted() == [], "nobody has played since"
    assert not warned_at_the_counter()
    play_a_pass()
    assert uncounted() == [f"uncounted-{newest()}"]
    assert warned_at_the_counter()
    counted("opening", 900_000, "from the old book")
    assert uncounted() == []


def test_cards_on_the_table_are_play_without_a_count() -> None:
    counted("opening")
    counted("closing")
    croupier = Croupier()
    while read("mesa")[1].phase != "dealing":
        assert uncounted() == []
        game("mesa", 1, croupier)
    assert uncounted() == [f"uncounted-{newest()}"]


def test_a_table_that_was_closed_and_not_counted() -> None:
    counted("opening")
    assert execute("mesa", {"command": "close_table"}, JEFE).ok
    assert told() == [f"left-{newest()}"]
    assert [table.slug for table in handovers.what_is_open().uncounted] == ["mesa"]
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe", language="en"))
    page = client.get("/handover/").text
    assert "Closed, and its tray is not counted" in page and "/tables/mesa/money/" in page
    counted("closing")
    assert (told(), handovers.what_is_open().uncounted) == ([], ())
    counted("opening")
    assert (told(), handovers.what_is_open().uncounted) == ([], ()), "it is counted before it opens"


def test_a_count_that_does_not_match_until_it_is_signed_or_void() -> None:
    counted("opening")
    slip = slips.request_slip("mesa", SlipRequest("count", chips={"50": 1}, reason="a chip over"), CROUPIER)
    assert told() == [f"slip-{slip.number}"]
    slips.take_step(slip.number, "void", CROUPIER, "counted wrongly")
    assert told() == []


def test_a_first_count_that_does_not_match_waits_for_him_too() -> None:
    """Before a table's first shift there is no other paper of it."""
    slip = slips.request_slip("mesa", SlipRequest("opening", chips=in_chips(900)), CROUPIER)
    assert told() == [f"slip-{slip.number}"]
    slips.take_step(slip.number, "signed", JEFE, "from the old book")
    assert told() == []


def test_an_exchange_that_waits_for_the_jefe_and_no_other() -> None:
    counted("opening", 900_000, "from the old book")
    stock()
    small = slips.request_slip("mesa", SlipRequest("buy_in", 100), CAMBISTA)
    large = slips.request_slip("mesa", SlipRequest("buy_in", 200_000, player="ana"), CAMBISTA)
    fill = slips.request_slip("mesa", SlipRequest("fill", 100), CROUPIER)
    assert told() == [f"slip-{large.number}"]
    assert f"slip-{small.number}" not in told() and f"slip-{fill.number}" not in told()
    slips.take_step(large.number, "confirmed", JEFE)
    assert told() == []


@pytest.mark.parametrize(
    ("moment", "begins"),
    [
        ("2026-11-21 07:59", "2026-11-20 08:00"),
        ("2026-11-21 08:00", "2026-11-21 08:00"),
        ("2026-11-21 23:59", "2026-11-21 08:00"),
        ("2026-11-22 00:01", "2026-11-21 08:00"),
    ],
)
def test_a_casinos_day_begins_in_the_morning(moment: str, begins: str) -> None:
    at = timezone.make_aware(datetime.fromisoformat(moment))
    assert clock.day_of(at.astimezone(UTC)) == timezone.make_aware(datetime.fromisoformat(begins))


def test_the_houses_result_of_today_is_the_games_alone() -> None:
    counted("opening", 1000, "from the old book")
    service.post(BET, "mesa#901")
    service.post([Posting("table:mesa:stakes", "table:mesa:tray", 30, "punto_lost")], "mesa#902")
    slips.request_slip("mesa", SlipRequest("buy_in", 100), CAMBISTA)
    assert results_today()["table:mesa"] == 30


BET = [Posting("table:mesa:chips:ana", "table:mesa:stakes", 30, "bet_placed")]


@pytest.mark.parametrize(
    ("role", "decides", "looks"), [("jefe", 1, 0), ("inspector", 0, 1), ("director", 0, 1)]
)
def test_who_only_looks_is_not_asked_to_decide(role: str, decides: int, looks: int) -> None:
    disputes.mark("mesa", CROUPIER, "it was mine")
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role, language="en"))
    alerts_of = client.get("/floor/").text.split('id="alert-mesa-dispute')[1].split("</article>")[0]
    assert (alerts_of.count("Decide"), alerts_of.count("See\n")) == (decides, looks)

"""The page of all tables: what its tables show is read together, and shows the same as when read one by one."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.common import clock
from ledger import service
from ledger.cage.slips import SlipRequest
from ledger.postings import Posting
from tables.door import disputes, slips
from tables.door.service import execute, read
from tables.door.signatures import ask
from tables.robot.cage import in_chips
from tables.screens.catalogue import SCREENS
from tables.screens.views import context_of_floor
from tables.view.alerts.standing import see
from tables.view.screen import view_of
from tests.support.house import CROUPIER, JEFE, Croupier, game, open_table

pytestmark = pytest.mark.django_db


def a_table(number: int) -> None:
    """A table that takes bets. What stands beside the game at it depends on its number."""
    slug = f"mesa-{number}"
    open_table(slug, f"Mesa {number}")
    croupier = Croupier(number)
    while read(slug)[1].phase != "betting":
        game(slug, 1, croupier)
    for happen in BESIDE[number % len(BESIDE)]:
        happen(slug)


def counted(slug: str, kind: str = "opening") -> None:
    asked = SlipRequest(kind, chips=in_chips(0), reason="")
    slips.take_step(slips.request_slip(slug, asked, CROUPIER).number, "signed", JEFE)


def a_difference(slug: str) -> None:
    over = SlipRequest("count", chips={"50": 1}, reason="a chip over")
    slips.request_slip(slug, over, CROUPIER)


def a_payment(slug: str) -> None:
    won = Posting(f"table:{slug}:tray", f"table:{slug}:chips:ana", 10, "punto_won")
    service.post([won], f"{slug}#900")


def a_closing(slug: str) -> None:
    counted(slug, "closing")


def a_card(slug: str) -> None:
    assert execute(slug, {"command": "close_betting"}, CROUPIER).ok
    assert execute(slug, {"command": "card", "hand": "punto", "card": "K"}, CROUPIER).ok


def an_incident(slug: str) -> None:
    assert execute(slug, {"command": "incident", "kind": "exposed_card", "card": "K"}, CROUPIER).ok


def seen_by_a_jefe(slug: str) -> None:
    see(slug, f"record-{read(slug)[0].records}", JEFE)


def a_croupiers_note(slug: str) -> None:
    assert execute(slug, {"command": "note", "text": "nothing"}, CROUPIER).ok


def a_suspension(slug: str) -> None:
    assert execute(slug, {"command": "suspend", "reason": f"a card of {slug}"}, JEFE).ok


def its_end(slug: str) -> None:
    assert execute(slug, {"command": "resume"}, JEFE).ok


def a_dispute(slug: str) -> None:
    disputes.mark(slug, CROUPIER, f"about {slug}")


def its_decision(slug: str) -> None:
    disputes.resolve(disputes.of_table(slug)[0].pk, JEFE, "the bank pays", "7")


def a_request(slug: str) -> None:
    burn = {"command": "burn_shoe", "reason": "face up", "consent": "jefe"}
    assert ask(slug, burn, CROUPIER).request


BESIDE = (
    (counted, a_payment, an_incident, seen_by_a_jefe, an_incident, an_incident),
    (counted, a_closing, a_card, a_suspension, its_end, a_suspension),
    (counted, a_closing, counted, a_difference, a_dispute, a_request),
    (a_payment, an_incident, a_croupiers_note, a_suspension, its_end, a_dispute, its_decision),
    (),
)
REQUESTED = "face up"
TOLD = {
    "floor": (
        REQUESTED,
        "a card of mesa-6",
        "about mesa-7",
        *(f'id="alert-mesa-{end}' for end in ("5-record", "5-tray", "6-uncounted", "7-slip")),
    ),
    "timeline": (REQUESTED,),
}


@pytest.mark.parametrize("name", ["floor", "timeline"])
def test_the_statements_of_the_page_do_not_grow_with_the_tables(name: str) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as found:
            context_of_floor(SCREENS[name], "jefe")
        return len(found)

    for number in range(1, 6):
        a_table(number)
    few = statements()
    for number in range(6, 31):
        a_table(number)
    assert statements() == few <= 33


@pytest.mark.parametrize("role", ["jefe", "inspector"])
@pytest.mark.parametrize("name", ["floor", "timeline"])
def test_the_page_shows_of_each_table_what_the_table_alone_shows(name: str, role: str) -> None:
    for number in range(1, 11):
        a_table(number)
    screen = SCREENS[name]
    shown = dict(context_of_floor(screen, role)["tiles"])
    alone = {
        element: html
        for number in range(1, 11)
        for element, html in screen.render(view_of(*read(f"mesa-{number}"), role)).items()
    }
    assert {element: shown[element] for element in alone} == alone
    for told in TOLD[name]:
        assert told in "".join(alone.values())


def test_the_page_is_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    a_table(3)
    before = dict(context_of_floor(SCREENS["floor"], "jefe")["tiles"])["tile-mesa-3"]
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(clock, "now", lambda: later)
    shown = dict(context_of_floor(SCREENS["floor"], "jefe")["tiles"])["tile-mesa-3"]
    assert shown != before
    assert shown == SCREENS["floor"].render(view_of(*read("mesa-3"), "jefe"))["tile-mesa-3"]

"""A card that was keyed wrongly is replaced in one act: the later ones are checked anew, all of it or nothing."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from casino.people.models import User
from tables.door.service import create_table, execute, read
from tables.models import Record, Reply, Table
from tables.record.audit import Broken, prove
from tables.record.projections.database import stored
from tests.record.test_projections import followed
from tests.support.house import CROUPIER, JEFE, opening

pytestmark = pytest.mark.django_db
TO_BETTING = (
    {"command": "shuffle", "riffles": 4},
    {"command": "bid", "player": "ana", "amount": 100},
    {"command": "close_auction"},
    {"command": "cut", "player": "dora", "depth": 100},
    {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 100},
    {"command": "close_betting"},
)


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    for command in opening():
        assert execute("mesa", command, JEFE).ok
    for command in TO_BETTING:
        assert execute("mesa", command, CROUPIER).ok


@pytest.fixture
def croupier() -> Client:
    return client_of("croupier")


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role, language="en"))
    return client


def deal(cards: str) -> None:
    """Cards as `p3 b9 p4 b10`, each to its hand."""
    for dealt in cards.split():
        hand = {"p": "punto", "b": "banca"}[dealt[0]]
        assert execute("mesa", {"command": "card", "hand": hand, "card": dealt[1:]}, CROUPIER).ok


def correct(client: Client, hand: str, place: int, was: str, card: str, key: str = "", **more: Any) -> Any:
    body = json.dumps({"hand": hand, "place": place, "was": was, "card": card, **more})
    headers = {"Idempotency-Key": key} if key else {}
    return client.post("/api/tables/mesa/corrections", body, content_type="application/json", headers=headers)


def hands() -> tuple[tuple[str, ...], tuple[str, ...]]:
    current = read("mesa")[1].current
    return current.punto, current.banca


def left() -> int:
    shoe = read("mesa")[1].shoe
    assert shoe
    return shoe.left


def test_an_earlier_card_is_replaced_and_the_later_ones_stay(croupier: Client) -> None:
    deal("p3 b9 p4 b10")
    before, cards = read("mesa")[1].version, left()
    answer = correct(croupier, "banca", 1, "9", "8")
    assert answer.status_code == 200 and answer.json()["version"] == read("mesa")[1].version > before
    assert hands() == (("3", "4"), ("8", "10")) and left() == cards
    assert read("mesa")[1].phase == "resolved"
    assert [made.name for made in Record.objects.order_by("-number")[:4]] == ["card", "card", "card", "undo"]
    prove(Table.objects.get())
    assert stored(Table.objects.get()) == followed(Table.objects.get())


def test_a_pass_that_was_decided_goes_on_where_the_true_card_decides_nothing(croupier: Client) -> None:
    deal("p3 b9 p4 b10")
    assert correct(croupier, "banca", 1, "9", "2").status_code == 200
    assert read("mesa")[1].phase == "dealing" and hands() == (("3", "4"), ("2", "10"))


def test_a_card_is_replaced_again_and_what_followed_can_be_undone(croupier: Client) -> None:
    deal("p3 b9 p4 b10")
    correct(croupier, "banca", 1, "9", "8")
    assert correct(croupier, "punto", 1, "3", "2").status_code == 200
    assert hands() == (("2", "4"), ("8", "10"))
    assert execute("mesa", {"command": "undo"}, CROUPIER).ok
    assert hands() == (("2", "4"), ("8",))


def key_of_undo(client: Client) -> tuple[str, dict[str, Any]]:
    """What the undo key of the console says, and the command that it sends."""
    page = html.unescape(client.get("/tables/mesa/console/").content.decode())
    found = re.search(r'id="act-undo".*?data-command="({.*?})".*?class="act-object">(.*?)<', page, re.DOTALL)
    assert found
    return found[2].strip(), json.loads(found[1])


def press_undo(client: Client, key: str) -> None:
    _, said = key_of_undo(client)
    if "command" in said:
        assert execute("mesa", said, CROUPIER).ok
    else:
        assert correct(client, **said, key=key).status_code == 200


def test_undo_takes_back_a_correction_as_the_one_act_that_it_was(croupier: Client) -> None:
    deal("p3 b9 p4 b10")
    assert key_of_undo(croupier)[0] == "Card · 10 · Banca"
    assert correct(croupier, "banca", 1, "9", "8", key="first").status_code == 200
    assert key_of_undo(croupier) == (
        "Correction · 9 → 8 · Banca",
        {"hand": "banca", "place": 1, "was": "8", "card": "9"},
    )
    press_undo(croupier, "back")
    assert hands() == (("3", "4"), ("9", "10"))
    # Now the last act is the last card again: undo goes on backwards and does not turn in a circle.
    assert key_of_undo(croupier)[0] == "Card · 10 · Banca"
    press_undo(croupier, "card")
    assert hands() == (("3", "4"), ("9",))


def test_of_two_corrections_undo_takes_back_the_second(croupier: Client) -> None:
    deal("p3 b9 p4 b10")
    for key, card in (("one", ("banca", 1, "9", "8")), ("two", ("punto", 2, "4", "5"))):
        assert correct(croupier, *card, key=key).status_code == 200
    press_undo(croupier, "three")
    assert hands() == (("3", "4"), ("8", "10"))


def test_after_another_card_undo_takes_back_that_card(croupier: Client) -> None:
    deal("p3 b9")
    assert correct(croupier, "punto", 1, "3", "2", key="one").status_code == 200
    deal("p4")
    assert key_of_undo(croupier)[0] == "Card · 4 · Punto"


def test_a_later_card_that_no_longer_fits_refuses_the_whole_by_its_article(croupier: Client) -> None:
    """Punto's 2 and 2 draw; with 2 and 5 it stands (art. 22), so its third card was never due."""
    deal("p2 bK p2 b4 p9")
    before, records = read("mesa")[1].version, Record.objects.count()
    answer = correct(croupier, "punto", 2, "2", "5")
    assert answer.status_code == 409
    assert (answer.json()["error"]["code"], answer.json()["error"]["article"]) == ("card_not_due", "22")
    assert (read("mesa")[1].version, Record.objects.count()) == (before, records)


def test_a_card_that_does_not_lie_there_is_stale(croupier: Client) -> None:
    deal("p3 b9")
    for hand, place, was in (("punto", 1, "4"), ("punto", 2, "3"), ("banca", 3, "9")):
        assert correct(croupier, hand, place, was, "5").json()["error"]["code"] == "stale"
    answer = correct(croupier, "punto", 1, "3", "5", expected_version=1)
    assert answer.json()["error"]["code"] == "stale"


def test_a_card_that_an_incident_put_there_is_not_replaced(croupier: Client) -> None:
    deal("p3 b9")
    undue = {"command": "incident", "kind": "undue_card", "card": "4"}
    assert execute("mesa", undue, CROUPIER).ok and hands()[0] == ("3", "4")
    assert correct(croupier, "punto", 2, "4", "5").json()["error"]["code"] == "nothing_to_undo"
    assert correct(croupier, "punto", 1, "3", "2").status_code == 200
    assert hands() == (("2", "4"), ("9",))


def test_what_a_jefe_has_done_since_is_his_and_he_says_why(croupier: Client) -> None:
    deal("p3")
    assert execute("mesa", {"command": "note", "text": "seen"}, JEFE).ok
    assert correct(croupier, "punto", 1, "3", "4").json()["error"]["code"] == "not_allowed"
    jefe = client_of("jefe")
    assert correct(jefe, "punto", 1, "3", "4").json()["error"]["code"] == "malformed"
    assert hands()[0] == ("3",)


def test_the_same_key_again_gives_the_first_answer(croupier: Client) -> None:
    deal("p3 b9")
    first = correct(croupier, "punto", 1, "3", "4", key="k1").json()
    records = Record.objects.count()
    assert correct(croupier, "punto", 1, "3", "4", key="k1").json() == first
    assert Record.objects.count() == records
    assert correct(croupier, "punto", 1, "3", "5", key="k1").json()["error"]["code"] == "key_used"


def test_what_is_no_card_and_no_request_is_refused(croupier: Client) -> None:
    deal("p3")
    assert correct(croupier, "punto", 1, "3", "11").json()["error"]["code"] == "malformed"
    assert correct(croupier, "punto", 4, "3", "5").json()["error"]["code"] == "ill_formed_request"
    assert (
        correct(croupier, "punto", 1, "3", "5", colour="red").json()["error"]["code"] == "ill_formed_request"
    )
    assert hands()[0] == ("3",)


def test_the_kept_answer_to_a_correction_is_that_of_all_its_records(croupier: Client) -> None:
    deal("p3 b9 p4 b10")
    first = correct(croupier, "banca", 1, "9", "8", key="one")
    assert first.status_code == 200
    assert correct(croupier, "banca", 1, "9", "8", key="one").json() == first.json()
    prove(Table.objects.get())
    Reply.objects.update(actor="mallory")
    with pytest.raises(Broken, match="the kept answer to mallory's key 'one' is not what was done"):
        prove(Table.objects.get())

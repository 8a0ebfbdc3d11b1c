"""A dispute stands in the inspector's timeline and on the page of its pass, from its mark to its decision."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from casino.people.models import User
from tables.door import disputes
from tables.door.service import create_table, read
from tables.models import Dispute, Line
from tables.record.search import Filters
from tables.screens.inspector.passes import whole_pass
from tables.view.timeline.rows import Row, rows_of
from tables.view.timeline.search import look
from tests.support.house import CROUPIER, JEFE, Croupier, game, open_table

pytestmark = pytest.mark.django_db
NOTE, WORDS = "la señora Muñoz dice que era suya", "se paga como está"


@pytest.fixture
def disputed() -> Dispute:
    """Marked in the middle of a pass, decided when the next one was played."""
    for slug in ("mesa", "otra"):
        open_table(slug, slug.title())
    croupier = Croupier(seed=4)
    while not (read("mesa")[1].phase == "betting" and read("mesa")[1].current.bets):
        game("mesa", 1, croupier)
    dispute = disputes.mark("mesa", CROUPIER, NOTE)
    while read("mesa")[1].current.number == dispute.hand:
        game("mesa", 1, croupier)
    game("mesa", 3, croupier)
    disputes.resolve(dispute.pk, JEFE, WORDS, "16")
    return dispute


def rows(**filters: Any) -> list[Row]:
    with translation.override("en"):
        found = look(Filters(**filters))
        assert found.hits == len(found.shown)
        return [row for row in rows_of(found.shown) if row.is_dispute]


def client(language: str = "en") -> Client:
    inspector = Client()
    inspector.force_login(User.objects.create_user("ines", role="inspector", language=language))
    return inspector


def test_the_mark_and_the_decision_are_rows_that_say_all(disputed: Dispute) -> None:
    decided, marked = rows(command="dispute")
    assert (marked.who, marked.at, marked.said) == ("carla", disputed.at, NOTE)
    assert (decided.who, decided.said, decided.cited) == ("julio", WORDS, ("16",))
    assert "decided" in marked.about and "not" not in marked.about and NOTE in decided.about
    assert {marked.hand, decided.hand} == {disputed.hand}


@pytest.mark.parametrize(
    ("filters", "hits"),
    [
        ({"text": "dispute"}, 2),
        ({"text": "munoz dispute"}, 2),
        ({"text": "paga ESTÁ"}, 1),
        ({"text": "somebody else"}, 0),
        ({"table": "mesa", "text": "era suya"}, 2),
        ({"table": "otra", "text": "era suya"}, 0),
        ({"actor": "carla", "command": "dispute"}, 1),
        ({"actor": "julio", "command": "dispute"}, 1),
        ({"article": "16", "text": "suya"}, 1),
        ({"command": "slip"}, 0),
        ({"command": "note"}, 0),
        ({"incident": "conduct"}, 0),
    ],
)
def test_a_dispute_is_found_by_every_filter_and_counted(
    disputed: Dispute, filters: dict[str, Any], hits: int
) -> None:
    assert len(rows(**filters)) == hits


def test_the_word_is_found_in_the_readers_language_and_leads_to_the_pass(disputed: Dispute) -> None:
    page = client("es").get("/inspector/", {"text": "disputa"}).text
    assert WORDS in page and NOTE in page
    assert f"/inspector/mesa/passes/{disputed.hand}/" in page


def test_pages_of_the_timeline_have_each_dispute_once(disputed: Dispute) -> None:
    for number in range(60):
        disputes.mark("mesa", CROUPIER, f"again {number}")
    seen, before = [], ()
    while True:
        page = look(Filters(), before)
        seen += [one.pk for one in page.shown if isinstance(one, Dispute)]
        if page.onward is None:
            break
        before = page.onward
    assert sorted(seen) == sorted(Dispute.objects.values_list("pk", flat=True))


def test_the_page_of_a_pass_says_that_it_was_disputed_and_what_was_decided(disputed: Dispute) -> None:
    inspector = client()
    page = inspector.get(f"/inspector/mesa/passes/{disputed.hand}/").text
    panel = page.split('id="disputes"')[1].split("</section>")[0]
    for said in ("carla", NOTE, "julio", WORDS, "16"):
        assert said in panel, said
    assert "not decided yet" not in panel
    assert 'id="disputes"' not in inspector.get(f"/inspector/mesa/passes/{disputed.hand + 1}/").text


def test_a_dispute_without_a_decision_says_so_at_its_pass(disputed: Dispute) -> None:
    again = disputes.mark("mesa", CROUPIER)
    page = client().get(f"/inspector/mesa/passes/{again.hand}/").text
    assert "not decided yet" in page.split('id="disputes"')[1].split("</section>")[0]


def test_a_dispute_between_two_passes_stands_with_the_one_that_was_played(disputed: Dispute) -> None:
    """The pass that the table counts then has no page until it begins."""
    croupier = Croupier(seed=5)
    lines = Line.objects.filter(table__slug="mesa")
    while lines.filter(hand=read("mesa")[1].current.number).exists():
        game("mesa", 1, croupier)
    between = disputes.mark("mesa", CROUPIER, "between")
    [row] = rows(text="between")
    assert row.hand == between.hand == read("mesa")[1].current.number - 1
    game("mesa", 2, croupier)
    assert [row.hand for row in rows(text="between")] == [between.hand]  # also when the next one has begun
    whole = whole_pass(between.table, row.hand)
    assert whole and between in whole.disputes


def test_a_dispute_at_a_table_that_was_never_opened_is_shown() -> None:
    create_table("nueva", "Nueva")
    disputes.mark("nueva", CROUPIER, "too early")
    [row] = rows(table="nueva")
    assert (row.link, row.hand) == ("", None)

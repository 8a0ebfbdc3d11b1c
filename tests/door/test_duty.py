"""Who is on duty at a table: a person's spells, and who may enter them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.administration import people
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.journal.audit import faults
from casino.people.models import AccessEvent, StaffSession, User
from shift_proof.journal import Journal
from tables.door import duty
from tables.door.service import create_table, execute
from tables.models import Duty, DutyEnd, Table
from tables.record.audit.house import protection_faults
from tables.record.bundle import journal_of
from tables.rules.roles import Actor
from tests.support.house import CROUPIER, JEFE, opening
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
CHANGES = (
    *("UPDATE tables_duty SET actor = 'eva'", "DELETE FROM tables_duty"),
    *("UPDATE tables_dutyend SET actor = 'eva'", "DELETE FROM tables_dutyend"),
)
DIEGO = Actor("diego", "croupier")


@pytest.fixture(autouse=True)
def house() -> None:
    for slug in ("mesa-1", "mesa-2"):
        create_table(slug, slug)
        for command in opening():
            assert execute(slug, command, JEFE).ok
    for name, role in (("carla", "croupier"), ("diego", "croupier"), ("julio", "jefe"), ("cora", "cambista")):
        User.objects.create(username=name, role=role, password="some hash")


def here(slug: str = "mesa-1") -> list[tuple[str, str]]:
    return [(one.person, one.post) for one in duty.of_table(slug)]


def refused(code: str) -> Any:
    return pytest.raises(Refusal, match=f"^{code}$")


def test_a_person_begins_and_ends_his_own_spell() -> None:
    begun = duty.begin("mesa-1", CROUPIER, "croupier")
    assert (here(), begun.actor) == ([("carla", "croupier")], "carla")
    ended = duty.end(begun.pk, CROUPIER)
    assert (here(), ended.actor, ended.successor) == ([], "carla", "")
    with refused("no_such_duty"):
        duty.end(begun.pk, CROUPIER)


def tablet(person: str, table: str) -> StaffSession:
    """A session of his, at that table."""
    user = User.objects.get(username=person)
    return StaffSession.objects.create(session_key=f"{person}-{table}", user=user, table=table)


def locked() -> set[str]:
    return set(StaffSession.objects.exclude(locked=None).values_list("session_key", flat=True))


def test_whoever_deals_here_no_longer_has_no_open_tablet_here() -> None:
    for person, table in (("carla", "mesa-1"), ("carla", ""), ("carla", "mesa-2"), ("diego", "mesa-1")):
        tablet(person, table)
    spell = duty.begin("mesa-1", JEFE, "croupier", "carla")
    duty.relieve(spell.pk, JEFE, "diego")
    assert locked() == {"carla-mesa-1", "carla-"}
    entered = AccessEvent.objects.filter(what="locked", person="carla")
    assert [one.detail for one in entered] == ["relieved by diego"] * 2


def test_nor_has_who_goes_off_duty_or_to_another_table() -> None:
    tablet("diego", "mesa-1")
    tablet("carla", "mesa-1")
    duty.end(duty.begin("mesa-1", DIEGO, "croupier").pk, DIEGO)
    duty.begin("mesa-1", CROUPIER, "croupier")
    assert locked() == {"diego-mesa-1"}
    duty.begin("mesa-1", CROUPIER, "pagador")
    assert locked() == {"diego-mesa-1"}
    duty.begin("mesa-2", CROUPIER, "croupier")
    assert locked() == {"diego-mesa-1", "carla-mesa-1"}


def test_a_jefe_who_watches_no_longer_keeps_his_tablet() -> None:
    tablet("julio", "mesa-1")
    duty.end(duty.begin("mesa-1", JEFE, "jefe").pk, JEFE)
    assert locked() == set()


def test_a_person_is_at_one_table_at_a_time() -> None:
    duty.begin("mesa-1", CROUPIER, "croupier")
    duty.begin("mesa-2", CROUPIER, "croupier")
    assert (here("mesa-1"), here("mesa-2")) == ([], [("carla", "croupier")])


def test_a_jefe_watches_over_several_tables() -> None:
    for slug in ("mesa-1", "mesa-2"):
        duty.begin(slug, JEFE, "jefe")
    assert here("mesa-1") == here("mesa-2") == [("julio", "jefe")]


def test_a_jefe_relieves_one_person_by_another() -> None:
    duty.begin("mesa-2", DIEGO, "croupier")
    spell = duty.begin("mesa-1", JEFE, "pagador", "carla")
    assert duty.relieve(spell.pk, JEFE, "diego").post == "pagador"
    assert (here("mesa-1"), here("mesa-2")) == ([("diego", "pagador")], [])
    end = DutyEnd.objects.get(duty=spell)
    assert (end.actor, end.successor) == ("julio", "diego")
    assert list(faults()) == []


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda: duty.begin("mesa-1", CROUPIER, "croupier", "diego"), "not_for_your_role"),
        (lambda: duty.begin("mesa-1", CROUPIER, "jefe"), "not_for_this_post"),
        (lambda: duty.begin("mesa-1", CROUPIER, "dealer"), "not_for_this_post"),
        (lambda: duty.begin("mesa-1", JEFE, "croupier", "cora"), "not_for_this_post"),
        (lambda: duty.begin("mesa-1", JEFE, "croupier", "nobody"), "not_of_the_staff"),
        (lambda: duty.begin("mesa-1", JEFE, "croupier", "a\x00"), "not_of_the_staff"),
        (lambda: duty.begin("mesa-9", CROUPIER, "croupier"), "no_such_table"),
        (lambda: duty.relieve(0, JEFE, "diego"), "no_such_duty"),
    ],
)
def test_what_is_refused_changes_nothing(act: Any, code: str) -> None:
    with refused(code):
        act()
    assert not Duty.objects.exists()


def test_nobody_else_ends_a_spell_but_a_jefe() -> None:
    spell = duty.begin("mesa-1", CROUPIER, "croupier")
    with refused("not_for_your_role"):
        duty.end(spell.pk, DIEGO)
    with refused("on_duty_already"):
        duty.begin("mesa-1", CROUPIER, "croupier")
    duty.end(spell.pk, JEFE)


def test_where_croupiers_are_bound_to_tables_nobody_else_comes(house_has: HouseHas) -> None:
    house_has(assigned_only=True)
    User.objects.filter(username="carla").update(serves="mesa-1")
    duty.begin("mesa-1", JEFE, "croupier", "carla")
    with refused("works_elsewhere"):
        duty.begin("mesa-1", JEFE, "croupier", "diego")
    assert [one.person.username for one in duty.resting("mesa-1", ["croupier"])] == ["julio"]


def test_whose_break_is_the_longest_comes_first() -> None:
    for actor in (DIEGO, CROUPIER):
        duty.end(duty.begin("mesa-1", actor, "croupier").pk, actor)
    assert [one.person.username for one in duty.resting("mesa-1", ["croupier"])] == [
        "julio",
        "diego",
        "carla",
    ]
    duty.begin("mesa-2", DIEGO, "croupier")
    assert [one.person.username for one in duty.resting("mesa-1", ["pagador"])] == ["julio", "carla"]


def test_nobody_is_relieved_by_a_login_without_a_person() -> None:
    User.objects.create_user("robot", role="croupier")
    assert "robot" not in [one.person.username for one in duty.resting("mesa-1", ["croupier"])]


def test_the_dealer_has_the_name_of_the_text() -> None:
    assert duty.post_of_dealer(Table.objects.get(slug="mesa-1")) == "pagador"  # argentina
    assert duty.post_of_dealer(create_table("mesa-3", "Mesa 3")) == "croupier"


def test_nobody_changes_what_was_entered() -> None:
    duty.end(duty.begin("mesa-1", CROUPIER, "croupier").pk, CROUPIER)
    for statement in CHANGES:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert list(protection_faults()) == []


def test_an_exported_shift_says_who_was_on_duty() -> None:
    begin = timezone.now()
    spell = duty.begin("mesa-1", CROUPIER, "croupier")
    duty.begin("mesa-2", DIEGO, "croupier")
    duty.relieve(spell.pk, JEFE, "julio")
    proof = Journal({"table": "mesa-1"})
    told = journal_of(Table.objects.get(slug="mesa-1"), begin, timezone.now())
    proof.follow(json.loads(json.dumps(told)))
    first, end, second = map(str, proof.lines)
    assert first.startswith(f"spell {spell.pk}: carla on duty as croupier, entered by carla, 20")
    assert end.startswith(f"spell {spell.pk} ends, entered by julio, 20")
    assert ": julio on duty as croupier, entered by julio, " in second


def test_what_moved_is_told_by_its_table() -> None:
    before = duty.moves()
    spell = duty.begin("mesa-1", CROUPIER, "croupier")
    begun = duty.moves()
    assert duty.moved_since(before) == {"mesa-1"}
    duty.end(spell.pk, CROUPIER)
    assert (duty.moved_since(begun), duty.moved_since(duty.moves())) == ({"mesa-1"}, set())


def test_nobody_is_on_duty_at_a_table_that_has_closed() -> None:
    duty.begin("mesa-1", CROUPIER, "croupier")
    duty.begin("mesa-2", DIEGO, "croupier")
    assert execute("mesa-1", {"command": "close_table"}, JEFE).ok
    assert (here("mesa-1"), here("mesa-2")) == ([], [("diego", "croupier")])
    end = DutyEnd.objects.get()
    assert (end.duty.person, end.actor, end.successor) == ("carla", "julio", "")
    assert list(faults()) == []


@pytest.mark.parametrize("act", [people.suspend, people.end])
def test_who_works_here_no_more_is_on_duty_nowhere(act: Callable[[By, str], None]) -> None:
    for slug in ("mesa-1", "mesa-2"):
        duty.begin(slug, JEFE, "jefe")
    act(By("root"), "julio")
    assert here("mesa-1") == here("mesa-2") == []

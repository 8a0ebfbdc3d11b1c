"""Commands given to one table by several at once."""

from functools import partial
from pathlib import Path

import pytest

from casino.common.refusals import Refusal
from tables.door.service import create_table, execute, read
from tables.door.signatures import ask, take_step
from tables.models import Record, RequestOutcome
from tables.rules.roles import Actor
from tests.door.mesa import MESA, open_mesa
from tests.door.test_signatures import TO_BETTING, VOID
from tests.door.threads import Elsewhere, started
from tests.support.house import CROUPIER, JEFE


@pytest.mark.django_db(transaction=True)
def test_two_at_once_lose_nothing(elsewhere: Elsewhere) -> None:
    """The table's row, or SQLite's write lock, puts one behind the other."""
    open_mesa()
    before, answers = read(MESA)[0], []

    def come(name: str) -> None:
        for number in range(10):
            answers.append(execute(MESA, {"command": "join", "player": f"{name}{number}"}, CROUPIER))

    threads = [elsewhere(partial(come, name)) for name in ("x", "y")]
    for thread in threads:
        thread.join()
    table, state = read(MESA)
    assert [answer.ok for answer in answers] == [True] * 20
    assert table.version == before.version + 20
    assert len(state.standing) == 21
    numbers = list(Record.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_while_the_third_voids_one_is_heard(elsewhere: Elsewhere) -> None:
    """Whoever comes first: the pass is void once, and the request has one end."""
    open_mesa()
    for command in TO_BETTING:
        assert execute(MESA, command, CROUPIER).ok
    request = ask(MESA, VOID, CROUPIER).request
    assert request
    heard: list[str] = []

    def sign(name: str) -> None:
        try:
            take_step(request["number"], "signed", Actor(name, "jefe"))
            heard.append(name)
        except Refusal as refusal:
            heard.append(refusal.code)

    threads = [elsewhere(partial(sign, name)) for name in ("julio", "jimena")]
    threads.append(elsewhere(partial(execute, MESA, {**VOID, "expected_version": request["version"]}, JEFE)))
    for thread in threads:
        thread.join()
    assert len(heard) == 2
    assert Record.objects.filter(name="void_pass").count() == 1
    outcome = RequestOutcome.objects.get(request=request["number"])
    assert {"signed": 1, "lapsed": 0}[outcome.step] == len({"julio", "jimena"} & set(heard))


@pytest.mark.django_db(transaction=True)
def test_the_same_key_from_four_at_once_acts_once(
    elsewhere: Elsewhere,
) -> None:
    open_mesa()
    answers = []

    def come() -> None:
        answers.append(execute(MESA, {"command": "join", "player": "zoe"}, CROUPIER, key="k1"))

    threads = [elsewhere(come) for _ in range(4)]
    for thread in threads:
        thread.join()
    assert [answer.ok for answer in answers] == [True] * 4
    assert len({answer.version for answer in answers}) == 1
    assert Record.objects.filter(name="join", command__player="zoe").count() == 1


def test_twenty_tables_at_once_are_all_heard_on_the_embedded_database(file: Path) -> None:
    answers: list[int] = []

    def play(slug: str) -> None:
        create_table(slug, slug)
        answers.extend(
            execute(slug, {"command": "undo"}, CROUPIER, key=f"k{n}").http_status for n in range(10)
        )

    threads = [started(partial(play, f"t-{number}"), file) for number in range(20)]
    for thread in threads:
        thread.join()
    assert answers == [409] * 200

"""Commands given to one table by several at once."""

from functools import partial

import pytest

from tables.models import Record
from tables.service import execute, read
from tests.house import CROUPIER
from tests.service.mesa import MESA, open_mesa
from tests.service.threads import Elsewhere


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

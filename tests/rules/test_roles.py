"""Who works where: a person whom the house binds to some tables is refused at the others."""

import pytest

from casino.common.refusals import Refusal
from tables.rules.roles import Actor


def test_who_is_bound_to_a_table_works_at_no_other() -> None:
    Actor("carla", "croupier").check_serves("mesa-1")
    bound = Actor("carla", "croupier", serves=frozenset({"mesa-1"}))
    bound.check_serves("mesa-1")
    with pytest.raises(Refusal) as refused:
        bound.check_serves("mesa-2")
    assert refused.value.code == "not_assigned"


def test_who_is_not_said_to_be_unconfirmed_or_bound_is_neither_and_is_the_same_person() -> None:
    plain = Actor("carla", "croupier")
    assert (plain.confirmed, plain.serves) == (True, None)
    assert plain == Actor("carla", "croupier", confirmed=False, serves=frozenset({"mesa-1"}))

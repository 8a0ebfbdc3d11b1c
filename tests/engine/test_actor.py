"""Who works where: a person whom the house binds to some tables is refused at the others."""

import pytest

from casino.common.errors import Refusal
from tables.engine.actor import Actor


def test_who_is_bound_to_a_table_works_at_no_other() -> None:
    Actor("carla", "croupier").check_serves("mesa-1")
    bound = Actor("carla", "croupier", serves=frozenset({"mesa-1"}))
    bound.check_serves("mesa-1")
    with pytest.raises(Refusal) as refused:
        bound.check_serves("mesa-2")
    assert refused.value.code == "not_assigned"

"""Nothing of a state can be changed in place, and no fold changes the state that it was given."""

import dataclasses
from collections.abc import Mapping
from inspect import signature
from random import Random
from typing import Any

import pytest

from tables.engine import Refusal, decode_state, encode_state, new_state
from tables.engine.copying import finished, replace
from tables.engine.event import EVENTS
from tables.engine.last_pass import LastPass, Settlement
from tables.engine.making import made_at_once
from tables.engine.state import Bank, Bet, Offer, Pass, State
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.wild import opened, play

COMMANDS = 250
PLAIN = (str, int, bool, type(None))


def parts(value: Any) -> list[Any]:
    """The dataclasses in a value, itself included. Fails at anything that is neither frozen nor a mapping of the
    state."""
    if isinstance(value, PLAIN):
        return []
    if isinstance(value, tuple):
        return [part for inner in value for part in parts(inner)]
    if isinstance(value, Mapping):
        return [part for inner in value.values() for part in parts(inner)]
    return [
        value,
        *(part for field in dataclasses.fields(value) for part in parts(getattr(value, field.name))),
    ]


def states(reglamento: str) -> list[State]:
    """The states of a lively game, in their order."""
    random = Random(7)
    table = opened(reglamento, random)
    return [table.state, *(before for before, *_ in play(table, random, COMMANDS)), table.state]


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_nothing_of_a_state_can_be_assigned(reglamento: str) -> None:
    kinds: dict[type, Any] = {type(part): part for state in states(reglamento) for part in parts(state)}
    assert {State, Pass} <= kinds.keys()
    for part in kinds.values():
        for field in dataclasses.fields(part):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(part, field.name, None)
            with pytest.raises(dataclasses.FrozenInstanceError):
                delattr(part, field.name)
        with pytest.raises(dataclasses.FrozenInstanceError):
            part.unknown = 1


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_no_command_changes_an_earlier_state(reglamento: str) -> None:
    random = Random(11)
    table = opened(reglamento, random)
    written = [(table.state, encode_state(table.state))]
    for _, _, _, outcome in play(table, random, COMMANDS):
        if not isinstance(outcome, Refusal):
            written.append((outcome.state, encode_state(outcome.state)))
    assert len(written) > COMMANDS // 2
    for state, text in written:
        assert encode_state(state) == text
        assert decode_state(text) == state


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_a_copy_is_what_the_standard_library_makes(reglamento: str) -> None:
    for part in {type(part): part for state in states(reglamento) for part in parts(state)}.values():
        for field in dataclasses.fields(part):
            made = replace(part, **{field.name: "other"})
            assert made == dataclasses.replace(part, **{field.name: "other"}) != part
            assert type(made) is type(part)
            assert vars(made) is not vars(part) and vars(made).keys() == vars(part).keys()


def test_a_field_that_the_class_does_not_have_is_an_error() -> None:
    with pytest.raises(TypeError, match="State has no field phases"):
        replace(new_state(), phase="seating", phases="seating")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Bank has no field amount"):
        replace(Bank("ana", 1, 10, 10, 100, "bid"), amount=20)  # type: ignore[call-arg]
    assert replace(new_state()) == new_state()


def test_a_field_is_set_in_what_was_just_made_but_never_in_what_was_given() -> None:
    given = new_state()
    made = replace(given, phase="seating")
    assert finished(made, given, "version", 1) is made
    assert (made.phase, made.version) == ("seating", 1)
    copied = finished(given, given, "version", 2)
    assert copied is not given
    assert (copied.version, given.version) == (2, 0)


@pytest.mark.parametrize("kind", [Bet, Bank, Offer, Pass, Settlement, LastPass, *EVENTS.values()])
def test_a_quick_constructor_takes_what_the_standard_one_does(kind: Any) -> None:
    """Dataclasses generate theirs anew for a subclass that has no fields of its own."""
    standard: Any = dataclasses.dataclass(frozen=True)(type(kind.__name__, (kind,), {}))
    assert standard.__init__ is not kind.__init__
    ours, theirs = (list(signature(made).parameters.values()) for made in (kind, standard))
    assert [(one.name, one.kind, one.default) for one in ours] == [
        (one.name, one.kind, one.default) for one in theirs
    ]
    given = {field.name: f"of {field.name}" for field in dataclasses.fields(kind)}
    assert list(vars(kind(**given)).items()) == list(vars(standard(**given)).items())
    with pytest.raises(TypeError, match="unexpected keyword"):
        kind(**given, unknown=1)
    for name, value in given.items():
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(kind(**given), name, value)


def test_a_missing_field_is_an_error_and_a_default_is_kept() -> None:
    with pytest.raises(TypeError, match="amount"):
        Bet("ana", "punto")  # type: ignore[call-arg]
    plain = LastPass(1, "tie", (), (), ())
    assert (plain.corrected, plain.banca_counts_nothing) == (False, False)


def test_a_class_with_a_default_factory_is_not_made_at_once() -> None:
    with pytest.raises(TypeError, match="parts has a default factory"):

        @made_at_once
        @dataclasses.dataclass(frozen=True)
        class Whole:
            parts: dict[str, int] = dataclasses.field(default_factory=dict)


def test_a_class_that_is_made_at_once_keeps_each_field_under_its_name() -> None:
    @made_at_once
    @dataclasses.dataclass(frozen=True)
    class Chips:
        player: str
        amount: int = 5

    assert vars(Chips("ana")) == {"player": "ana", "amount": 5}
    assert vars(Chips("bea", amount=7)) == {"player": "bea", "amount": 7}

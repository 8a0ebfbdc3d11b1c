"""When each command is accepted, by its phase; and which of them ask more than that before they are offered."""

import pytest

from tables.engine.commands import COMMANDS
from tables.engine.context import CommandContext
from tables.engine.decide import HANDLERS
from tables.engine.handlers import always, handles
from tables.engine.phase import OPEN, PHASES

CARDS_OUT = "dealing will bank_choice resolved"
ANY_TIME = " ".join(OPEN)
IN = {
    "open_table": "closed",
    "undo": " ".join(PHASES),
    "shuffle": "seating shuffling",
    **dict.fromkeys(("cut", "decline_cut"), "cutting"),
    "burn_first": "burning",
    **dict.fromkeys(("bid", "close_auction"), "auction"),
    **dict.fromkeys(("accept_bank", "decline_bank"), "offer"),
    **dict.fromkeys(("raise_bank", "take_half", "desist_bank", "pass_shoe"), "betting"),
    **dict.fromkeys(("place_bet", "remove_bet", "repeat_bets", "close_betting"), "betting"),
    **dict.fromkeys(("banco", "associate", "set_aside"), "betting"),
    **dict.fromkeys(("card", "decline_cards"), "dealing"),
    "will": "will",
    "bank_choice": "bank_choice",
    "settle": "resolved",
    "suite": "betting dealing",
    "take_suite": "suite betting",
    **dict.fromkeys(("decline_suite", "house_takes_suite"), "suite"),
    "stop_card": f"auction offer suite betting {CARDS_OUT}",
    "void_pass": f"betting {CARDS_OUT}",
    "burn_shoe": f"auction cutting burning offer suite betting {CARDS_OUT}",
    **dict.fromkeys(("join", "sit", "stand_up", "leave", "queue", "unqueue"), ANY_TIME),
    **dict.fromkeys(("set_limits", "close_table", "suspend", "resume"), ANY_TIME),
    **dict.fromkeys(("note", "incident", "readmit"), ANY_TIME),
}
WHILE_SUSPENDED = {
    *("join", "sit", "stand_up", "leave", "queue", "unqueue", "readmit"),
    *("resume", "note", "undo", "void_pass", "close_table"),
}
BOUNDED = {"accept_bank", "bid", "cut", "place_bet", "raise_bank", "set_aside", "shuffle", "take_suite"}
SAYS_WHY_NOT = {"banco", "decline_cards", "place_bet", "remove_bet", "repeat_bets", "suite"}
WHENEVER_THE_PHASE_IS_RIGHT = {
    *("open_table", "set_limits", "suspend", "note", "incident", "join"),
    *("cut", "burn_first", "close_auction", "repeat_bets", "settle", "will", "bank_choice"),
    *("void_pass", "burn_shoe"),
}


def test_a_command_is_accepted_in_its_phases_only() -> None:
    assert {name: {*handler.phases} for name, handler in HANDLERS.items()} == {
        name: {*phases.split()} for name, phases in IN.items()
    }
    assert HANDLERS.keys() == COMMANDS.keys()


def test_a_suspended_table_takes_these_only() -> None:
    assert {name for name, handler in HANDLERS.items() if handler.while_suspended} == WHILE_SUSPENDED


def test_a_command_has_bounds_is_asked_about_and_says_why_not_where_there_is_more_to_it_than_its_phase() -> (
    None
):
    assert {name for name, handler in HANDLERS.items() if handler.bounds} == BOUNDED
    assert {name for name, handler in HANDLERS.items() if handler.otherwise} == SAYS_WHY_NOT
    assert {
        name for name, handler in HANDLERS.items() if handler.may is always
    } == WHENEVER_THE_PHASE_IS_RIGHT


def test_a_function_stays_what_it_is_when_it_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HANDLERS, "of none", HANDLERS["note"])  # taken away at the end
    assert handles("of none")(nothing) is nothing


def nothing(context: CommandContext, command: object) -> None:
    """Decides a command of none."""

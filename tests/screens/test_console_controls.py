"""Whatever the game offers can be given: in each reglamento, phase and moment that the recorded nights, the scenarios
and a robot reach, every command in `actions` has a control that a finger can get at on the console of who may give it,
or on the page of the table where it is given there."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from casino.people.permissions import Role, may_open
from tables.door.service import game_of, rules_of
from tables.engine import NoHistory, Refusal, State, decide, new_state, parse
from tables.engine.available import actions
from tables.engine.betting.handlers import to_repeat
from tables.engine.state import PHASES
from tables.management.commands.play import role_of
from tables.record.replay import Recorded, Replay
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.console import screen as console
from tables.screens.table import screen as table_page
from tables.view.screen import Screen
from tests.screens.test_console import NOT_REACHED, OF_THE_PAGE, every_state, seen
from tests.support.nights import FOLDER, load

pytestmark = pytest.mark.django_db
SCENARIOS = sorted((Path(__file__).parent.parent / "scenarios").glob("*/*.json"))
ROLES = sorted(role for role in Role if may_open(role, "console"))
ALONE = {"br", "hr", "img", "input", "link", "meta"}
OPENED_BY = {"console-bank": "bank", "console-requests": "requests", "console-grave": "incident"}


class Control:
    """An element that a finger touches. `part`: of the page; `within`: the attributes of all around it, and its own."""

    def __init__(self, part: str, within: list[Mapping[str, str]]) -> None:
        self.part, self.within, self.own = part, within, within[-1]

    @property
    def is_live(self) -> bool:
        """Whether nothing around it is hidden, and it is not disabled."""
        return not any("hidden" in one for one in self.within) and "disabled" not in self.own

    @property
    def form(self) -> Mapping[str, str]:
        """The innermost form around it, which says its command."""
        return next((one for one in reversed(self.within) if one["tag"] == "form"), {})

    def is_meant_for(self, kinds: set[frozenset[str]]) -> bool:
        """Whether a place of such a kind opens the sheet in which it is shown."""
        wanted = [set(one["data-for"].split()) for one in self.within if "data-for" in one]
        return any(all(one & kind for one in wanted) for kind in kinds)


class Page(HTMLParser):
    """The controls of one part of the page."""

    def __init__(self, part: str, html: str) -> None:
        super().__init__()
        self.part, self.open, self.found = part, [], []  # type: ignore[var-annotated]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append({"tag": tag, **{name: value or "" for name, value in attrs}})
        if tag == "button":
            self.found.append(Control(self.part, [*self.open]))
        if tag in ALONE:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()["tag"] != tag:
            pass


def controls(screen: Screen, state: State, role: str) -> list[Control]:
    parts = screen.render(seen(state, role))
    return [one for part, html in parts.items() for one in Page(part, html).found if one.is_live]


def within_reach(found: list[Control]) -> Iterator[Control]:
    """Those that lie on the page, or in a dialog that something opens."""
    opened = {one.own.get("data-open") for one in found}
    kinds = {frozenset(one.own["data-what"].split()) for one in found if "data-what" in one.own}
    for one in found:
        dialog = "incident" if one.part.startswith("guide-") else OPENED_BY.get(one.part)
        if one.part == "console-sheet":
            if one.is_meant_for(kinds):
                yield one
        elif dialog is None or dialog in opened:
            yield one


def given_by(one: Control) -> Iterator[str]:
    for said in (one.own, one.form):
        for name in ("data-command", "data-then"):
            if name in said and "data-refused" not in one.own:
                yield json.loads(said[name])["command"]
    if one.own.get("data-tool") == "remove":
        yield "remove_bet"
    if "data-choose-seat" in one.own:
        yield "sit"
    if "data-join" in one.form:
        yield "join"


def can_be_given(screen: Screen, state: State, role: str) -> set[str]:
    return {name for one in within_reach(controls(screen, state, role)) for name in given_by(one)}


def of_night(path: Path) -> Iterator[State]:
    night, replay = load(path), Replay()
    for made in night.records:
        said = (made["number"], made["schema"], made["name"], made["role"], json.dumps(made["events"]))
        yield replay.step(Recorded(*said)).after


def of_scenario(path: Path) -> Iterator[State]:
    """Up to the first undo: what comes before it is reached without."""
    state = new_state()
    for step in json.loads(path.read_text(encoding="utf-8"))["script"]:
        said: Any = step.get("do")
        if not said or said.get("command") == "undo" or said.get("reglamento", "spain") not in REGLAMENTOS:
            continue
        try:
            role = role_of(said.get("by", "croupier"))
            command = parse({name: value for name, value in said.items() if name != "by"})
            rules = rules_of(state) or REGLAMENTOS.get(said.get("reglamento", ""))
            state = decide(state, command, role, NoHistory(), rules).state
        except Refusal:
            continue
        yield state


@cache
def moments() -> dict[tuple[Any, ...], State]:
    """One state of each kind: where, in which phase, and what may be done."""
    found: dict[tuple[Any, ...], State] = {}
    nights = (state for path in sorted(FOLDER.glob("*.jsonl")) for state in of_night(path))
    for states in (nights, every_state(), *(of_scenario(path) for path in SCENARIOS)):
        for state in states:
            offered = (tuple(actions(game_of(state, role))) for role in ROLES)
            found.setdefault((state.reglamento, state.phase, state.suspended, *offered), state)
    return found


def dead(role: str, states: Iterable[State]) -> dict[tuple[Any, ...], set[str]]:
    """Where, in which phase → what the game offers to the role there and no control gives."""
    found: dict[tuple[Any, ...], set[str]] = defaultdict(set)
    for state in states:
        game = game_of(state, role)
        offered = set(actions(game))
        if "repeat_bets" in offered and not to_repeat(game):  # the game takes it, and adds nothing
            offered.discard("repeat_bets")
        missing = offered - OF_THE_PAGE - can_be_given(console.SCREEN, state, role)
        if offered & OF_THE_PAGE:
            missing |= (offered & OF_THE_PAGE) - can_be_given(table_page.SCREEN, state, role)
        if missing:
            found[state.reglamento, state.phase, state.suspended] |= missing
    return dict(found)


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_every_phase_is_walked(reglamento: str) -> None:
    reached = {phase for name, phase, *_ in moments() if name == reglamento}
    assert set(PHASES) - reached - {"closed"} <= NOT_REACHED[reglamento]


@pytest.mark.parametrize("role", ROLES)
def test_every_command_that_is_offered_can_be_given(role: str) -> None:
    assert dead(role, moments().values()) == {}


@pytest.mark.parametrize(("role", "names"), [("croupier", False), ("jefe", True)])
def test_the_guide_names_only_what_the_role_may_give(role: str, names: bool) -> None:
    """A croupier cannot suspend: the guide does not promise it, and says who does."""
    for state in moments().values():
        with translation.override("en"):
            html = console.SCREEN.render(seen(state, role))["console-grave"]
        assert ("suspend" in html.partition('id="step-grave"')[2].partition("</summary>")[0]) is names
        assert ('id="grave-suspend"' in html) is names
        assert ("The jefe suspends" in html) is not names

"""The console's parts are drawn for every state that play reaches, and enable nothing that the snapshot does not."""

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from tables.door.service import game_of, rules_of
from tables.engine import NoHistory, Refusal, State, decide, new_state, parse
from tables.engine.available import actions, after_payment, on_request, previews, withheld
from tables.engine.betting.handlers import to_repeat
from tables.engine.chapters import INCIDENTS
from tables.engine.incidents.register import CONSEQUENCES, expected_now
from tables.engine.state import CARDS_OUT, PHASES
from tables.robot.context import Behaviour
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.console import pads
from tables.screens.console.screen import SCREEN
from tables.view.labels.incident_guide import INCIDENT_GUIDES, guides
from tables.view.screen import Json, TableView
from tables.view.snapshot import take

LIVELY = Behaviour(
    min_seated=4, max_seated=12, max_standing=4, opens=0.4, rare_acts=0.4, declines=0.2, takes=0.4
)
STEPS = 600
SEEDS = {"chemin-de-fer": 7, "spain": 2}  # with them everything is seen early
OF_THE_PAGE = {"open_table", "set_limits", "readmit"}  # given at the page of the table
NOT_REACHED = {
    "argentina": {"burning", "bank_choice"},
    "slovenia": {"auction", "offer", "will", "bank_choice", "suite", "burning"},
    "monte-carlo": {"auction", "offer", "will", "bank_choice", "suite"},
    "spain": {"auction", "will", "bank_choice", "suite", "burning"},
    "chemin-de-fer": {"burning"},
}
pytestmark = pytest.mark.django_db
BUTTON = re.compile(r'<button[^>]*data-command="([^"]*)"([^>]*)>')
FORM = re.compile(r'<form[^>]*data-command="([^"]*)"(.*?)</form>', re.DOTALL)


@cache
def played(reglamento: str) -> dict[str, list[State]]:
    """States that a robot reaches, by phase: of each the first and the last few, when a table has seen most."""
    opening: Json = {
        "command": "open_table",
        "reglamento": reglamento,
        "minimum": 100,
        "maximum": 10_000,
        "chip": 10,
    }
    opening["settings"] = {"stop_card": 200}  # short shoes: shuffles and cuts come often
    state = decide(new_state(), parse(opening), "jefe", NoHistory(), REGLAMENTOS[reglamento]).state
    robot, found = Robot(SEEDS.get(reglamento, 1), LIVELY), defaultdict(list, closed=[new_state()])
    for _ in range(STEPS):
        found[state.phase].append(state)
        state = after(state, robot)
    return {phase: states[:2] + states[-3:] for phase, states in found.items()}


def after(state: State, robot: Robot) -> State:
    """What the robot's next command makes of it; a refusal changes nothing."""
    command = robot.next(take("mesa", game_of(state, "jefe"), "Mesa 4"))
    if command is None:
        return state
    try:
        return decide(state, parse(command), "jefe", NoHistory(), rules_of(state)).state
    except Refusal as refusal:
        robot.refused(command, refusal.code)
        return state


def every_state() -> Iterator[State]:
    return (state for name in NOT_REACHED for states in played(name).values() for state in states)


def seen(state: State, role: str = "croupier") -> TableView:
    game = game_of(state, role)
    found = take("mesa", game, "Mesa 4")
    return TableView(
        slug="mesa",
        name="Mesa 4",
        role=role,
        version=state.version,
        since=None,
        snapshot=found,
        previews=lambda: previews(game),
        after_payment=lambda: after_payment(game),
        to_repeat=lambda: to_repeat(game),
        expected_incidents=lambda: expected_now(state),
        withheld=lambda: withheld(game),
    )


def drawn(state: State, role: str = "croupier") -> str:
    return "".join(SCREEN.render(seen(state, role)).values())


def spots(state: State) -> set[str]:
    """The chances for which the page has places to bet."""
    return set(re.findall(r'class="spot (\w+)', drawn(state)))


def enabled(page: str) -> set[str]:
    """The commands whose buttons can be pressed, those of a form by its own button; not those that say why not."""
    buttons = BUTTON.findall(page)
    given = [
        (command, rest) for command, rest in buttons if not {"disabled", "data-refused"} & {*rest.split()}
    ]
    given += [(command, form) for command, form in FORM.findall(page) if "disabled" not in form]
    return {json.loads(command.replace("&quot;", '"'))["command"] for command, _ in given}


@pytest.mark.parametrize("reglamento", NOT_REACHED)
def test_play_reaches_every_phase_of_the_reglamento(reglamento: str) -> None:
    assert set(PHASES) - set(played(reglamento)) <= NOT_REACHED[reglamento]


@pytest.mark.parametrize("role", ["croupier", "jefe"])
def test_every_state_is_drawn_and_enables_what_the_snapshot_allows(role: str) -> None:
    """What a finger may rest on has an id of its own: the browser knows it again by that, so that no update turns a
    button under a finger into another. A take-back is a bet touched with the tool, so its place can be pressed where
    nothing more may be bet. What another must sign can be asked for."""
    for state in every_state():
        page = drawn(state, role)
        assert "phase-" + state.phase in page and "None" not in page
        assert "style=" not in page and "<script" not in page
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), [name for name in ids if ids.count(name) > 1]
        assert re.findall(r"<(?:button|input|textarea|select)(?![^>]*\bid=)[^>]*>", page) == []
        allowed = {*actions(game_of(state, role)), *on_request(game_of(state, role))}
        allowed |= {"place_bet"} if "remove_bet" in allowed else set()
        pressed = enabled(page)
        assert pressed <= allowed, (state.phase, pressed - allowed)


class TestPads:
    def now(self, state: State) -> Json:
        return seen(state).snapshot

    def test_a_tie_is_bet_on_only_where_the_house_offers_it(self) -> None:
        assert spots(played("argentina")["betting"][0]) == {"punto", "banca"}
        assert spots(played("spain")["betting"][0]) == {"punto", "banca", "tie"}
        assert spots(played("chemin-de-fer")["betting"][0]) == {"punto"}
        assert spots(new_state()) == set()

    def test_chips_lie_within_the_limits_and_begin_at_the_minimum(self) -> None:
        amounts = pads.chips(self.now(played("argentina")["betting"][0]))
        assert amounts == [100, 200, 500, 1000, 2000, 5000, 10_000]
        assert pads.suggested_amount(self.now(played("argentina")["betting"][0])) == 100

    def test_an_auctions_amounts_rise_from_its_lead(self) -> None:
        state = next(
            state for state in played("argentina")["auction"] if state.auction and state.auction.bids
        )
        now = self.now(state)
        amounts, lead = pads.chips(now), now["auction"]["lead"]
        assert amounts[0] == lead and amounts == sorted(amounts) and amounts[-1] <= 10_000
        assert pads.suggested_amount(now) == min(lead + 100, 10_000)

    def test_only_the_seated_are_heard_in_argentinas_auction(self) -> None:
        for state in played("argentina")["auction"]:
            now = self.now(state)
            page = drawn(state)
            assert all(f'id="bid-{player}"' not in page for player in now["standing"])

    def test_an_amount_on_a_button_is_one_that_the_snapshot_allows(self) -> None:
        offered = set()
        for state in every_state():
            now = self.now(state)
            command, field = pads.AMOUNTS.get(now["phase"], ("", ""))
            if command == "place_bet" or command not in now["bounds"]:
                continue  # chips for bets begin at the table's minimum, though an addition to a bet may be smaller
            allowed = now["bounds"][command][field]
            for amount in pads.chips(now):
                offered.add(command)
                assert allowed["minimum"] <= amount <= allowed["maximum"]
                assert amount % allowed["step"] == 0
        assert offered == {"cut", "bid", "accept_bank", "take_suite"}

    def test_what_the_keypad_proposes_is_allowed(self) -> None:
        proposed = set()
        for state in every_state():
            now = self.now(state)
            for name, said in pads.ranges(now).items():
                command, field = pads.AMOUNTS[now["phase"]] if name == "now" else (name, "amount")
                allowed = now["bounds"][command][field]
                proposed.add(command)
                assert allowed["minimum"] <= said["proposed"] <= allowed["maximum"]
                assert said["proposed"] % allowed["step"] == 0
        assert {"raise_bank", "place_bet", "bid", "cut"} <= proposed

    def test_half_of_the_bank_is_proposed_where_only_half_may_be_set_aside(self) -> None:
        now = self.now(played("chemin-de-fer")["betting"][0])
        half = {"minimum": 970, "maximum": 970, "step": 10}
        now["bounds"] = now["bounds"] | {"set_aside": {"amount": half}}
        assert pads.suggested_amount(now) == 100
        assert pads.ranges(now)["set_aside"] == {"least": 970, "most": 970, "proposed": 970}

    def test_an_unlimited_bank_has_no_button_for_its_maximum(self) -> None:
        state = next(
            state for state in played("chemin-de-fer")["auction"] if "bid" in self.now(state)["bounds"]
        )
        settings = {**state.settings, "unlimited_bank": True}
        now = self.now(replace(state, settings=settings))
        least, step = now["auction"]["minimum"], now["limits"]["minimum"]
        assert pads.chips(now) == [least + step * raised for raised in pads.RAISES]

    def test_a_suite_is_taken_from_its_amount_on(self) -> None:
        now = self.now(played("argentina")["suite"][0])
        assert pads.suggested_amount(now) == now["suite"]["amount"]

    def test_depths_of_a_cut_lie_within_the_shoe(self) -> None:
        now = self.now(played("monte-carlo")["cutting"][0])
        assert all(50 <= depth <= now["shoe"]["left"] - 50 for depth in pads.chips(now))
        assert pads.suggested_amount(now) == 208


class TestSeats:
    def test_who_takes_the_cards_and_who_holds_the_sabot_are_marked(self) -> None:
        state = next(state for state in played("argentina")["dealing"] if state.current.card_holder)
        now = seen(state).snapshot
        parts = SCREEN.render(seen(state))
        seat = next(seat for seat, player in now["seats"].items() if player == now["pass"]["card_holder"])
        assert "#star" in parts[f"seat-{seat}"]
        assert "#crown" in parts[f"seat-{now['bank']['seat']}"]

    def test_payments_stand_at_the_seats_until_the_first_card_of_the_next_pass(self) -> None:
        def paid(state: State) -> bool:
            return 'class="paid' in "".join(drawn(state).split('id="tab-bets"')[0])

        states = [
            state
            for state in played("argentina")["betting"]
            if state.last_pass and state.last_pass.settlements
        ]
        assert states and all(paid(state) for state in states)
        with_cards = [state for state in played("argentina")["dealing"] if state.current.punto]
        assert with_cards and not any(paid(state) for state in with_cards)


@pytest.mark.parametrize("reglamento", NOT_REACHED)
def test_the_guide_knows_every_incident_of_the_reglamento(reglamento: str) -> None:
    rules = REGLAMENTOS[reglamento]
    assert {step.kind for step in guides(reglamento)} == set(rules.incidents)


def test_the_guide_begins_with_what_can_have_happened_now() -> None:
    for state in every_state():
        page = drawn(state)
        now, others = (
            re.search(rf'data-{name}="([^"]*)"', page)[1].split()  # type: ignore[index]
            for name in ("kinds", "others")
        )
        assert {*now, *others} == {*INCIDENTS} & {*re.findall(r'<details id="step-(\w+)"', page)}
        assert all(state.phase in CONSEQUENCES[kind].phases for kind in now)
        assert not expected_now(state) & set(others)
        assert ('id="step-wrong-card"' in page) == (state.phase in CARDS_OUT)


def test_the_article_of_somebodys_conduct_is_chosen_by_its_words() -> None:
    page = html.unescape(drawn(played("argentina")["betting"][0]))
    choices = dict(
        re.findall(r'<input[^>]*name="article"[^>]*value="([^"]+)"[^>]*><span>(.*?)</span>', page, re.DOTALL)
    )
    assert set(choices) == set(REGLAMENTOS["argentina"].source.articles)
    assert "Únicamente los" in choices["4"]
    assert all(re.search(r"\w{3}", words) for words in choices.values())


def test_each_step_of_the_guide_asks_for_what_its_command_needs() -> None:
    for kind, command in INCIDENTS.items():
        needed = {name for name, field in command.model_fields.items() if field.is_required()} - {"kind"}
        asked = {field.name for field in INCIDENT_GUIDES[kind].fields}
        assert needed <= asked <= set(command.model_fields)


def test_a_shoe_burned_while_somebody_is_asked_is_shuffled_and_cut_first() -> None:
    """The offer waits meanwhile, and its walk stands in the snapshot: the screen asks for the cut."""
    waiting = 0
    for asking in (state for state in every_state() if state.phase in ("offer", "suite")):
        state = given(asking, "burn_shoe", reason="torn", consent="jefe")
        if state.phase != "shuffling":
            continue
        assert 'class="walk"' not in drawn(state)
        cut = given(state, "shuffle", riffles=5)
        answers = {"accept_bank", "decline_bank"} & enabled(drawn(cut))
        if cut.phase == "cutting":
            assert not answers
            waiting += cut.offer is not None
    assert waiting


def given(state: State, command: str, **fields: object) -> State:
    said = parse({"command": command, **fields})
    return decide(state, said, "jefe", NoHistory(), rules_of(state)).state


def test_a_raise_with_an_associate_says_that_he_agrees() -> None:
    """Chemin-de-fer art. 2: half of it is his."""
    table = [
        state for states in played("chemin-de-fer").values() for state in states if state.phase == "betting"
    ]
    [state, *_] = [state for state in table if "raise_bank" in actions(game_of(state, "croupier"))]
    assert state.bank
    for associate in (None, next(who for who in state.names if who != state.bank.holder)):
        shown = replace(state, bank=replace(state.bank, associate=associate))
        [said] = [
            json.loads(command.replace("&quot;", '"'))
            for command, _ in BUTTON.findall(drawn(shown))
            if "raise_bank" in command
        ]
        assert said == {"command": "raise_bank", **({"associate_agrees": True} if associate else {})}


def test_the_jefe_is_asked_to_sign_what_may_turn_a_known_result() -> None:
    """Chemin-de-fer: the croupier's forms of these go to him."""
    for state in played("chemin-de-fer")["resolved"]:
        asked = set(on_request(game_of(state, "croupier"))) & set(INCIDENTS)
        forms = re.findall(r'<details id="step-(\w+)"[^>]*>(.*?)</details>', drawn(state), re.DOTALL)
        sent = {kind for kind, form in forms if "data-door" in form} & set(INCIDENTS)
        assert sent == asked >= {"confused_deal"}

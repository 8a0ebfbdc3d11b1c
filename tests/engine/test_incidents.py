"""Incidents: when each can happen, when the console expects it, and that it draws no card that cannot be there."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from casino.common.errors import Refusal
from tables.engine import Decision, NoHistory, State, decide, new_state, parse
from tables.engine.commands import INCIDENTS
from tables.engine.context import CommandContext
from tables.engine.copying import replace
from tables.engine.dealing.drawing import next_hand
from tables.engine.incidents.register import CONSEQUENCES, expected_now, happens
from tables.engine.phase import OPEN
from tables.engine.state import Pass, Shoe
from tables.rules.cards import rank_of, read_card
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import Fields, game_of
from tests.engine.wild import opened, play

CARDS_OUT = "dealing will bank_choice resolved"
IN = {
    **dict.fromkeys(("stuck_cards", "too_many_bank_cards", "basketed_unseen", "miscall"), CARDS_OUT),
    **dict.fromkeys(("wrong_card_holder", "confused_deal"), CARDS_OUT),
    "early_cards": f"auction offer suite betting {CARDS_OUT}",
    "undue_card": f"betting {CARDS_OUT}",
    "exposed_card": "auction offer suite betting dealing will bank_choice",
    "cards_exhausted": "betting dealing will bank_choice",
    "will_misread": "dealing bank_choice resolved",
    "draw_error": "dealing resolved",
    "two_third_cards": "dealing resolved",
    "conduct": " ".join(OPEN),
}
WITH_CARDS = {"exposed_card", "early_cards", "undue_card", "draw_error"}
SEEDS = {"argentina": 12, "monte-carlo": 6}


def test_an_incident_happens_in_its_phases_only() -> None:
    assert {kind: {*one.phases} for kind, one in CONSEQUENCES.items()} == {
        kind: {*phases.split()} for kind, phases in IN.items()
    }
    assert CONSEQUENCES.keys() == INCIDENTS.keys()


def test_a_function_stays_what_it_is_when_it_follows_an_incident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CONSEQUENCES, "of none", CONSEQUENCES["conduct"])  # taken away at the end
    assert happens("of none")(nothing) is nothing


def nothing(context: CommandContext, command: object) -> None:
    """Follows an incident of none."""


def played(reglamento: str, seeds: int) -> Iterator[tuple[State, Fields, str, Decision | Refusal]]:
    for seed in range(seeds):
        random = Random(seed)
        yield from play(opened(reglamento, random), random, 200)


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_all_are_expected_in_their_phases_but_some(reglamento: str) -> None:
    """A shoe ends on its last pass, and is in play once it is cut; a will is misread once a player has spoken it;
    something happens to a hand once it has cards."""
    seen: Counter[str] = Counter()
    for state, *_ in played(reglamento, 3):
        expected = {kind for kind, phases in IN.items() if state.phase in phases.split()}
        if not (state.shoe and state.shoe.last_pass):
            expected -= {"cards_exhausted"}
        if state.current.will is None or state.current.card_holder is None:
            expected -= {"will_misread"}
        if not (state.shoe and state.shoe.is_cut):
            expected -= {"exposed_card", "early_cards"}
        expected -= of_other_hands(state.current)
        if state.phase == "resolved" and not has_a_third_card_last(state.current):
            expected -= {"two_third_cards"}
        assert expected_now(state) == expected
        seen.update(expected)
    assert seen["conduct"] and seen["exposed_card"] and seen["undue_card"]


def has_a_third_card_last(current: Pass) -> bool:
    punto, banca = len(current.punto), len(current.banca)
    return not current.forfeit and (banca == 3 or (punto == 3 and banca == 2))


def of_other_hands(current: Pass) -> set[str]:
    """What cannot have happened to these hands (chemin-de-fer)."""
    punto, banca, forfeit = len(current.punto), len(current.banca), current.forfeit
    unspoken = punto in (1, 2) and not (current.will or current.punto_told)
    unturned = banca in (1, 2) and not current.bank_choice
    possible = {
        "stuck_cards": bool(punto or banca),
        "too_many_bank_cards": banca == 2 and not current.banca_counts_nothing and not forfeit,
        "basketed_unseen": (unspoken or unturned) and not forfeit,
        "miscall": punto == 2 and banca < 3 and not forfeit,
    }
    return {kind for kind, can_be in possible.items() if not can_be}


def test_an_incident_draws_no_card_that_cannot_be_in_the_shoe() -> None:
    tried: Counter[str] = Counter()
    for reglamento, seeds in SEEDS.items():
        for before, fields, role, came in played(reglamento, seeds):
            if isinstance(came, Decision) and fields["command"] == "incident" and before.shoe:
                tried[fields["kind"]] += sum(
                    is_refused(before, fields, role, card) for card in cards_of(fields)
                )
    assert {kind for kind, times in tried.items() if times} == WITH_CARDS


def cards_of(fields: Fields) -> list[str]:
    return [*fields.get("cards", ()), *([fields["card"]] if "card" in fields else [])]


def is_refused(before: State, fields: Fields, role: str, card: str) -> bool:
    """Where all cards of its rank are gone already."""
    assert before.shoe
    gone = {rank_of(read_card(card)): 4 * before.shoe.decks}
    state = replace(before, shoe=replace(before.shoe, seen=gone))
    with pytest.raises(Refusal) as refused:
        decide(state, parse(fields), role, NoHistory(), REGLAMENTOS[before.reglamento])
    assert refused.value.code == "impossible_card", (fields, state.phase)
    return True


def test_of_two_third_cards_neither_is_dealt_or_burned_that_cannot_be_in_the_shoe() -> None:
    """Which of them is kept, and which burned, differs with the hand."""
    tried: Counter[str] = Counter()
    for before, *_ in played("chemin-de-fer", 6):
        due = next_hand(game_of(before))
        held = getattr(before.current, due) if due else ()
        if due and before.reglamento == "chemin-de-fer" and before.phase == "dealing" and len(held) == 2:
            said = {"command": "incident", "kind": "two_third_cards", "hand": due, "cards": ["7", "K"]}
            tried[due] += is_refused(before, said, "jefe", "7") and is_refused(before, said, "jefe", "K")
    assert tried["punto"] > 5 and tried["banca"] > 5


NOT_YET = {  # with no card dealt
    "too_many_bank_cards": {},
    "two_third_cards": {"hand": "punto", "cards": ["7", "K"]},
    "miscall": {"given": True},
    "basketed_unseen": {"hand": "banca"},
    "stuck_cards": {},
    "confused_deal": {},
    "draw_error": {"hand": "punto", "card": "7"},
    "will_misread": {"choice": "draw", "stage": "bank_unseen"},
}


def dealing(**known: object) -> State:
    state = new_state()
    names = {"ana": "Ana", "bea": "Bea"}
    current = replace(state.current, **known)  # type: ignore[arg-type]
    return replace(
        state, open=True, phase="dealing", names=names, shoe=Shoe(1, 6, is_cut=True), current=current
    )


def refusal(state: State, reglamento: str, kind: str, fields: Fields) -> Refusal:
    state = replace(state, reglamento=reglamento)
    said = parse({"command": "incident", "kind": kind, **fields})
    with pytest.raises(Refusal) as refused:
        decide(state, said, "jefe", NoHistory(), REGLAMENTOS[reglamento])
    return refused.value


def test_an_incident_that_cannot_have_happened_is_refused_under_its_article() -> None:
    cited = set()
    for name, rules in REGLAMENTOS.items():
        for kind in NOT_YET.keys() & {*rules.incidents}:
            found = refusal(dealing(), name, kind, NOT_YET[kind])
            assert (found.code, found.article) == ("not_entitled", rules.article(kind)), (name, kind)
            cited.update({kind} if found.article else ())
    assert cited == {"confused_deal", "will_misread"}  # the other texts have no numbers for these


@pytest.mark.parametrize("kind", ["too_many_bank_cards", "miscall", "basketed_unseen", "two_third_cards"])
def test_nothing_happens_to_a_hand_that_was_thrown_in(kind: str) -> None:
    thrown_in = dealing(punto=("7", "K"), banca=("2", "2"), forfeit="punto")
    found = refusal(thrown_in, "chemin-de-fer", kind, NOT_YET[kind])
    assert (found.code, found.article) == ("not_entitled", REGLAMENTOS["chemin-de-fer"].article(kind))


def test_a_banker_who_refuses_the_card_that_was_miscalled_holds_punto_to_it() -> None:
    state = replace(dealing(punto=("2", "K"), banca=("2", "2")), reglamento="chemin-de-fer", phase="will")
    for given, told in ((False, "stand"), (True, "draw")):
        said = parse({"command": "incident", "kind": "miscall", "given": given})
        after = decide(state, said, "jefe", NoHistory(), REGLAMENTOS["chemin-de-fer"]).state
        assert after.current.punto_told == told


def test_a_misread_will_that_stood_lets_the_pass_end() -> None:
    """Art. 20: draw was announced, and punto had said that it stands; banca has seven and has not been turned."""
    said = {"choice": "stand", "stage": "bank_unseen"}
    cards = {"punto": ("2", "3"), "banca": ("3", "4"), "banca_at_will": 2}
    state = replace(dealing(**cards, will="draw", card_holder="ana"), reglamento="argentina")
    command = parse({"command": "incident", "kind": "will_misread", **said})
    after = decide(state, command, "jefe", NoHistory(), REGLAMENTOS["argentina"]).state
    assert (after.phase, after.current.will) == ("resolved", "stand")


def test_no_more_cards_are_early_than_the_shoe_has() -> None:
    state = dealing()
    state = replace(state, shoe=Shoe(1, 6, dealt=311, is_cut=True))
    for said in ({"cards": ["7", "K"]}, {"count": 2}):
        found = refusal(state, "argentina", "early_cards", said)
        assert (found.code, found.fields["maximum"]) == ("above_maximum", 1)


@pytest.mark.parametrize(("reglamento", "article"), [("argentina", "99"), ("monte-carlo", "1")])
def test_a_note_cites_no_article_that_the_reglamento_has_not(reglamento: str, article: str) -> None:
    with pytest.raises(Refusal) as refused:
        noted(reglamento, article)
    assert (refused.value.code, refused.value.fields) == ("malformed", {"fault": "no_such_article"})


@pytest.mark.parametrize("article", ["17", None])
def test_a_note_cites_an_article_of_the_reglamento_or_none(article: str | None) -> None:
    [event] = noted("argentina", article).events
    assert event.article == article  # type: ignore[attr-defined]


def noted(reglamento: str, article: str | None) -> Decision:
    said = parse({"command": "note", "text": "seen", "article": article})
    return decide(
        replace(dealing(), reglamento=reglamento), said, "jefe", NoHistory(), REGLAMENTOS[reglamento]
    )

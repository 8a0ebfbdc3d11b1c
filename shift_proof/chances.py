"""What a bet on a chance wins, by the chance's lines in the manifest: the first line whose conditions all hold decides.

A line is `{condition: value or values, …}` with `to_one` (what one unit wins, a number or a fraction as text), perhaps
`commission` (the share of such a win), or with `push` (the stake stays). If no line holds, the bet loses.
"""

from collections.abc import Callable
from fractions import Fraction

from shift_proof import cards
from shift_proof.faults import Broken, Json, rate_of

PAID = ("to_one", "push", "commission")


def outcome_of(current: Json, result: str) -> Json:
    """How the pass `current` ended, as far as a condition asks."""
    hands = {"punto": current["punto"], "banca": current["banca"]}
    return {
        "winner": result,
        "total": {hand: cards.total_of(dealt) for hand, dealt in hands.items()},
        "cards": {hand: len(dealt) for hand, dealt in hands.items()},
        "pair": {hand: _is_pair(dealt) for hand, dealt in hands.items()},
        "perfect_pair": {hand: _is_perfect(dealt) for hand, dealt in hands.items()},
        "natural": {hand: len(dealt) == 2 and cards.total_of(dealt) >= 8 for hand, dealt in hands.items()},
    }


def decided_by(chance: Json, outcome: Json) -> tuple[int, Json] | None:
    """The line that decides, with its number from 1; None if the bet loses."""
    for number, line in enumerate(chance["pays"], 1):
        if all(_holds(name, asked, outcome) for name, asked in line.items() if name not in PAID):
            return number, line
    return None


def to_one_of(line: Json) -> Fraction | None:
    """What one unit wins by this line; None if the stake stays."""
    return None if line.get("push") else rate_of(line["to_one"])


def mark_of(current: Json, result: str) -> str:
    """What roads show of a pass beside its result: `p`, `b` for the pairs, `n` for a natural."""
    if current["forfeit"] or current["banca_counts_nothing"]:
        return ""
    outcome = outcome_of(current, result)
    pairs = "".join(letter for letter, hand in (("p", "punto"), ("b", "banca")) if outcome["pair"][hand])
    return pairs + ("n" if any(outcome["natural"].values()) else "")


def _holds(name: str, asked: object, outcome: Json) -> bool:
    if name not in ASKED:
        raise Broken("this tool knows no condition {name!r}", name=name)
    values = asked if isinstance(asked, list) else [asked]
    return any(ASKED[name](value, outcome) for value in values)


def _of_hands(name: str) -> Callable[[object, Json], bool]:
    """Whether punto, banca, one of them, both or neither has it."""

    def holds(who: object, outcome: Json) -> bool:
        punto, banca = outcome[name]["punto"], outcome[name]["banca"]
        words = {
            "punto": punto,
            "banca": banca,
            "either": punto or banca,
            "both": punto and banca,
            "neither": not punto and not banca,
        }
        return bool(words[str(who)])

    return holds


def _of_hand(name: str, hand: str) -> Callable[[object, Json], bool]:
    return lambda value, outcome: bool(outcome[name][hand] == value)


ASKED: dict[str, Callable[[object, Json], bool]] = {
    "winner": lambda value, outcome: bool(outcome["winner"] == value),
    "margin": lambda value, outcome: abs(outcome["total"]["punto"] - outcome["total"]["banca"]) == value,
    "punto_total": _of_hand("total", "punto"),
    "banca_total": _of_hand("total", "banca"),
    "punto_cards": _of_hand("cards", "punto"),
    "banca_cards": _of_hand("cards", "banca"),
    "cards": lambda value, outcome: sum(outcome["cards"].values()) == value,
    "natural": _of_hands("natural"),
    "pair": _of_hands("pair"),
    "perfect_pair": _of_hands("perfect_pair"),
}


def _is_pair(hand: list[str]) -> bool:
    return len(hand) >= 2 and hand[0].rstrip("cdhs") == hand[1].rstrip("cdhs")


def _is_perfect(hand: list[str]) -> bool:
    return _is_pair(hand) and hand[0] == hand[1] and hand[0][-1] in "cdhs"

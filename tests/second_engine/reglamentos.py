"""The five reglamentos as data, and the drawing tables."""

from typing import Any

FREE_FIVE = ("argentina", "chemin-de-fer")

SETTINGS: dict[str, dict[str, Any]] = {
    "argentina": {"decks": 6, "min_seated": 3, "riffles_minimum": 4, "cut_minimum": 50, "stop_card": 7, "tie_bet": 0},
    "slovenia": {"decks": 6, "min_seated": 0, "riffles_minimum": 0, "cut_minimum": 0, "stop_card": 7, "tie_bet": 1},
    "monte-carlo": {
        "decks": 8, "min_seated": 0, "riffles_minimum": 0, "cut_minimum": 0, "stop_card": 104, "tie_bet": "1/8",
    },
    "spain": {"decks": 8, "min_seated": 1, "riffles_minimum": 0, "cut_minimum": 0, "stop_card": 7, "tie_bet": 1},
    "chemin-de-fer": {
        "decks": 6, "min_seated": 4, "riffles_minimum": 0, "cut_minimum": 0, "stop_card": 7, "tie_bet": 0,
    },
}  # fmt: skip
for _settings in SETTINGS.values():
    _settings["rounding"] = "player"
SETTINGS["argentina"] |= {"pico": None, "suite_order": "43"}
SETTINGS["chemin-de-fer"] |= {"garaje_from": 50, "unlimited_bank": False}

# What a player pays of a win on banca: (percent, article).
COMMISSION = {
    "argentina": (10, "30"),
    "slovenia": (5, "1"),
    "monte-carlo": (5, None),
    "spain": (5, None),
    "chemin-de-fer": (5, "16"),
}
TIE_PAYS = 8

# The article that a refusal cites, for each reglamento that has one.
ARTICLES: dict[str, dict[str, str]] = {
    "argentina": {
        "seated": "1", "least": "2", "most": "2", "unit": "2", "person": "3", "bets_closed": "13", "order": "21",
        "punto": "22", "banca": "23", "natural": "26", "forced": "28", "riffles": "8 bis", "cutter": "9", "depth": "10",
        "stop": "11", "cards": "46", "burn": "49", "confused": "50", "undue": "51", "early": "15", "offer": "32",
        "bank_least": "2",
        "bank_most": "2",
    },
    "slovenia": {"order": "4", "punto": "5", "banca": "5", "natural": "5", "cards": "5"},
    "monte-carlo": {},
    "spain": {},
    "chemin-de-fer": {"least": "13", "cover": "14", "bank_most": "15", "bank_least": "15", "unit": "15"},
}  # fmt: skip


def punto_draws(total: int, free: bool) -> bool | None:
    """What punto does with two cards: draw, stand, or as it likes (None)."""
    if total == 5 and free:
        return None
    return total <= 5


# Banca's total: the third cards of punto on which banca draws.
BANCA_ON = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7), 6: (6, 7)}
BANKER_IS_FREE = ((3, 9), (5, 4))


def banca_draws(total: int, third: int | None) -> bool:
    """Whether banca draws. `third`: the value of punto's third card, None if punto stood."""
    if total <= 2:
        return True
    if third is None:
        return total <= 5
    return third in BANCA_ON.get(total, ())

"""Settings that depart from the text."""

from fractions import Fraction
from typing import Any

# (setting, article, what the text says, whether a value keeps to it)
FIXED: dict[str, list[tuple[str, str | None, Any]]] = {
    "argentina": [("min_seated", "1", 3), ("riffles_minimum", "8 bis", 4), ("cut_minimum", "10", 50), ("tie_bet",
    None, 0)],
    "slovenia": [("decks", "1", 6), ("rounding", "5", "player")],
    "monte-carlo": [("decks", None, 8), ("stop_card", None, 104), ("tie_bet", None, "1/8")],
    "spain": [("decks", None, 8)],
    "chemin-de-fer": [("decks", None, 6), ("stop_card", None, 7), ("min_seated", None, 4)],
}  # fmt: skip


def of(reglamento: str, settings: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for setting, article, text in FIXED[reglamento]:
        value = settings[setting]
        if setting == "stop_card" and reglamento == "monte-carlo":
            text = 13 * settings["decks"]  # two eighths
        keeps = value == text
        if setting == "riffles_minimum":
            keeps = value >= text
        if setting == "tie_bet" and reglamento == "monte-carlo":
            keeps = Fraction(value) <= Fraction(1, 8)
        if not keeps:
            found.append({"setting": setting, "article": article, "text": text, "value": value})
    return found

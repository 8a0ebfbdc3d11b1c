"""The words of a reglamento's own text: its articles, and what decides under each of them.

The words of each reglamento of the product are in a TOML file beside it. Its head names the source and what was
mended.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "reglamentos"

# The settings that decide under a rule of the engine: whoever asks why is shown their values.
DECIDING_SETTINGS: Mapping[str, tuple[str, ...]] = {
    "min_seated": ("min_seated",),
    "riffles": ("riffles_minimum",),
    "cut_depth": ("cut_minimum",),
    "last_pass": ("stop_card",),
    "person_maximum": ("tie_bet",),
    "tie_bet": ("tie_bet",),
    "bank_limits": ("unlimited_bank",),
    "bank_tax": ("rounding",),
    "banca_tax": ("rounding",),
    "suite_tax": ("rounding",),
    "take_half": ("pico",),
    "suite_offer": ("suite_order",),
    "garaje": ("garaje_from",),
}

# The rules under which the table's limits decide.
LIMITED = frozenset(
    {"limits", "bank_limits", "person_maximum", "auction", "raise_bank", "take_half", "cover", "garaje"}
)


@dataclass(frozen=True, slots=True)
class Article:
    """The words of an article, or of a passage that states a rule.

    `number`: empty where the source numbers nothing. `line`: where they begin in the source, None for words that the
    house wrote itself. `breaks_off`: the source ends in the middle of it. `language`: only if it is not the source's.
    """

    number: str
    text: str
    line: int | None
    heading: str = ""
    breaks_off: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a reglamento: its title and language (`es`), its `articles` by number, `passages` by rule.

    `readings`: where the text is silent, how a rule is read (docs/rules.md); a key of the catalogues.
    """

    title: str
    language: str
    articles: Mapping[str, Article]
    passages: Mapping[str, Article]
    readings: Mapping[str, str]

    @property
    def statements(self) -> list[Article]:
        """The passages that belong to no article, in the order of the source, each once."""
        found = {one.text: one for one in self.passages.values() if not one.number}
        return sorted(found.values(), key=lambda one: one.line or 0)

    def words(self, rule: str, number: str | None) -> Article | None:
        """The words of the text on a rule of the engine: the passage that states it, otherwise the whole article."""
        return self.passages.get(rule) or self.articles.get(number or "")

    def with_own(self, texts: Mapping[str, str], language: str = "") -> "Source":
        """The same text, with a house's own words for some of the articles, in another language if it says so."""
        own = {number: Article(number, text, None, language=language) for number, text in texts.items()}
        kept = {rule: words for rule, words in self.passages.items() if words.number not in own}
        return replace(self, articles={**self.articles, **own}, passages=kept)


def read_source(name: str) -> Source:
    """The text in the file of that name, without its ending. Raises OSError, KeyError and ValueError."""
    said = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    articles = [_article(entry) for entry in said.get("article", ())]
    passages = {rule: _article(entry) for entry in said.get("passage", ()) for rule in entry["rules"]}
    readings = {rule: entry["text"] for entry in said.get("reading", ()) for rule in entry["rules"]}
    by_number = {one.number: one for one in articles}
    return Source(said["title"], said["language"], by_number, passages, readings)


def _article(entry: Mapping[str, Any]) -> Article:
    return Article(
        entry.get("number", ""),
        entry["text"].strip(),
        entry["line"],
        entry.get("heading", ""),
        entry.get("breaks_off", False),
    )

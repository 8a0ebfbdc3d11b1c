"""A house's own reglamentos: checked, and added as the newest version."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from casino.administration.csv_list import Source, text_of
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.common.wording import percent, speaking, titled
from casino.house import acts
from casino.house.acts import By, tried
from tables.record.reglamentos import catalogue
from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.file import read_reglamento
from tables.record.reglamentos.review import Doubt, Prospect, doubts, prospects
from tables.record.reglamentos.words import wording_of
from tables.rules.reglamento import Reglamento
from tables.view.labels.commands import CHOICE_LABELS
from tables.view.labels.game import label_of


@dataclass(frozen=True, slots=True)
class Row:
    """What a chance comes to. `slug`: empty for a player's bank; `punto`: what punto does where it is free, else empty;
    `cells`: for each number of decks how often it wins, and what a staked unit comes to."""

    slug: str
    name: str
    punto: str
    cells: tuple[tuple[int, str, str], ...]


def check(source: Source) -> Reglamento:
    """Read the reglamento that the file describes. Raises Refusal with the line and the reason."""
    text = text_of(source)
    try:
        return read_reglamento(text)
    except Fault as fault:
        raise Refusal("bad_reglamento", file=source.name, line=fault.line, reason=fault.reason) from fault


def warnings(rules: Reglamento, source: Source) -> list[str]:
    """What is allowed, and perhaps not meant: a sentence each."""
    languages = dict(house().languages)
    return [_said(rules, doubt, languages) for doubt in doubts(rules, text_of(source), languages)]


def table(rules: Reglamento) -> list[Row]:
    """What each chance comes to, with six and with eight decks."""
    found: dict[tuple[str, str], list[Prospect]] = {}
    for one in prospects(rules):
        found.setdefault((one.line.chance, _choice(rules, one)), []).append(one)
    return [_row(rules, chance, punto, own) for (chance, punto), own in found.items()]


def add(by: By, source: Source) -> tuple[Reglamento, bool]:
    """Keep the file as the newest version of its slug. Returns the reglamento, and whether it is new: a file that is
    kept already is not kept again. Raises Refusal."""
    with tried(by, acts.REGLAMENTO_ADDED, source.name) as entered:
        check(source)
        rules, is_new = catalogue.add(text_of(source))
        if is_new:
            entered.about, entered.after = rules.name, {"title": rules.title, "base": rules.base}
            acts.enter(by, acts.REGLAMENTO_ADDED, entered)
    return rules, is_new


def _row(rules: Reglamento, chance: str, punto: str, own: list[Prospect]) -> Row:
    cells = tuple((one.decks, _share(one.line.wins, 4), _share(one.line.expected, 4)) for one in own)
    return Row(chance if _is_bet(rules, chance) else "", _name(rules, chance), punto, cells)


def _name(rules: Reglamento, chance: str) -> str:
    """In the reader's language, or the first that the file gives."""
    with speaking(wording_of(rules)):
        return str(label_of(chance))


def _choice(rules: Reglamento, one: Prospect) -> str:
    """What punto does, where it is free."""
    return titled(label_of("punto"), CHOICE_LABELS[one.punto]) if "W" in rules.drawing.punto else ""


def _share(share: Fraction, places: int = 2) -> str:
    return percent(number_format(round(float(100 * share), places) + 0.0, places))  # no -0


def _said(rules: Reglamento, doubt: Doubt, languages: dict[str, str]) -> str:
    texts = {
        "gains": _(
            "%(chance)s: in the long run the player gains %(share)s (%(decks)s decks), and the house loses"
        ),
        "harsh": _("%(chance)s: the house keeps %(share)s (%(decks)s decks)"),
        "same_passes": _("%(chance)s and %(other)s pay on exactly the same passes"),
        "unnamed": _("%(chance)s: there is no name in %(languages)s; there it is called %(name)s"),
        "many": _("%(count)s side bets: the console shows eight at once, and the others behind a key"),
        "trade_mark": _("“%(name)s”: %(mark)s is a trade mark of its maker, and a house needs a licence"),
        "named": _("%(chance)s keeps its name: what the house calls it is said in [words]"),
    }
    fields = {"chance": doubt.chance, "name": _name(rules, doubt.chance), **doubt.fields}
    fields["languages"] = ", ".join(languages[one] for one in doubt.fields.get("languages", ()))
    if found := doubt.fields.get("prospect"):
        fields |= {"share": _share(abs(found.line.expected)), "decks": found.decks}
        fields["chance"] = " · ".join(filter(None, (_bet(rules, doubt.chance), _choice(rules, found))))
    return texts[doubt.code] % fields


def _bet(rules: Reglamento, chance: str) -> str:
    """As the file calls it; a player's bank as the product does."""
    return chance if _is_bet(rules, chance) else str(label_of(chance))


def _is_bet(rules: Reglamento, chance: str) -> bool:
    return any(chance == each.slug for each in rules.chances)

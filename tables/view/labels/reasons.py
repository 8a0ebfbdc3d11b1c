"""The labels of reasons: what was decided, by the rule, and the facts that decided it."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise

from casino.common import currency
from casino.common.wording import lazy_text as _
from tables.engine.game import Fact, FactKind
from tables.engine.state import CROUPIER, HOUSE, STANDING
from tables.view.labels.chances import line_said, odds_said
from tables.view.labels.game import card_said, label_of

RULE_LABELS: dict[str, Promise] = {
    "winner": _("Result"),
    "bank_tax": _("Deduction on the bank"),
    "banca_tax": _("Deduction on banca"),
    "suite_tax": _("Deduction on a suite"),
    "punto_payout": _("Payment of punto"),
    "tie_payout": _("Payment of a tie"),
    "chance_payout": _("Payment of a chance"),
    "auction": _("Auction"),
    "offer": _("Who is asked"),
    "desist": _("Who is asked, after a bank was given up"),
    "twice_running": _("Who is asked, when all others have declined"),
    "forced_offer": _("Who must take the bank at the minimum"),
    "suite_offer": _("Who is asked to take the bank over"),
    "cutter": _("Who cuts"),
    "card_holder": _("Who takes punto's cards"),
    "cards_of_the_bank_before": _("Who takes punto's cards, after a smaller bank"),
    "croupier_shows_the_cards": _("The croupier shows the cards"),
    "croupier_stands_on_five": _("Punto stands on five"),
    "will": _("Will of five"),
    "natural": _("Eight or nine ends the pass"),
    "punto_draw": _("Punto's third card"),
    "banca_draw": _("Banca's third card"),
    "last_pass": _("Last pass of the shoe"),
}
FACT_LABELS: dict[str, Promise] = {
    "asked": _("Asked now"),
    "giver": _("Gives the bank up"),
    "banker": _("Banker"),
    "cutters": _("May cut"),
    "from_seat": _("Asked from the right of seat"),
    "for_seat": _("For seat"),
    "right_of": _("Equal bids: nearest to the right of seat"),
    "declined": _("Have declined"),
    "lap": _("Lap"),
    "openers": _("Opened in this lap, passed over"),
    "last_opener": _("Opened last"),
    "running": _("Openings in a row"),
    "least": _("At least"),
    "most": _("At most"),
    "fewest_cards": _("Fewest cards"),
    "most_cards": _("Most cards"),
    "cards_left": _("Cards left"),
    "behind_stop_card": _("Cards behind the stop card"),
    "round": _("Round"),
    "bids": _("Bids"),
    "leaders": _("Highest bid"),
    "bidders": _("May bid"),
    "amount": _("Amount"),
    "largest_bets": _("Bets on punto, in the order of the right"),
    "equal_bets": _("Equal bets"),
    "called_banco": _("Called banco"),
    "on_both": _("Bet on both chances, no right to the cards"),
    "win_number": _("Win of this bank"),
    "opening": _("Opened with"),
    "half_of_the_maximum": _("Half of the maximum at the opening"),
    "taxed_wins": _("Pays on"),
    "last_win": _("Last win"),
    "last_win_taxed": _("The last win has paid already"),
    "rate": _("Rate"),
    "stake": _("Stake"),
    "covered": _("Covered by the bets"),
    "won": _("Win"),
    "payout": _("Pays, to one"),
    "chance": _("Chance"),
    "line": _("Paid for"),
    "exact": _("Exact deduction"),
    "chip": _("Rounded to chips of"),
    "deduction": _("Deduction"),
    "returned": _("Leaves with"),
    "origin": _("Whose bank"),
    "result": _("Won by"),
    "forfeit": _("Thrown in unseen"),
    "punto_cards": _("Punto's cards"),
    "banca_cards": _("Banca's cards"),
    "punto_two": _("Punto's total on two cards"),
    "banca_two": _("Banca's total on two cards"),
    "punto_total": _("Punto's total"),
    "banca_total": _("Banca's total"),
    "third_value": _("Punto's third card counts"),
    "punto_stood": _("Punto has stood"),
    "will": _("Will of five"),
    "choice": _("The banker's choice"),
    "move": _("By the table of play"),
}
WORD_LABELS: dict[str, Promise] = {
    "punto": _("Punto"),
    "banca": _("Banca"),
    "tie": _("Tie"),
    HOUSE: _("the house"),
    STANDING: _("the standing players"),
    CROUPIER: _("the croupier"),
    "every": _("every win"),
    "even": _("the even wins"),
    "odd": _("the odd wins"),
    "draw": _("Draw"),
    "stand": _("Stand"),
    "table": _("as the table says"),
    "yes": _("yes"),
    "no": _("no"),
    "right_of_sabot": _("the nearest to the right of the sabot"),
    "croupier_left": _("the first from the croupier's left"),
}


def written(fact: Fact, names: Mapping[str, str]) -> str:
    """The value of a fact for a reader. `names`: player → name."""
    return _WRITTEN[fact.kind](fact.value, names)


def _named(who: str, names: Mapping[str, str]) -> str:
    return names.get(who) or str(WORD_LABELS.get(who, who))


def _amount(value: int | Fraction) -> str:
    """Not always whole: what would be due before it is rounded."""
    if value == int(value):
        return currency.written(int(value))
    return number_format(float(value) / 10 ** currency.decimals(), use_l10n=True, force_grouping=True)


def _share(value: Fraction) -> str:
    return f"{number_format(float(value * 100), use_l10n=True).rstrip('0').rstrip('.,') or 0} %"


_WRITTEN: dict[FactKind, Callable[[Any, Mapping[str, str]], str]] = {
    "count": lambda value, names: str(value),
    "money": lambda value, names: _amount(value),
    "share": lambda value, names: _share(value),
    "who": _named,
    "people": lambda value, names: " · ".join(_named(who, names) for who in value),
    "stakes": lambda value, names: " · ".join(f"{_named(who, names)} {_amount(sum)}" for who, sum in value),
    "cards": lambda value, names: " ".join(map(card_said, value)),
    "word": lambda value, names: str(WORD_LABELS[value]),
    "chance": lambda value, names: str(label_of(value)),
    "line": lambda value, names: line_said(value),
    "odds": lambda value, names: odds_said(value),
}

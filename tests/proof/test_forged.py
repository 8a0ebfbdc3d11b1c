"""What `verify_shift.py` says it proves, it proves: whoever forges a shift, with the casino's key, is found and named.

A forged shift has a chain that fits and a signature that is good, so that only playing it through can tell.
"""

import pytest

from tests.proof.changes import (
    Change,
    by_terms,
    happened,
    in_another_schema,
    paid,
    with_a_line_twice,
    with_another_beginning,
    with_another_end,
    without,
    without_line,
    without_terms,
)
from tests.proof.shifts import forged
from verify_shift import Broken, verify

# Pass 1: ana's bank of 300 wins untaxed, bea wins 150 on banca, carl loses 200 on punto, dora 100 on the tie.
# Pass 2 (paid twice): the bank of 600 wins taxed. Pass 3: a tie; dora wins 800. Pass 4: the bank of 1000 wins. Suite.
ARGENTINA: dict[str, tuple[Change, str]] = {
    "a total: banca's nine is a three": (
        happened("card_dealt", 1, "card", "3"),
        "banca has 2 cards, but .* draws",
    ),
    "a total: banca's nine is a six": (happened("card_dealt", 1, "card", "6"), "punto has 7 and banca 6"),
    "a result": (paid(0, "result", "punto"), "the result is banca, not punto"),
    "a win": (paid(0, "settlements.1.win", 160), "bea's banca of 150: its win is 160, but 150"),
    "a loss": (paid(0, "settlements.2.win", -190), "carl's punto of 200: its win is -190, but -200"),
    "a stake": (paid(0, "settlements.1.stake", 160), "bea's banca of 150: its stake is 160, but 150"),
    "another player is paid": (paid(0, "settlements.1.player", "carl"), "bea's banca of 150: its player"),
    "a deduction": (
        paid(0, "settlements.1.deduction", 20),
        "bea's banca of 150: its deduction is 20, but 10",
    ),
    "no deduction": (paid(0, "settlements.1.deduction", 0), "its deduction is 0, but 10"),
    "an article": (paid(0, "settlements.1.article", "29"), "its article is '29', but '30'"),
    "a tie paid nine to one": (
        paid(3, "settlements.2.win", 900),
        "dora's tie of 100: its win is 900, but 800",
    ),
    "a line is missing": (without_line(0, 3), "dora's tie of 100 is missing in the payment"),
    "a line in the middle is missing": (without_line(0, 1), "bea's banca of 150: its player is 'carl'"),
    "the bank's line is missing": (without_line(0, 0), "ana's bank of 300: its player is 'bea'"),
    "a line too many": (with_a_line_twice, "bea's banca of 150 is paid, but was not staked"),
    "the bank's win": (paid(0, "settlements.0.win", 200), "ana's bank of 300: its win is 200, but 300"),
    "the first win of the bank taxed": (paid(0, "settlements.0.deduction", 30), "its deduction is 30, but 0"),
    "the second win of the bank untaxed": (
        paid(1, "settlements.0.deduction", 0),
        "ana's bank of 600: its deduction is 0, but 60",
    ),
    "taxed, it is said": (paid(0, "bank_taxed", True), "whether the bank's win was taxed is True"),
    "the bank grows by more": (paid(0, "bank_stake", 700), r"\(700, 0\), but \(600, 0\)"),
    "what exceeds the maximum": (paid(1, "excess", 150), r"\(1000, 150\), but \(1000, 140\)"),
    "a stake stays that was won": (
        paid(0, "staying", [{"player": "bea", "chance": "banca", "amount": 150}]),
        "the list of stakes that stay",
    ),
    "a stake of a tie is kept": (paid(3, "staying", []), "the list of stakes that stay"),
    "a pass is left out": (paid(0, "number", 2), "the number of the pass is 2, but 1"),
    "the rounding": (
        happened("table_opened", 0, "settings.rounding", "house"),
        "bea's banca of 150: its deduction is 10, but 20",
    ),
    "the chip": (happened("table_opened", 0, "chip", 1), "bea's banca of 150: its deduction is 10, but 15"),
    "the maximum": (happened("table_opened", 0, "maximum", 500), "the maximum at the opening of the bank"),
    "banca's rate": (
        by_terms("chances.banca.pays.0.commission", "1/5"),
        "bea's banca of 150: its deduction is 10, but 30",
    ),
    "the bank's rate": (
        by_terms("deductions.bank.rate", "1/20"),
        "ana's bank of 600: its deduction is 60, but 30",
    ),
    "every win taxed": (
        by_terms("deductions.bank.by_parity", False),
        "ana's bank of 300: its deduction is 0, but 30",
    ),
    "the suite's rate": (
        by_terms("deductions.suite.rate", "1/20"),
        "the deduction of the suite is 100, but 50",
    ),
    "the payout of a tie": (
        by_terms("chances.tie.pays.0.to_one", 9),
        "dora's tie of 100: its win is 800, but 900",
    ),
    "the drawing table": (
        by_terms("drawing.banca.6", "D" * 11),
        "banca has 2 cards, but .* draws a third card",
    ),
    "winning stakes stay": (by_terms("winning_stakes_stay", True), "the list of stakes that stay"),
    "only what is covered plays": (
        by_terms("bank_plays", "covered"),
        "ana's bank of 300: its win is 300, but 450",
    ),
    "no terms": (without_terms, "does not say by which terms 'argentina' pays"),
    "the will": (
        happened("will_spoken", 0, "choice", "draw"),
        "punto has 2 cards, but .* draws a third card",
    ),
    "a bet that was not taken": (
        happened("bet_placed", 0, "amount", 140),
        "bea's banca of 140: its stake is 150",
    ),
    "a bet of less than nothing": (happened("bet_placed", 0, "amount", -150), "a bet of -150"),
    "more given back than lay there": (happened("bet_removed", 0, "amount", 200), "does not lie there"),
    "the suite's deduction": (
        happened("suite_given", 0, "deduction", 0),
        "the deduction of the suite is 0, but 100",
    ),
    "the suite's article": (
        happened("suite_given", 0, "article", None),
        "the article of the suite's deduction",
    ),
    "what the giver gets": (
        happened("suite_given", 0, "returned", 1000),
        "what the giver gets back is 1000, but 900",
    ),
    "the bank that was lost": (happened("bank_fell", 0, "uncovered", 100), "nobody covered is 100, but 0"),
    "an event is left out": (
        without("suite_given"),
        r"record 49: the numbers of its events is \[67\], but \[66\]",
    ),
    "a bank from nowhere": (
        happened("bank_opened", 0, "type", "noted"),
        "bea's banca of 150: its player is 'ana'",
    ),
    "two banks": (happened("suite_given", 0, "type", "noted"), "a bank is opened while there is one"),
    "an event of no kind": (
        happened("suite_given", 0, "type", "suite_lent"),
        "suite_lent: this tool knows no such",
    ),
    "an event without a field": (
        happened("suite_given", 0, "type", "bet_placed"),
        "cannot be read: KeyError",
    ),
    "an undo to another place": (
        happened("undone", 0, "to", 30),
        "record .*: `.*` of the state that it carries",
    ),
    "another format": (
        in_another_schema,
        "record 3 is written in the format 3, which this tool does not read",
    ),
    "the cagnotte at the end": (with_another_end, "the state at the end"),
    "the cagnotte at the beginning": (with_another_beginning, "the state before the first record"),
}

# Ana's bank of 150 and dora's as much; bea covers 200 of 300; 240 set aside; carl covers 150 of 250 and wins.
CHEMIN_DE_FER: dict[str, tuple[Change, str]] = {
    "the whole stake plays": (by_terms("bank_plays", "stake"), "ana's bank of 300: its win is 200, but 300"),
    "five per cent": (
        paid(0, "settlements.0.deduction", 20),
        "ana's bank of 300: its deduction is 20, but 10",
    ),
    "more than was covered": (paid(0, "settlements.0.win", 300), "its win is 300, but 200"),
    "the bank after it": (paid(0, "bank_stake", 500), r"\(500, 0\), but \(490, 0\)"),
    "the associate's amount": (
        happened("associate_joined", 0, "amount", 100),
        "the associate's amount is 100, but 150",
    ),
    "another associate": (
        happened("associate_joined", 0, "player", "carl"),
        "the associate is 'dora', but 'carl'",
    ),
    "the associate's half": (happened("set_aside", 0, "share", 100), "the associate's share is 100, but 120"),
    "another one's bank": (
        happened("set_aside", 0, "player", "bea"),
        "the bank's holder is 'bea', but 'ana'",
    ),
    "more is set aside": (happened("set_aside", 0, "amount", 250), "ana's bank of 240: its stake is 250"),
    "what nobody covered": (happened("bank_fell", 0, "uncovered", 0), "nobody covered is 0, but 100"),
    "the associate's half of it": (
        happened("bank_fell", 0, "share", 0),
        "the associate's share is 0, but 50",
    ),
}


@pytest.mark.parametrize("name", ARGENTINA)
def test_what_is_forged_in_argentina_is_named(argentina: bytes, name: str) -> None:
    change, said = ARGENTINA[name]
    with pytest.raises(Broken, match=said):
        verify(forged(argentina, change))


@pytest.mark.parametrize("name", CHEMIN_DE_FER)
def test_what_is_forged_in_chemin_de_fer_is_named(chemin_de_fer: bytes, name: str) -> None:
    change, said = CHEMIN_DE_FER[name]
    with pytest.raises(Broken, match=said):
        verify(forged(chemin_de_fer, change))


def test_what_is_not_forged_holds(argentina: bytes, chemin_de_fer: bytes) -> None:
    for shift in (argentina, chemin_de_fer):
        assert forged(shift, lambda manifest, records: None) == shift
        verify(shift)

"""Punto Banco of the Société des Bains de Mer (Monte-Carlo): the house banks and the croupier turns all cards."""

from fractions import Fraction

from tables.rules.chances import PUNTO, TIE, banca
from tables.rules.drawing import FIXED
from tables.rules.reglamento import (
    COMMON_COMMANDS,
    COMMON_INCIDENTS,
    HOUSE_PAID,
    Reglamento,
    TextSetting,
    called,
)
from tables.rules.source import read_source

REGLAMENTO = Reglamento(
    slug="monte-carlo",
    title="Punto Banco",
    drawing=FIXED,
    bank="house",
    sabot="croupier",
    chances=(PUNTO, banca(Fraction(1, 20)), TIE),
    settings={
        "decks": 8,
        "min_seated": 0,
        "riffles_minimum": 0,
        "cut_minimum": 0,
        "stop_card": 104,
        "tie_bet": "1/8",
        "rounding": "player",
        **HOUSE_PAID,
        "burn": "first_card",
        "cards": "croupier",
    },
    articles={},
    source=read_source("monte_carlo"),
    bank_before_cut=False,
    cutter="any_player",
    cards=None,
    commands=(*COMMON_COMMANDS, "burn_first"),
    incidents=(*COMMON_INCIDENTS, "draw_error"),
    text_settings=(
        TextSetting("decks", 8),
        TextSetting("stop_card", "1/4", of_the_cards=True),  # "deux huitièmes du huitain"
        TextSetting("tie_bet", "1/8", allows="at_most"),
        TextSetting("burn", "first_card"),
    ),
    words={
        **called(tie="Égalité", punto="Ponte", banca="Banque"),
        "Deduction on banca": "Deduction on banque",
        "it is punto's turn, or punto has its cards": "it is ponte's turn, or ponte has its cards",
        "it is banca's turn, or banca has its cards": "it is banque's turn, or banque has its cards",
    },
    staffing={"croupier": 1},
)

"""Classic Punto Banco (Slovenia), seven sections: the house banks and draws."""

from fractions import Fraction

from tables.rules.chances import PUNTO, TIE, banca
from tables.rules.drawing import FIXED
from tables.rules.reglamento import (
    COMMON_COMMANDS,
    HOUSE_PAID,
    CardsPolicy,
    Reglamento,
    TextSetting,
    called,
)
from tables.rules.source import read_source

REGLAMENTO = Reglamento(
    slug="slovenia",
    title="Classic Punto Banco",
    drawing=FIXED,
    bank="house",
    sabot="croupier",
    chances=(PUNTO, banca(Fraction(1, 20)), TIE),
    settings={
        "decks": 6,
        "min_seated": 0,
        "riffles_minimum": 0,
        "cut_minimum": 0,
        "stop_card": 7,
        "tie_bet": 1,
        "rounding": "player",
        **HOUSE_PAID,
    },
    articles={
        "banca_tax": "1",
        "dealing_order": "4",
        "punto_draw": "5",
        "banca_draw": "5",
        "winner": "5",
        "natural": "5",
        "card_holder": "5",
        "decline_cards": "5",
        "suspend": "7",
        "void_pass": "7",
    },
    source=read_source("slovenia"),
    bank_before_cut=False,
    cutter="croupier",
    cards=CardsPolicy(nearest="croupier_left", punto_alone=False, standing=True),
    commands=(*COMMON_COMMANDS, "burn_first", "decline_cards"),
    text_settings=(
        TextSetting("decks", 6, "1"),
        TextSetting("rounding", "player", "5"),
        TextSetting("cards", "largest", "5"),
    ),
    words={
        **called(tie="Egalité", banca="Banco"),
        "Banca wins": "Banco wins",
        "Banca won": "Banco won",
        "Banca lost": "Banco lost",
        "Deduction on banca": "Deduction on banco",
        "it is banca's turn, or banca has its cards": "it is banco's turn, or banco has its cards",
    },
    staffing={"croupier": 1},
)

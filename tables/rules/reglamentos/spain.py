"""Punto y Banco (Spain), fourteen seats: the house banks, the sabot rotates, and winning stakes stay on the table."""

from fractions import Fraction

from tables.rules.chances import PUNTO, TIE, banca
from tables.rules.drawing import FIXED
from tables.rules.reglamento import (
    COMMON_COMMANDS,
    HOUSE_PAID,
    CardsPolicy,
    OfferPolicy,
    Reglamento,
    TextSetting,
    called,
)
from tables.rules.source import read_source

REGLAMENTO = Reglamento(
    slug="spain",
    title="Punto y Banco",
    drawing=FIXED,
    bank="house",
    sabot="rotating",
    chances=(PUNTO, banca(Fraction(1, 20)), TIE),
    settings={
        "decks": 8,
        "min_seated": 1,
        "riffles_minimum": 0,
        "cut_minimum": 0,
        "stop_card": 7,
        "tie_bet": 1,
        "rounding": "player",
        **HOUSE_PAID,
    },
    articles={},
    source=read_source("spain"),
    bank_before_cut=False,
    cutter="croupier",
    cards=CardsPolicy(nearest="right_of_sabot", punto_alone=False),
    offer=OfferPolicy(standing="never", laps=False, refused_by_all="croupier_draws"),
    winning_stakes_stay=True,
    commands=(*COMMON_COMMANDS, "burn_first", "accept_bank", "decline_bank", "pass_shoe", "decline_cards"),
    text_settings=(TextSetting("decks", 8),),
    words={
        **called(tie="Empate", banca="Banco"),
        "Banca wins": "Banco wins",
        "Banca won": "Banco won",
        # Its shoe carries no bank.
        "Bank accepted": "Sabot accepted",
        "Bank declined": "Sabot declined",
        "Banca lost": "Banco lost",
        "Deduction on banca": "Deduction on banco",
        "it is banca's turn, or banca has its cards": "it is banco's turn, or banco has its cards",
    },
    staffing={"croupier": 2, "cambista": 1, "jefe": 1},
)

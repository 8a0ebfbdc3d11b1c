"""Chemin de fer (Spain): the banker's stake covers the punto bets, the house only keeps 5 % of the banker's wins."""

from fractions import Fraction

from tables.rules.drawing import FREE_BANKER
from tables.rules.reglamento import (
    EVERYWHERE,
    AuctionPolicy,
    BankTax,
    CardsPolicy,
    OfferPolicy,
    Reglamento,
    SuitePolicy,
)

REGLAMENTO = Reglamento(
    slug="chemin-de-fer",
    title="Chemin de fer",
    drawing=FREE_BANKER,
    bank="cover",
    sabot="bank",
    chances=("punto",),
    settings={
        "decks": 6,
        "min_seated": 4,
        "riffles_minimum": 0,
        "cut_minimum": 0,
        "stop_card": 7,
        "tie_bet": 0,
        "rounding": "player",
        "garaje_from": 50,
        "unlimited_bank": False,
    },
    articles={
        "first_bank": "1",
        "associate": "2",
        "offer": "3",
        "suite_offer": "3",
        "suite": "3",
        "passer_may_not_associate": "4",
        "auction": "5",
        "raise_bank": "7",
        "cards_of_the_bank_before": "8",
        "after_the_passer": "9",
        "forced_offer": "10",
        "must_deal_once": "12",
        "limits": "13",
        "cover": "14",
        "bank_limits": "15",
        "bank_tax": "16",
        "garaje": "17",
    },
    bank_before_cut=False,
    cutter="croupier",
    banca_rate=Fraction(0),
    cards=CardsPolicy(nearest="right_of_sabot", punto_alone=False),
    offer=OfferPolicy(
        standing="at_the_end", laps=False, refused_by_all="auction", refusing_twice_loses_the_seat=True
    ),
    bank_tax=BankTax(rate=Fraction(1, 20), by_parity=False),
    suite=SuitePolicy(
        rate=Fraction(0),
        needs_a_win=False,
        until_first_card=False,
        bets_stay=False,
        root="passer",
        ends_with_the_shoe=False,
        in_association=True,
        last_resort="auction",
    ),
    auction=AuctionPolicy(seated_only=False, second_round=False, without_bids="forced_offer"),
    maximum_per_minimum=100,
    standing_banker_sits=False,
    face_down=True,
    incidents=(
        *EVERYWHERE,
        "too_many_bank_cards",
        "two_third_cards",
        "basketed_unseen",
        "stuck_cards",
        "miscall",
    ),
    words={"tie": "Igualdad", "banca": "Banquero"},
)

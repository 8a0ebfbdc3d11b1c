"""What is stored of each event: its name and its fields. Records keep them for years: none is renamed or taken away.

A default is for events that are made, never for those that are read (`tables.engine.exact`).
"""

from dataclasses import MISSING, fields

from tables.engine.event import EVENTS, Event

STORED = {
    "associate_joined": "player amount",
    "auction_closed": "winner amount",
    "auction_opened": "barred=() barred_by=None least=0 origin=14 passer=None",
    "banca_counts_nothing": "",
    "banco_called": "player kind bets",
    "banco_trimmed": "players",
    "bank_chose": "choice",
    "bank_declined": "player seat",
    "bank_fell": "player seat uncovered=0 associate=None share=0",
    "bank_offered": "seat asked walked again=False",
    "bank_opened": "holder seat stake origin maximum opens first_giver=None passer=None associate=None share=0",
    "bank_raised": "player stake added associate=None share=0",
    "bank_returned": "player amount why associate=None share=0",
    "bank_trimmed": "player amount stake",
    "banker_bound": "player",
    "bet_placed": "player chance amount",
    "bet_removed": "player chance amount",
    "bets_repeated": "bets",
    "bets_returned": "bets",
    "bets_trimmed": "bets",
    "betting_closed": "card_holder",
    "betting_opened": "number",
    "bid_lapsed": "player",
    "bid_placed": "player amount",
    "bids_lapsed": "players",
    "card_dealt": "hand card last_pass",
    "card_held": "card last_pass",
    "cards_burned": "cards count last_pass",
    "cards_declined": "player",
    "cards_given": "card_holder",
    "cards_right_given": "player",
    "conduct_noted": "player name article sent_away",
    "consent_given": "request signer role asked asked_at",
    "cut_declined": "player",
    "cut_offered": "asked",
    "cutter_changed": "asked",
    "deal_burned": "cards",
    "half_taken": "player amount stake",
    "hand_forfeited": "hand",
    "held_card_burned": "card",
    "held_card_dealt": "hand card",
    "incident_noted": "kind article details",
    "lap_begun": "number start",
    "limits_announced": "minimum maximum warnings",
    "limits_set": "minimum maximum warnings",
    "noted": "text article",
    "offer_closed": "",
    "offer_opened": "origin desister forced=False leaver=None",
    "pass_settled": "number result settlements staying bank_stake excess bank_taxed suivi",
    "pass_voided": "number reason cards",
    "phase_entered": "phase",
    "player_joined": "player name",
    "player_left": "player",
    "player_queued": "player",
    "player_readmitted": "player reason",
    "player_sat": "player seat",
    "player_stood": "player",
    "player_unqueued": "player",
    "punto_told": "choice",
    "resume_set": "resume",
    "sabot_taken": "holder seat",
    "seat_lent": "seat owner borrower",
    "seat_returned": "seat owner borrower",
    "second_round_opened": "tied floor",
    "set_aside": "player amount half_of_the_bank associate share",
    "shoe_burned": "reason cards",
    "shoe_cut": "player depth",
    "shoe_shuffled": "number decks riffles",
    "stop_card_seen": "",
    "suite_association_dissolved": "player",
    "suite_closed": "phase",
    "suite_declined": "player",
    "suite_deduction_given_back": "player amount",
    "suite_given": "giver seat amount deduction returned came_from first_giver article barred=() associate=None"
    " share=0 made_banco=None",
    "suite_offered": "asked",
    "suite_reserved": "player associate amount",
    "table_closed": "reason",
    "table_opened": "reglamento minimum maximum chip settings departures warnings",
    "table_resumed": "",
    "table_suspended": "reason",
    "third_card_held": "card",
    "third_card_replaced": "hand card last_pass",
    "third_card_undue": "card article",
    "undone": "to records reason",
    "will_reopened": "",
    "will_spoken": "choice article=None",
}


def stored(kind: type[Event]) -> str:
    return " ".join(
        field.name if field.default is MISSING else f"{field.name}={field.default!r}"
        for field in fields(kind)
    )


def test_an_event_keeps_its_name_and_its_fields() -> None:
    assert {name: stored(kind) for name, kind in EVENTS.items()} == STORED

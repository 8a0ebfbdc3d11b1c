"""Effects of the events of the table, the bets and the cards on what is followed.

`now` holds, by the names of the record's own states: `reglamento`, `limits`, `settings`, `bank`, `suite`, `current`
(the pass under way), `shoe`, `cagnotte`, `results`, `marks`, `owed`. A function changes it in place and raises Broken
for what cannot be.
"""

from collections.abc import Callable

from shift_proof.faults import Broken, Json, same

Effect = Callable[[Json, Json], None]
EFFECTS: dict[str, Effect] = {}
# the limits of a closed table
CLOSED: Json = {"minimum": 0, "maximum": 0, "chip": 1, "next": None, "chances": {}, "differential": None}

NOT_COLLECTED = "the commission that nobody collected"
LIMITS = ("minimum", "maximum", "chances", "differential")
NOTHING_PLAYED: Json = {
    "bank": None,
    "suite": None,
    "shoe": None,
    "results": "",
    "marks": [],
    "owed": [],
}

# Events that change nothing of what is followed here: people, seats, turns, the shoe's position, remarks.
NO_EFFECT = {
    *("player_joined", "player_left", "player_sat", "player_stood", "player_queued", "player_unqueued"),
    *("seat_lent", "seat_returned", "cut_offered", "cut_declined", "shoe_cut", "sabot_taken"),
    *("stop_card_seen", "phase_entered", "resume_set", "lap_begun", "banker_bound"),
    *("auction_opened", "bid_placed", "bid_lapsed", "second_round_opened", "auction_closed"),
    *("bids_lapsed", "banco_trimmed"),
    *("offer_opened", "bank_offered", "bank_declined", "offer_closed"),
    *("suite_offered", "suite_declined", "suite_reserved", "suite_association_dissolved"),
    *("cutter_changed", "conduct_noted", "player_readmitted"),
    *("cards_declined", "cards_given", "cards_right_given", "cards_burned", "card_held", "held_card_burned"),
    *("consent_given", "incident_noted", "table_suspended", "table_resumed", "noted"),
}


def effect(*names: str) -> Callable[[Effect], Effect]:
    """Register what the events of these names do."""

    def register(function: Effect) -> Effect:
        EFFECTS.update(dict.fromkeys(names, function))
        return function

    return register


def new_pass(number: int, bets: list[Json]) -> Json:
    """A pass of which no card is dealt yet."""
    nothing = dict.fromkeys(("will", "bank_choice", "punto_told", "forfeit"))
    return {
        "number": number,
        "bets": bets,
        "punto": [],
        "banca": [],
        "banca_counts_nothing": False,
        **nothing,
    }


@effect("table_opened")
def table_opened(now: Json, event: Json) -> None:
    limits = {name: event[name] for name in ("chip", *LIMITS)}
    now.update(reglamento=event["reglamento"], limits={**limits, "next": None}, settings=event["settings"])
    now.update(NOTHING_PLAYED)


@effect("table_closed")
def table_closed(now: Json, event: Json) -> None:
    same(NOT_COLLECTED, now["owed"], [])
    now.update(reglamento="", limits=dict(CLOSED), settings={})
    now["current"] = new_pass(now["current"]["number"], [])
    now.update(NOTHING_PLAYED)


@effect("shoe_shuffled")
def shoe_shuffled(now: Json, event: Json) -> None:
    same(NOT_COLLECTED, now["owed"], [])
    now.update(results="", marks=[], shoe={"first_pass": event["first_pass"]})


@effect("limits_set")
def limits_set(now: Json, event: Json) -> None:
    now["limits"].update({name: event[name] for name in LIMITS}, next=None)


@effect("limits_announced")
def limits_announced(now: Json, event: Json) -> None:
    now["limits"]["next"] = {name: event[name] for name in LIMITS}


@effect("betting_opened")
def betting_opened(now: Json, event: Json) -> None:
    same("the number of the pass", event["number"], now["current"]["number"])


@effect("bet_placed")
def bet_placed(now: Json, event: Json) -> None:
    bets = now["current"]["bets"]
    if event["amount"] <= 0:
        raise Broken("a bet of {amount}", amount=event["amount"])
    for bet in bets:
        if (bet["player"], bet["chance"]) == (event["player"], event["chance"]):
            bet["amount"] += event["amount"]
            return
    bets.append({name: event[name] for name in ("player", "chance", "amount")})


@effect("bets_repeated", "banco_called")
def bets_placed(now: Json, event: Json) -> None:
    for bet in event["bets"]:
        bet_placed(now, bet)


@effect("bet_removed")
def bet_removed(now: Json, event: Json) -> None:
    bet = {name: event[name] for name in ("player", "chance", "amount")}
    if bet not in now["current"]["bets"]:
        raise Broken("{player}'s {chance} of {amount} is given back, but does not lie there", **bet)
    now["current"]["bets"].remove(bet)


@effect("bets_returned")
def bets_returned(now: Json, event: Json) -> None:
    for bet in event["bets"]:
        bet_removed(now, bet)


@effect("bets_trimmed")
def bets_trimmed(now: Json, event: Json) -> None:
    """Parts of stakes above a lowered maximum go back (argentina art. 2)."""
    bets = now["current"]["bets"]
    for part in event["bets"]:
        bet = next(
            (bet for bet in bets if all(bet[name] == part[name] for name in ("player", "chance"))), None
        )
        if bet is None or not 0 < part["amount"] <= bet["amount"]:
            cut = {"amount": part["amount"], "player": part["player"]}
            raise Broken("{amount} are trimmed off a bet of {player} that is not so large", **cut)
        bet["amount"] -= part["amount"]
    now["current"]["bets"] = [bet for bet in bets if bet["amount"]]


@effect("shoe_burned")
def shoe_burned(now: Json, event: Json) -> None:
    now["current"] = new_pass(now["current"]["number"], now["current"]["bets"])


@effect("card_dealt", "held_card_dealt")
def card_dealt(now: Json, event: Json) -> None:
    now["current"][event["hand"]].append(event["card"])


@effect("third_card_undue", "third_card_held")
def third_card_taken_away(now: Json, event: Json) -> None:
    del now["current"]["punto"][2:]


@effect("third_card_replaced")
def third_card_replaced(now: Json, event: Json) -> None:
    if len(now["current"][event["hand"]]) != 3:
        raise Broken("{hand} has no third card that another could replace", hand=event["hand"])
    now["current"][event["hand"]][2] = event["card"]
    if event["hand"] == "punto":
        now["current"]["bank_choice"] = None


@effect("will_spoken")
def will_spoken(now: Json, event: Json) -> None:
    now["current"]["will"] = event["choice"]


@effect("will_reopened")
def will_reopened(now: Json, event: Json) -> None:
    now["current"]["will"] = None


@effect("bank_chose")
def bank_chose(now: Json, event: Json) -> None:
    now["current"]["bank_choice"] = event["choice"]


@effect("punto_told")
def punto_told(now: Json, event: Json) -> None:
    now["current"]["punto_told"] = event["choice"]


@effect("banca_counts_nothing")
def banca_counts_nothing(now: Json, event: Json) -> None:
    now["current"]["banca_counts_nothing"] = True


@effect("hand_forfeited")
def hand_forfeited(now: Json, event: Json) -> None:
    now["current"]["forfeit"] = event["hand"]


@effect("deal_burned")
def deal_burned(now: Json, event: Json) -> None:
    now["current"] = new_pass(now["current"]["number"], now["current"]["bets"])


@effect("pass_voided")
def pass_voided(now: Json, event: Json) -> None:
    same("the number of the pass", event["number"], now["current"]["number"])
    now["current"] = new_pass(event["number"] + 1, now["current"]["bets"])

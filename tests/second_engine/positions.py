"""Ten fixed positions of each reglamento for perft, written short: a script, and the commands tried from there.

A line is a command's name and its fields in the order of its form; `-` leaves one out. `@jefe` gives it as the jefe.
"""

from typing import Any

from .forms import FORMS, INCIDENTS

Command = dict[str, Any]
NUMBERS = ("minimum", "maximum", "chip", "amount", "seat", "riffles", "depth", "count")


def parse(line: str) -> Command:
    """A command from its short form: `bid ana 100`, `incident exposed_card 9`, `void_pass x @jefe`."""
    words = line.split()
    by = words.pop()[1:] if words[-1].startswith("@") else None
    command: Command = {"command": words[0]}
    form, values = FORMS.get(words[0]), words[1:]
    if form is None:
        command["kind"] = values.pop(0)
        form = INCIDENTS[command["kind"]]
    for part, value in zip(form.split(), values, strict=False):
        field = part.split(":")[0]
        if value != "-":
            command[field] = _value(field, value)
    return command | ({"by": by} if by else {})


def _value(field: str, text: str) -> Any:
    if field in NUMBERS:
        return int(text)
    if field == "settings":
        pairs = (pair.split("=") for pair in text.split(","))
        return {key: int(value) if value.isdigit() else value for key, value in pairs}
    if field in ("players", "cards"):
        return text.split(",")
    return {"true": True, "false": False}.get(text, text)


def _table(reglamento: str, limits: str, seats: str, standing: str = "", settings: str = "-") -> list[str]:
    """A table that is opened, with people on it: `seats` is "ana:1 bea:2"."""
    lines = [f"open_table {reglamento} {limits} {settings} @jefe"]
    for place in seats.split():
        player, seat = place.split(":")
        lines += [f"join {player}", f"sit {player} {seat}"]
    return lines + [f"join {player}" for player in standing.split()]


def _pass(cards: str, bets: tuple[str, ...] = ()) -> list[str]:
    """A pass: bets, no va más, cards in dealing order (P B P B), the payment."""
    hands = ("punto", "banca", "punto", "banca")
    dealt = [f"card {hand} {card}" for hand, card in zip(hands, cards.split(), strict=True)]
    return [f"place_bet {bet}" for bet in bets] + ["close_betting", *dealt, "settle"]


BANCA, PUNTO, TIE = "2 9 K K", "9 2 K K", "9 9 K K"
FOUR = "ana:1 bea:4 carl:6 dora:12"
A = [*_table("argentina", "10 1000 10", FOUR, "leo"), "shuffle 4"]
A_OPEN = [*A, "bid ana 100", "close_auction", "cut dora 100"]
A_WON = [*A_OPEN, *_pass(BANCA)]
A_CARDS = "card punto 5;card banca 5;card punto K;card banca 4;card punto 9;will draw;will stand;settle"
C = [*_table("chemin-de-fer", "10 1000 10", FOUR, "leo"), "shuffle 1", "cut - 100"]
C_OPEN = [*C, "accept_bank ana 100"]
C_WON = [*C_OPEN, *_pass(BANCA, ("bea punto 50", "leo punto 50"))]
C_CARDS = "card punto 5;card banca 5;card punto K;card banca 3;will draw;bank_choice table;settle"
S = [*_table("slovenia", "10 1000 10", FOUR, "leo"), "shuffle 0"]
S_OPEN = [*S, "cut - 100"]
M = [*_table("monte-carlo", "10 1000 10", FOUR, "leo"), "shuffle 0"]
M_OPEN = [*M, "cut bea 100", "burn_first 7"]
E = [*_table("spain", "10 1000 10", FOUR, "leo"), "shuffle 0"]
E_OPEN = [*E, "cut - 100", "accept_bank ana"]
H_CARDS = "card punto 5;card banca 5;card punto K;card banca 8;settle;void_pass x @jefe"
H_BETS = (
    "place_bet ana punto 10;place_bet leo banca 30;place_bet bea tie 20;remove_bet ana punto;"
    "repeat_bets;close_betting"
)
COME = "leave ana;stand_up bea;sit leo 9;join eva;queue leo;sit carl 7"

POSITIONS: dict[str, list[tuple[str, list[str], str]]] = {
    "argentina": [
        ("an auction", A, "bid ana 100;bid bea 100;bid carl 150;bid ana 150;close_auction;stand_up bea"),
        ("its second round", [*A, "bid ana 100", "bid carl 100", "close_auction"],
         "bid ana 150;bid carl 150;bid bea 150;close_auction;leave carl"),
        ("the cut", [*A, "bid ana 100", "close_auction"],
         "decline_cut dora;decline_cut carl;decline_cut bea;cut dora 100;cut carl 49;leave ana;burn_shoe x jefe"),
        ("an offer with somebody standing", [*A_OPEN, *_pass(PUNTO)],
         "accept_bank bea 50;decline_bank bea;decline_bank;accept_bank leo 50;decline_bank carl;"
         "leave carl;decline_bank dora"),
        ("a bank that has won twice", [*A_WON, *_pass(BANCA)],
         "suite;take_half;raise_bank 1000;place_bet bea punto 100;close_betting;leave ana"),
        ("a suite is offered", [*A_WON, "suite"],
         "decline_suite bea;take_suite bea 300;decline_suite carl;decline_suite dora;decline_suite ana;"
         "take_suite leo;decline_suite"),
        ("cards", [*A_OPEN, "place_bet bea punto 100", "close_betting"], A_CARDS),
        ("an undue card", [*A_OPEN, "place_bet bea punto 100", "close_betting", "card punto K", "card punto 6"],
         "incident undue_card 9 punto;card banca 2;card banca K;incident undue_card 3;card banca 7;"
         "settle;incident confused_deal"),
        ("after a tie in the first pass", [*A_OPEN, *_pass(TIE, ("bea punto 100",))],
         "desist_bank;accept_bank leo 10;decline_bank;decline_bank bea;accept_bank carl 20;close_betting;"
         "remove_bet bea punto"),
        ("the last pass", [*A_WON, "suite", "take_suite bea", "stop_card", "close_betting"],
         "card punto 9;card banca 9;card punto K;card banca 2;settle;shuffle 4"),
    ],
    "chemin-de-fer": [
        ("the first offer", C,
         "accept_bank ana 100;decline_bank ana;decline_bank bea;decline_bank carl;decline_bank dora;"
         "decline_bank;close_auction"),
        ("banco", C_OPEN,
         "banco bea solo;banco carl solo;banco leo table;place_bet dora punto 50;"
         "banco carl association dora;remove_bet bea punto;close_betting"),
        ("cards", [*C_OPEN, "banco bea solo", "close_betting"], C_CARDS),
        ("the hand is passed", [*C_WON, "suite"],
         "decline_suite bea;take_suite bea - carl;take_suite carl 500;decline_suite carl;"
         "decline_suite dora;decline_suite;decline_suite ana"),
        ("an auction", [*C_OPEN, "suite"],
         "bid bea 100;bid leo 100;bid ana 100;bid carl 200;close_auction;leave bea"),
        ("winnings", C_WON,
         "set_aside 90;set_aside 10;raise_bank 500;associate dora;place_bet bea punto 50;suite;"
         "close_betting"),
        ("an early card", [*C_OPEN, "place_bet bea punto 50", "incident early_cards 1"],
         "suite;leave ana;stand_up ana;leave bea;close_betting;card punto 9;place_bet carl punto 50"),
        ("a forced offer", [*C_OPEN, "suite", "close_auction"],
         "decline_bank bea;accept_bank bea 10;decline_bank carl;decline_bank dora;decline_bank ana;"
         "leave bea"),
        ("incidents", [*C_OPEN, "banco bea solo", "close_betting", "card punto 2", "card banca 2", "card punto 2"],
         "card banca 3;incident miscall false;incident too_many_bank_cards;bank_choice stand;"
         "incident basketed_unseen banca;settle;incident two_third_cards punto 2,3"),
        ("the taker's first pass", [*C_WON, "suite", "take_suite bea"],
         "suite;place_bet carl punto 100;leave bea;bid ana 200;bid dora 200;close_auction;associate ana"),
    ],
    "slovenia": [
        ("before the shoe", _table("slovenia", "10 1000 10", FOUR, "leo"), COME + ";shuffle 0"),
        ("the cut", S, "cut - 0;cut ana 5;burn_shoe x jefe;shuffle 0;leave ana;close_table @jefe"),
        ("bets", S_OPEN, H_BETS),
        ("bets near the maximum", [*S_OPEN, "place_bet ana punto 980"],
         "place_bet ana punto 10;place_bet ana banca 20;place_bet ana tie 1000;remove_bet ana punto;"
         "set_limits 10 500 @jefe;close_betting"),
        ("cards", [*S_OPEN, "close_betting"], H_CARDS),
        ("a third card", [*S_OPEN, "close_betting", "card punto 2", "card banca 3"],
         "card punto 3;card banca K;card punto 8;card banca 2;settle;incident confused_deal"),
        ("cards declined", [*S_OPEN, "place_bet ana punto 50", "place_bet bea punto 50", "place_bet dora punto 20",
        "close_betting"],
         "decline_cards ana;decline_cards bea;decline_cards dora;leave leo;card punto 9;card banca 2"),
        ("after a tie", [*S_OPEN, *_pass(TIE, ("ana punto 50", "leo tie 20"))],
         "remove_bet ana punto;repeat_bets;place_bet leo tie 20;close_betting;leave ana;card punto 9"),
        ("the last pass", [*S_OPEN, "stop_card"],
         "close_betting;card punto 9;card banca K;void_pass x @jefe;shuffle 0;incident cards_exhausted"),
        ("suspended", [*S_OPEN, "place_bet ana punto 50", "suspend x @jefe"],
         "resume @jefe;place_bet bea punto 10;void_pass x @jefe;leave ana;sit leo 9;close_betting"),
    ],
    "monte-carlo": [
        ("before the shoe", _table("monte-carlo", "10 1000 10", FOUR, "leo"), COME + ";shuffle 0"),
        ("the cut", M, "cut ana 0;cut leo 416;cut - 5;burn_first 9;leave ana;burn_shoe x jefe"),
        ("the first card", [*M, "cut leo 100"],
         "burn_first 7;burn_first K;burn_shoe x jefe;shuffle 0;leave ana;cut leo 5"),
        ("bets", M_OPEN, H_BETS),
        ("a bet on the tie", [*M_OPEN, "place_bet ana tie 100"],
         "place_bet ana tie 20;place_bet ana tie 30;place_bet ana punto 1000;set_limits 10 500 @jefe;"
         "remove_bet ana tie;close_betting"),
        ("cards", [*M_OPEN, "close_betting"], H_CARDS),
        ("a draw error", [*M_OPEN, "close_betting", "card punto 2", "card banca 3", "card punto 4"],
         "incident draw_error 5 punto;card banca 4;incident draw_error 6 banca;card punto 7;card banca 8;"
         "settle"),
        ("19 to 20", [*M_OPEN, "place_bet ana banca 130", "close_betting", "card punto 2", "card banca 9"],
         "card punto K;card banca K;settle;repeat_bets;close_betting;void_pass x @jefe"),
        ("the last pass", [*M_OPEN, "stop_card"],
         "close_betting;card punto 9;card banca K;void_pass x @jefe;shuffle 0;incident cards_exhausted"),
        ("cards met face up", [*M_OPEN, "place_bet bea punto 20"],
         "incident exposed_card 9;incident early_cards 3;close_betting;leave bea;card punto 9;stop_card"),
    ],
    "spain": [
        ("the first offer", [*E, "cut - 100"],
         "accept_bank ana;decline_bank ana;decline_bank bea;accept_bank carl;leave bea;decline_bank dora;"
         "close_betting"),
        ("the holder", E_OPEN, "pass_shoe;accept_bank bea;leave ana;decline_bank bea;sit ana 9;close_betting"),
        ("bets", E_OPEN, H_BETS),
        ("winning stakes stay", [*E_OPEN, *_pass(BANCA, ("bea banca 100", "leo banca 50"))],
         "remove_bet bea banca;place_bet leo banca 50;set_limits 10 50 @jefe;pass_shoe;close_betting;"
         "leave leo"),
        ("cards", [*E_OPEN, "close_betting"], H_CARDS),
        ("after a loss", [*E_OPEN, *_pass(PUNTO, ("bea punto 100",))],
         "accept_bank bea;decline_bank bea;decline_bank carl;set_limits 10 50 @jefe;stand_up carl;"
         "decline_bank dora;decline_bank ana"),
        ("the croupier draws", [*E, "cut - 100", *(f"decline_bank {who}" for who in ("ana", "bea", "carl", "dora"))],
         "close_betting;card punto 9;card banca 2;card punto K;card banca K;settle;pass_shoe"),
        ("equal bets", [*E_OPEN, *(f"place_bet {who} punto 50" for who in ("ana", "bea", "dora")), "close_betting"],
         "decline_cards bea;decline_cards dora;decline_cards ana;leave leo;stand_up ana;card punto 9"),
        ("the last pass", [*E_OPEN, "stop_card", "place_bet bea punto 50", "close_betting"],
         "card punto 9;card banca 2;card punto K;card banca K;settle;shuffle 0"),
        ("a shoe burned", [*E_OPEN, "place_bet bea punto 50", "burn_shoe x jefe"],
         "shuffle 0;cut - 100;leave ana;accept_bank bea;sit leo 9;close_betting"),
    ],
}  # fmt: skip

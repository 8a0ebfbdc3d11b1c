"""What a well-formed command looks like, and who may give it."""

import re
from collections.abc import Callable
from typing import Any

from . import cards
from .reglamentos import SETTINGS
from .table import Refused, Table

RESERVED = ("standing", "house", "croupier")
ROLES = ("croupier", "jefe", "inspector", "cambista", "device", "display")
JEFE = (
    "open_table",
    "set_limits",
    "close_table",
    "suspend",
    "resume",
    "house_takes_suite",
    "void_pass",
    "readmit",
)
DEVICE = ("card", "stop_card")
MOST_LIMIT = 10**15


def _is_player(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"\w[\w.-]{0,31}", value)) and value not in RESERVED


def _is_whole(value: Any, least: int, most: int | None = None) -> bool:
    return type(value) is int and least <= value and (most is None or value <= most)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 500


def _is_article(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"[\w. ]{1,12}", value))


def _one_of(*choices: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in choices


def _players(least: int, most: int | None) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, list) and _is_whole(len(value), least, most) and all(map(_is_player, value))
    )


def _cards(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 416 and all(cards.parse(c) for c in value)


KINDS: dict[str, Callable[[Any], bool]] = {
    "player": _is_player, "name": _is_text, "seat": lambda v: _is_whole(v, 1, 14), "text": _is_text,
    "reason": _is_text, "limit": lambda v: _is_whole(v, 1, MOST_LIMIT), "amount": lambda v: _is_whole(v, 1),
    "count": lambda v: _is_whole(v, 0), "some": lambda v: _is_whole(v, 1), "card": lambda v: bool(cards.parse(v)),
    "cards": _cards, "bool": lambda v: isinstance(v, bool), "dict": lambda v: isinstance(v, dict),
    "players": _players(0, None), "partners": _players(1, 20), "article": _is_article,
    "pair": lambda v: _cards(v) and len(v) == 2, "chance": _one_of("punto", "banca", "tie"),
    "hand": _one_of("punto", "banca"), "choice": _one_of("draw", "stand"),
    "choice3": _one_of("draw", "stand", "table"), "who": _one_of("inspector", "jefe"),
    "banco": _one_of("solo", "suivi", "association", "table"),
    "stage19": _one_of("immediate", "bank_unseen", "decided"), "stage20": _one_of("bank_unseen", "bank_seen"),
    "done": _one_of("warned", "sent_away", "handed_over"), "string": lambda v: isinstance(v, str),
}  # fmt: skip

# Each command's fields as "name:kind"; a kind that ends in ? may be missing or null.
FORMS = {
    "open_table": "reglamento:string minimum:limit maximum:limit chip:limit settings:dict?",
    "set_limits": "minimum:limit maximum:limit reason:reason?",
    "close_table": "reason:reason?", "suspend": "reason:reason", "resume": "", "note": "text:text article:article?",
    "join": "player:player name:name?", "leave": "player:player", "sit": "player:player seat:seat",
    "stand_up": "player:player", "queue": "player:player", "unqueue": "player:player",
    "shuffle": "riffles:count", "cut": "player:player? depth:count", "decline_cut": "player:player",
    "burn_first": "card:card", "stop_card": "", "pass_shoe": "", "bid": "player:player amount:amount",
    "close_auction": "", "accept_bank": "player:player amount:amount?",
    "decline_bank": "player:player? away:bool? rest:bool?", "desist_bank": "", "raise_bank": "amount:amount",
    "take_half": "", "suite": "", "take_suite": "player:player amount:amount? associate:player?",
    "decline_suite": "player:player? rest:bool?", "house_takes_suite": "reason:reason?",
    "place_bet": "player:player chance:chance amount:amount",
    "remove_bet": "player:player chance:chance", "repeat_bets": "players:players?", "close_betting": "",
    "decline_cards": "player:player", "will": "choice:choice", "bank_choice": "choice:choice3",
    "card": "hand:hand card:card", "settle": "", "void_pass": "reason:reason",
    "banco": "player:player kind:banco players:partners?", "associate": "player:player", "set_aside": "amount:amount",
    "burn_shoe": "reason:reason consent:who", "undo": "to:count? reason:reason?",
    "readmit": "player:player reason:reason?",
}  # fmt: skip
INCIDENTS = {
    "exposed_card": "card:card", "confused_deal": "", "cards_exhausted": "",
    "conduct": "article:article? text:text player:player? done:done? device_kept:bool?",
    "early_cards": "count:some? cards:cards?", "wrong_card_holder": "given_to:player stage:stage19",
    "will_misread": "choice:choice stage:stage20", "undue_card": "card:card request:hand?",
    "draw_error": "card:card hand:hand", "too_many_bank_cards": "", "two_third_cards": "hand:hand cards:pair",
    "basketed_unseen": "hand:hand", "stuck_cards": "", "miscall": "given:bool",
}  # fmt: skip
ONLY_IN = {
    "wrong_card_holder": "argentina", "will_misread": "argentina", "undue_card": "argentina",
    "draw_error": "monte-carlo", "too_many_bank_cards": "chemin-de-fer", "two_third_cards": "chemin-de-fer",
    "basketed_unseen": "chemin-de-fer", "stuck_cards": "chemin-de-fer", "miscall": "chemin-de-fer",
}  # fmt: skip


def check_form(t: Table, command: Any) -> None:
    """Refuse what is not well-formed. Cards are written in `command` as the product writes them."""
    if not isinstance(command, dict) or not isinstance(command.get("command"), str):
        raise Refused("malformed")
    name = command["command"]
    if name not in FORMS and name != "incident":
        raise Refused("unknown_command")
    form = FORMS.get(name)
    if form is None:
        if not isinstance(kind := command.get("kind"), str) or kind not in INCIDENTS:
            raise Refused("malformed")
        form = INCIDENTS[kind] + " kind:string"
    fields = dict(part.split(":") for part in str(form).split())
    if set(command) - set(fields) - {"command", "expected_version"}:
        raise Refused("malformed")
    for field, kind in fields.items():
        _check_field(command, field, kind)
    version = command.get("expected_version")
    if version is not None and not _is_whole(version, 0):
        raise Refused("malformed")
    _check_together(t, name, command)


def _check_field(command: dict[str, Any], field: str, kind: str) -> None:
    value = command.get(field)
    if value is None and kind.endswith("?") and (field in command) <= (kind not in ("bool?", "dict?")):
        return
    if not KINDS[kind.rstrip("?")](value):
        raise Refused("malformed")
    if kind.startswith("card?") or kind == "card":
        command[field] = cards.parse(value)
    if kind in ("cards?", "pair"):
        command[field] = [cards.parse(card) for card in value or []]


KNOWN: dict[str, list[str | None]] = {  # the articles that a note of conduct may cite
    "argentina": [*map(str, range(1, 52)), "8 bis"],
    "slovenia": [*map(str, range(1, 8))],
    "chemin-de-fer": [*map(str, range(1, 18))],
}


def _check_together(t: Table, name: str, command: dict[str, Any]) -> None:
    """What a field may be depends on the others and on the reglamento."""
    kind = command.get("kind")
    wrong = False
    if name == "open_table":
        wrong = command["reglamento"] not in SETTINGS
    if kind == "early_cards":
        wrong = (command.get("count") is None) == (command.get("cards") is None)
    if kind == "conduct":
        person = command.get("done") or command.get("device_kept")
        wrong = bool(person) and not command.get("player")
        wrong |= t.open and command.get("article") not in (KNOWN.get(t.reglamento) or [None])
    if name == "banco":
        partners: list[str] = command.get("players") or []
        everyone = [command["player"], *partners]
        wrong = (kind == "association") != (len(everyone) > 1) or len(set(everyone)) < len(everyone)
    if t.open and name in ("place_bet", "remove_bet"):
        wrong = command["chance"] not in chances(t)
    if t.open and name == "cut":
        wrong = (
            t.reglamento == "monte-carlo" and command.get("player") is None and bool(t.seated() or t.standing)
        )
    if t.open and name == "incident":
        wrong |= t.reglamento != ONLY_IN.get(str(kind), t.reglamento)
    if t.open and name == "accept_bank":
        wrong = (command.get("amount") is None) == (t.rotating() or t.covering())
    if wrong:
        raise Refused("malformed")


def chances(t: Table) -> tuple[str, ...]:
    if t.covering():
        return ("punto",)
    return ("punto", "banca", "tie") if t.settings["tie_bet"] else ("punto", "banca")


def check_role(name: str, role: str) -> None:
    allowed = {"jefe"} if name in JEFE else {"jefe", "croupier"}
    if role not in allowed | ({"device"} if name in DEVICE else set()):
        raise Refused("not_allowed")


def named_players(command: dict[str, Any]) -> list[str]:
    """Who must be at the table."""
    if command["command"] in ("join", "readmit"):
        return []
    several = command.get("players") or []
    return [p for p in (command.get(f) for f in ("player", "associate", "given_to")) if p] + several

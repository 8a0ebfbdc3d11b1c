"""The label of every command: what was done; and what its key says where that differs ("Pay", not "Payment")."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.functional import Promise

from casino.common import currency
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from casino.people.labels import ROLES
from tables.engine.state import HOUSE, RESERVED, STANDING
from tables.view.labels.game import card_said, label_of

COMMAND_LABELS: dict[str, Promise] = {
    "open_table": _("Table opened"),
    "set_limits": _("Limits changed"),
    "close_table": _("Table closed"),
    "suspend": _("Table suspended"),
    "resume": _("Table resumed"),
    "join": _("Arrival"),
    "leave": _("Departure"),
    "sit": _("Took a seat"),
    "stand_up": _("Stood up"),
    "queue": _("Joined the waiting list"),
    "unqueue": _("Left the waiting list"),
    "shuffle": _("Shuffle"),
    "cut": _("Cut"),
    "decline_cut": _("Cut declined"),
    "burn_first": _("First card burned"),
    "bid": _("Bid"),
    "close_auction": _("Auction closed"),
    "accept_bank": _("Bank accepted"),
    "decline_bank": _("Bank declined"),
    "desist_bank": _("Bank given up"),
    "raise_bank": _("Bank raised"),
    "take_half": _("Half of the bank taken"),
    "suite": _("Suite given"),
    "take_suite": _("Suite taken"),
    "decline_suite": _("Suite declined"),
    "house_takes_suite": _("Suite taken by the house"),
    "pass_shoe": _("Shoe passed on"),
    "place_bet": _("Bet"),
    "remove_bet": _("Bet taken back"),
    "repeat_bets": _("Bets repeated"),
    "banco": _("Banco"),
    "associate": _("Associate"),
    "set_aside": _("Winnings set aside"),
    "close_betting": _("No more bets"),
    "decline_cards": _("Cards declined"),
    "will": _("Will of five"),
    "bank_choice": _("The banker's choice"),
    "card": _("Card"),
    "stop_card": _("Stop card"),
    "settle": _("Payment"),
    "incident": _("Incident"),
    "readmit": _("May join again"),
    "void_pass": _("Pass voided"),
    "burn_shoe": _("Shoe burned"),
    "undo": _("Undo"),
    "note": _("Note"),
}

INCIDENT_LABELS: dict[str, Promise] = {
    "exposed_card": _("A card lay face up in the shoe"),
    "confused_deal": _("The cards of the pass are mixed up"),
    "cards_exhausted": _("The shoe is empty"),
    "early_cards": _("Cards were drawn before the croupier asked"),
    "wrong_card_holder": _("The cards went to the wrong player"),
    "will_misread": _("The croupier announced another will"),
    "undue_card": _("A card was turned by mistake"),
    "draw_error": _("A card was drawn that the table of play forbids"),
    "too_many_bank_cards": _("The banker dealt himself more than two cards"),
    "two_third_cards": _("Two third cards were given"),
    "basketed_unseen": _("Cards were thrown in unseen"),
    "stuck_cards": _("Cards stuck together"),
    "miscall": _("Punto called wrongly"),
    "conduct": _("Somebody's conduct"),
}
# What somebody is asked to sign.
REQUEST_LABELS: dict[str, Promise] = {
    "burn_shoe": _("Burn the shoe"),
    "void_pass": _("Void the pass"),
    "confused_deal": _("Deal the pass anew"),
    **{
        kind: INCIDENT_LABELS[kind]
        for kind in ("basketed_unseen", "miscall", "too_many_bank_cards", "two_third_cards")
    },
}
CHOICE_LABELS: dict[str, Promise] = {
    "draw": _("Draws"),
    "stand": _("Stands"),
    "table": _("Asks for the table"),
}
BANCO_LABELS: dict[str, Promise] = {
    "solo": _("Banco"),
    "suivi": _("Suivi"),
    "association": _("Banco in association"),
    "table": _("Banco with the table"),
}

PEOPLE = frozenset({"player", "given_to", "associate"})
IN_GENERAL: dict[str, Promise] = {STANDING: _("The standing players"), HOUSE: _("The house")}
WORDS_FOR = {
    "choice": CHOICE_LABELS,
    "kind": INCIDENT_LABELS | BANCO_LABELS,
    "consent": ROLES,
}
CHANCES = frozenset({"hand", "chance"})
NOBODY: Mapping[str, str] = {}
NONE, AS_BEFORE = (
    "–",
    "…",
)  # in place of an amount: there is none, and it is not touched or given back to the share
# The first of these fields that a command has tells it from others of its name.
DETAILS = ("card", "amount", "choice", "kind", "name", "player")
OBJECT = ("name", "player", "given_to", "card", "amount", "hand", "chance", "choice", "kind")
# The same for a reader of the record, who has no table before him.
TOLD = (
    *(
        "kind",
        "name",
        "player",
        "given_to",
        "players",
        "associate",
        "card",
        "cards",
        "count",
        "amount",
        "hand",
        "chance",
    ),
    *("choice", "seat", "consent"),
)


def command_detail(command: Mapping[str, object], names: Mapping[str, str] = NOBODY) -> str:
    """The detail that tells this command from others of its name: a card, an amount, a player; empty if nothing does.

    `names`: the names of the players by their ids; others are shown by their id.
    """
    fields = ((name, command.get(name)) for name in DETAILS)
    return next((_written(name, value, names) for name, value in fields if value is not None), "")


def command_object(command: Mapping[str, object], names: Mapping[str, str]) -> str:
    """All that this command was about, in a few words: who, which card or amount, on what. Empty if nothing tells it
    from others of its name. The words are those of the reglamento that is spoken of."""
    return joined(*_fields(command, OBJECT, names))


def command_said(command: Mapping[str, object], names: Mapping[str, str]) -> str:
    """The label of a command with all that it was about: `Banco · Ciro`, `Incident: Stands — another will was
    announced`."""
    label = str(COMMAND_LABELS[str(command["command"])])
    about = [one for one in _fields(command, OBJECT, names) if one != label]
    if command.get("kind") not in INCIDENT_LABELS:
        return joined(label, *about)
    *about, kind = about
    if about:
        kind = f"{joined(*about)} — {kind[:1].lower()}{kind[1:]}"
    return titled(label, kind)


def correction_said(was: str, card: str, hand: str) -> str:
    """A card that was replaced: `Correction · 7 → 8 · Punto`."""
    return joined(gettext("Correction"), f"{was} → {card}", label_of(hand))


def command_told(command: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """As `command_object`, with all that a reader needs who has no table before him: the kind of an incident first,
    seats, limits, every card and player."""
    said = [*_fields(command, TOLD, names)]
    if command.get("maximum") is not None:
        said.append(_span(command["minimum"], command["maximum"]))
    return joined(*said, *_limits_beside(command))


def _limits_beside(command: Mapping[str, Any]) -> Iterator[str]:
    """The differential and the limits of single chances that a command sets; an ellipsis for a limit that it leaves or
    gives back."""
    if "differential" in command:
        yield f"{gettext('Differential')} {_amount(command['differential'], NONE)}"
    for slug, limits in (command.get("chances") or {}).items():
        yield f"{label_of(slug)} {_span(limits.get('minimum'), limits.get('maximum'))}"


def _span(least: object, most: object) -> str:
    return f"{_amount(least)}–{_amount(most)}"


def _amount(value: object, absent: str = AS_BEFORE) -> str:
    return absent if value is None else _written("amount", value, {})


def _fields(command: Mapping[str, object], wanted: Iterable[str], names: Mapping[str, str]) -> Iterator[str]:
    given = dict(command)
    if given.get("name"):
        given.pop("player", None)  # who comes is told by his name
    fields = ((name, given.get(name)) for name in wanted)
    return (_written(name, value, names) for name, value in fields if value is not None)


def people_in(command: Mapping[str, object]) -> set[str]:
    """The ids of the players that a command names."""
    return {str(command[name]) for name in PEOPLE & command.keys() if command[name]}.difference(RESERVED)


def joined(*parts: object) -> str:
    """Join what is said one after the other, with a point between; leave out what is empty."""
    return " · ".join(filter(None, map(str, parts)))


def _written(name: str, value: object, names: Mapping[str, str]) -> str:
    if name == "amount" and isinstance(value, int):
        return currency.written(value)
    if isinstance(value, list | tuple):
        return " ".join(_written(name.removesuffix("s"), one, names) for one in value)
    said = str(value)
    if name in PEOPLE:
        return names.get(said) or str(IN_GENERAL.get(said, said))
    if name == "seat":
        return gettext("seat %(number)s") % {"number": said}
    if name == "card":
        return card_said(said)
    if name in CHANCES:
        return str(label_of(said))
    return str(WORDS_FOR.get(name, {}).get(said, said))


KEYS: dict[str, Promise] = {
    "open_table": _("Open the table"),
    "set_limits": _("Limits"),
    "close_table": _("Close the table"),
    "suspend": _("Suspend"),
    "resume": _("Resume"),
    "join": _("New person"),
    "leave": _("Leaves"),
    "sit": _("Sits"),
    "stand_up": _("Stands up"),
    "queue": _("Waits for a seat"),
    "unqueue": _("Waits no more"),
    "close_auction": _("Close the auction"),
    "desist_bank": _("Desists"),
    "raise_bank": _("Raises the bank to…"),
    "take_half": _("Takes half"),
    "suite": _("Gives the suite"),
    "house_takes_suite": _("The house takes it"),
    "pass_shoe": _("Passes the sabot"),
    "remove_bet": _("Take back"),
    "repeat_bets": _("Repeat"),
    "set_aside": _("Sets aside…"),
    "close_betting": _("NO MORE BETS"),
    "decline_cards": _("Declines the cards"),
    "settle": _("Pay"),
    "readmit": _("Hold: may join again"),
    "void_pass": _("Void the pass"),
    "note": _("A note for the record"),
}


def key_of(command: str) -> Promise:
    """The words for the act of this command: those of its key; otherwise the label of the command."""
    return KEYS.get(command) or COMMAND_LABELS[command]

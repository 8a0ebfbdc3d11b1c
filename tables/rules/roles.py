"""The rights of each role in the game: its commands, the signatures under them, and the conditions of single acts.

The game knows four roles, by their names; whoever comes with another one may do nothing here. What an installation
shows to whom, and which other roles it has, stands in its own permission table, which is built on this one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from casino.common.refusals import Refusal

CROUPIER = "croupier"
JEFE = "jefe"
INSPECTOR = "inspector"
DEVICE = "device"  # a shoe that reads its cards

Roles = frozenset[str]

NOBODY: Roles = frozenset()
ONLY_CROUPIER: Roles = frozenset({CROUPIER})
ONLY_JEFE: Roles = frozenset({JEFE})
DEALERS: Roles = frozenset({CROUPIER, JEFE})
CARD_READERS: Roles = DEALERS | {DEVICE}
SUPERVISORS: Roles = frozenset({JEFE, INSPECTOR})

# Commands, by their names in the protocol.
COMMANDS: Mapping[str, Roles] = {
    "open_table": ONLY_JEFE,
    "set_limits": ONLY_JEFE,
    "close_table": ONLY_JEFE,
    "join": DEALERS,
    "leave": DEALERS,
    "sit": DEALERS,
    "stand_up": DEALERS,
    "queue": DEALERS,
    "unqueue": DEALERS,
    "shuffle": DEALERS,
    "cut": DEALERS,
    "decline_cut": DEALERS,
    "burn_first": DEALERS,
    "bid": DEALERS,
    "close_auction": DEALERS,
    "accept_bank": DEALERS,
    "decline_bank": DEALERS,
    "desist_bank": DEALERS,
    "raise_bank": DEALERS,
    "take_half": DEALERS,
    "suite": DEALERS,
    "take_suite": DEALERS,
    "decline_suite": DEALERS,
    "house_takes_suite": ONLY_JEFE,
    "pass_shoe": DEALERS,
    "place_bet": DEALERS,
    "remove_bet": DEALERS,
    "repeat_bets": DEALERS,
    "banco": DEALERS,
    "associate": DEALERS,
    "set_aside": DEALERS,
    "close_betting": DEALERS,
    "decline_cards": DEALERS,
    "will": DEALERS,
    "bank_choice": DEALERS,
    "card": CARD_READERS,
    "stop_card": CARD_READERS,
    "settle": DEALERS,
    "incident": DEALERS,
    "void_pass": ONLY_JEFE,
    "readmit": ONLY_JEFE,
    "burn_shoe": DEALERS,
    "suspend": ONLY_JEFE,
    "resume": ONLY_JEFE,
    "undo": DEALERS,
    "note": DEALERS,
}

# Conditions of single commands.
CONSENT_TO_BURNED_SHOE = SUPERVISORS
DECIDE_KNOWN_CARDS = ONLY_JEFE  # an error that may turn a result once all the cards are known
UNDO_PAST_SETTLEMENT = ONLY_JEFE  # what the croupier may not undo any more
GIVE_REASON_FOR_UNDO = ONLY_JEFE  # they must
END_CROUPIERS_UNDO = ONLY_JEFE  # their commands are not undone by the croupier

# Commands and incidents that one person asks for and another signs: (who asks, who signs).
REQUESTS: Mapping[str, tuple[Roles, Roles]] = {
    "burn_shoe": (DEALERS, CONSENT_TO_BURNED_SHOE),
    "void_pass": (ONLY_CROUPIER, COMMANDS["void_pass"]),
    **dict.fromkeys(
        ("confused_deal", "basketed_unseen", "miscall", "too_many_bank_cards", "two_third_cards"),
        (ONLY_CROUPIER, DECIDE_KNOWN_CARDS),
    ),
}


def may_command(role: str, command: str) -> bool:
    """Whether `role` may give that command at all. Raises KeyError for one that does not exist."""
    return role in COMMANDS[command]


def may_ask_for(role: str, act: str) -> bool:
    """Whether `role` may ask for another's signature under that act; False for an act that needs none."""
    return role in REQUESTS.get(act, (NOBODY, NOBODY))[0]


@dataclass(frozen=True)
class Actor:
    """The giver of a command. `name` is a login or a device's name; the engine checks the `role` at each command.

    `confirmed`: whether he has lately shown who he is, where the house asks that before a grave act. `serves`: the
    slugs of the tables to which he is bound; None for whoever may work anywhere.
    """

    name: str
    role: str
    confirmed: bool = field(default=True, compare=False)
    serves: frozenset[str] | None = field(default=None, compare=False)

    def check_serves(self, table: str) -> None:
        """Raise Refusal (`not_assigned`) where the house lets him work only at other tables."""
        if self.serves is not None and table not in self.serves:
            raise Refusal("not_assigned")


@dataclass(frozen=True)
class Signature:
    """The second person of a command: `name` and `role` of who signed it, and the `request` that he signed.

    `asked`: the table's version when it was asked for; `asked_at`: the time of that, ISO 8601.
    """

    name: str
    role: str
    request: int
    asked: int
    asked_at: str

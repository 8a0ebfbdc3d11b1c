"""The icon of each act, and what it is about: money, or what went wrong."""

SLIP, DISPUTE, DECISION = "receipt", "scale", "gavel"
MONEY, WRONG = "of-money", "abnormal"  # classes

_ICONS: dict[str, tuple[str, ...]] = {
    "door-open": ("open_table",),
    "door-closed": ("close_table",),
    "sliders-horizontal": ("set_limits",),
    "pause": ("suspend",),
    "play": ("resume",),
    "user-plus": ("join",),
    "log-out": ("leave",),
    "user-round-check": ("sit", "readmit"),
    "user": ("stand_up",),
    "list-plus": ("queue",),
    "list": ("unqueue",),
    "shuffle": ("shuffle",),
    "scissors": ("cut", "decline_cut"),
    "flame": ("burn_first", "burn_shoe"),
    "hand": ("bid", "close_auction", "decline_bank", "decline_suite", "decline_cards"),
    "crown": ("accept_bank", "desist_bank", "raise_bank", "take_half"),
    "repeat": ("suite", "take_suite", "house_takes_suite"),
    "arrow-left-right": ("pass_shoe",),
    "coins": ("place_bet", "remove_bet", "repeat_bets", "banco", "associate", "set_aside"),
    "octagon-pause": ("close_betting",),
    "message-square-quote": ("will", "bank_choice"),
    "square": ("card",),
    "minus": ("stop_card",),
    "hand-coins": ("settle",),
    "triangle-alert": ("incident",),
    "circle-x": ("void_pass",),
    "undo-2": ("undo",),
    "notebook-pen": ("note",),
}
ICONS = {command: icon for icon, commands in _ICONS.items() for command in commands}
OF_MONEY = frozenset({"crown", "repeat", "coins", "hand-coins", "hand"})
OF_WRONG = frozenset({"suspend", "incident", "void_pass", "burn_shoe", "undo"})


def tone_of(command: str) -> str:
    """The class of the icon of a command; empty for what moves no money and is nothing unusual."""
    if command in OF_WRONG:
        return WRONG
    return MONEY if ICONS[command] in OF_MONEY else ""

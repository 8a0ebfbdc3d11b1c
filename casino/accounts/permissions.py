"""Who may see and do what: the only place that says so.

Each table maps what is protected to the roles that may have it; everything asks one of the functions at the end. A new
role is a member of `Role` and its place in these rows. `docs/permissions.md` is printed from them.

This module imports nothing but the standard library, so that the game engine and the cage may ask it too.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple


class Role(StrEnum):
    """What somebody is in the casino. A person has one of the first four; the last two are kinds of token."""

    CROUPIER = "croupier"
    JEFE = "jefe"
    INSPECTOR = "inspector"
    CAMBISTA = "cambista"
    DEVICE = "device"
    DISPLAY = "display"


Roles = frozenset[Role]

NOBODY: Roles = frozenset()
EVERYBODY: Roles = frozenset(Role)
STAFF: Roles = frozenset({Role.CROUPIER, Role.JEFE, Role.INSPECTOR, Role.CAMBISTA})
TOKENS: Roles = EVERYBODY - STAFF
NOT_IN_PUBLIC: Roles = EVERYBODY - {Role.DISPLAY}  # a display hangs where the players see it

JEFE: Roles = frozenset({Role.JEFE})
CAMBISTA: Roles = frozenset({Role.CAMBISTA})
DEALERS: Roles = frozenset({Role.CROUPIER, Role.JEFE})
CARD_READERS: Roles = DEALERS | {Role.DEVICE}
SUPERVISORS: Roles = frozenset({Role.JEFE, Role.INSPECTOR})
OF_THE_COUNTER: Roles = frozenset({Role.CROUPIER, Role.JEFE, Role.CAMBISTA})
OF_THE_CAGE: Roles = frozenset({Role.JEFE, Role.CAMBISTA})
OF_THE_MONEY: Roles = SUPERVISORS | CAMBISTA

# Commands of the game, by their names in the protocol.
COMMANDS: Mapping[str, Roles] = {
    "open_table": JEFE,
    "set_limits": JEFE,
    "close_table": JEFE,
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
    "house_takes_suite": JEFE,
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
    "void_pass": JEFE,
    "burn_shoe": DEALERS,
    "suspend": JEFE,
    "resume": JEFE,
    "undo": DEALERS,
    "note": DEALERS,
}


class Right(StrEnum):
    """What is no page, command, slip or report of its own, but a condition or a part of one."""

    MARK_DISPUTE = "mark_dispute"
    DECIDE_DISPUTE = "decide_dispute"
    ACCEPT_HANDOVER = "accept_handover"
    NOTE_ALERTS = "note_alerts"  # as seen; what such a person reported needs no note
    CONSENT_TO_BURNED_SHOE = "consent_to_burned_shoe"
    UNDO_PAST_SETTLEMENT = "undo_past_settlement"  # and past a command that ends the croupier's undo
    GIVE_REASON_FOR_UNDO = "give_reason_for_undo"  # a duty
    END_CROUPIERS_UNDO = "end_croupiers_undo"  # with any command: the croupier does not undo it
    SIGN_SLIPS = "sign_slips"  # by himself, or on whose tablet another signs
    SIGN_DIFFERENCE = "sign_difference"  # one of the two who sign a count that does not match
    VOID_WAITING_SLIP = "void_waiting_slip"  # another's, which he is not asked to sign either
    VOID_SLIP_UNDER_WAY = "void_slip_under_way"  # after its first step; never who asked for it
    VOID_DONE_EXCHANGE = "void_done_exchange"  # typed wrongly, while its shift is open
    SEE_EXPECTED_TRAY = "see_expected_tray"  # who may not, counts it blind
    READ_SLIPS_OF_CAGE = "read_slips_of_cage"


RIGHTS: Mapping[str, Roles] = {
    Right.MARK_DISPUTE: SUPERVISORS | DEALERS,
    Right.DECIDE_DISPUTE: JEFE,
    Right.ACCEPT_HANDOVER: JEFE,
    Right.NOTE_ALERTS: JEFE,
    Right.CONSENT_TO_BURNED_SHOE: SUPERVISORS,
    Right.UNDO_PAST_SETTLEMENT: JEFE,
    Right.GIVE_REASON_FOR_UNDO: JEFE,
    Right.END_CROUPIERS_UNDO: JEFE,
    Right.SIGN_SLIPS: OF_THE_COUNTER,
    Right.SIGN_DIFFERENCE: JEFE,
    Right.VOID_WAITING_SLIP: JEFE,
    Right.VOID_SLIP_UNDER_WAY: OF_THE_CAGE,
    Right.VOID_DONE_EXCHANGE: JEFE,
    Right.SEE_EXPECTED_TRAY: OF_THE_MONEY,
    Right.READ_SLIPS_OF_CAGE: OF_THE_MONEY,
}

# Pages that a socket keeps new, by the screen's name; the socket asks for the same right.
SCREENS: Mapping[str, Roles] = {
    "console": DEALERS,
    "floor": SUPERVISORS,
    "table": SUPERVISORS,
    "wall": DEALERS | SUPERVISORS | {Role.DISPLAY},
    "money": STAFF,
    "counter": OF_THE_MONEY,
    "cage": OF_THE_MONEY,
}
PAGES: Mapping[str, Roles] = {
    **SCREENS,
    "handover": RIGHTS[Right.ACCEPT_HANDOVER],
    "timeline": SUPERVISORS,
    "record": SUPERVISORS,
    "shift": SUPERVISORS,  # the signed bundle
}
REPORTS: Mapping[str, Roles] = {
    "reports": OF_THE_MONEY,
    "report-shift": OF_THE_MONEY,
    "report-floor": SUPERVISORS,
    "report-table": SUPERVISORS,
    "report-passes": SUPERVISORS,
    "report-player": SUPERVISORS,
    "report-slips": OF_THE_MONEY,
    "report-differences": OF_THE_MONEY,
    "slip": STAFF,
}
SOCKETS: Mapping[str, Roles] = {
    "table": EVERYBODY,
    "floor": STAFF,
    **{f"screens/{name}": roles for name, roles in SCREENS.items()},
}

Signers = Mapping[str, Roles]  # by the role of who asked for the slip
Steps = Mapping[str, Signers]


def _whoever_asked(signers: Roles) -> Signers:
    return dict.fromkeys(OF_THE_COUNTER, signers)


class SlipRights(NamedTuple):
    """Who asks for such a slip of the counter, and who takes each of its steps."""

    asked_by: Roles
    steps: Steps


# Nobody counts alone: a croupier's count is signed by who watches the money, and theirs by a croupier.
_CROUPIER: Roles = frozenset({Role.CROUPIER})
_TRAY_COUNT: Steps = {"signed": {Role.CROUPIER: OF_THE_CAGE, Role.JEFE: _CROUPIER, Role.CAMBISTA: _CROUPIER}}
_CAGE_COUNT: Steps = {"signed": {Role.CAMBISTA: JEFE, Role.JEFE: CAMBISTA}}
_FILL: Steps = {"sent": _whoever_asked(CAMBISTA), "received": _whoever_asked(DEALERS)}
_CREDIT: Steps = {"sent": _whoever_asked(DEALERS), "received": _whoever_asked(CAMBISTA)}
_LARGE: Steps = {"confirmed": _whoever_asked(JEFE)}  # only above the counter's limit
_BOX: Steps = {"signed": _whoever_asked(DEALERS)}
_FUNDS: Steps = {"signed": _whoever_asked(CAMBISTA)}

SLIPS: Mapping[str, SlipRights] = {
    "opening": SlipRights(OF_THE_COUNTER, _TRAY_COUNT),
    "count": SlipRights(OF_THE_COUNTER, _TRAY_COUNT),
    "closing": SlipRights(OF_THE_COUNTER, _TRAY_COUNT),
    "fill": SlipRights(DEALERS, _FILL),
    "credit": SlipRights(DEALERS, _CREDIT),
    "buy": SlipRights(CAMBISTA, _LARGE),
    "cash": SlipRights(CAMBISTA, _LARGE),
    "tip": SlipRights(CAMBISTA | _CROUPIER, _LARGE),
    "tips_out": SlipRights(CAMBISTA, _BOX),
    "cagnotte_out": SlipRights(CAMBISTA, _BOX),
    "drop_out": SlipRights(CAMBISTA, _BOX),
    "stock_count": SlipRights(OF_THE_CAGE, _CAGE_COUNT),
    "cash_count": SlipRights(OF_THE_CAGE, _CAGE_COUNT),
    "stock_in": SlipRights(JEFE, _FUNDS),
    "stock_out": SlipRights(JEFE, _FUNDS),
    "cash_in": SlipRights(JEFE, _FUNDS),
    "cash_out": SlipRights(JEFE, _FUNDS),
    "tronc_out": SlipRights(JEFE, _FUNDS),
}


def _parts(field: str, *parts: str) -> dict[str, Roles]:
    return dict.fromkeys((field, *(f"{field}.{part}" for part in parts)), EVERYBODY)


# Fields of the snapshot. All that are not named stay off a display: players, single bets, what could be pressed.
FIELDS: Mapping[str, Roles] = {
    **dict.fromkeys(("version", "table", "name", "reglamento", "open", "suspended", "phase"), EVERYBODY),
    **dict.fromkeys(("limits", "lap", "results", "actions"), EVERYBODY),
    **_parts("shoe", "number", "decks", "dealt", "burned", "left", "last_pass"),
    **_parts("bank", "seat", "stake", "origin"),
    **_parts("offer", "seat"),
    **_parts("suite", "seat"),
    **_parts("auction", "lead"),
    **_parts("pass", "number", "punto", "banca", "next"),
    **_parts("last_pass", "number", "result", "corrected", "punto", "banca"),
}
OTHER_FIELDS = NOT_IN_PUBLIC
_HAVE_PARTS = frozenset(field.partition(".")[0] for field in FIELDS if "." in field)

# Addresses of the API, by name. Who gives which command or asks for which slip is said above.
API: Mapping[str, Roles] = {
    "tables": EVERYBODY,
    "snapshot": EVERYBODY,
    "commands": NOBODY.union(*COMMANDS.values()),
    "money": STAFF,
    "cage": OF_THE_MONEY,
    "slips": OF_THE_COUNTER,
    "cage-slips": OF_THE_CAGE,
    "steps": RIGHTS[Right.SIGN_SLIPS],
    "disputes": RIGHTS[Right.MARK_DISPUTE],
    "decision": RIGHTS[Right.DECIDE_DISPUTE],
}


def may(role: str, right: str) -> bool:
    """Whether `role` has that right. Raises KeyError for one that does not exist."""
    return role in RIGHTS[right]


def may_command(role: str, command: str) -> bool:
    """Whether `role` may give that command at all. Raises KeyError for one that does not exist."""
    return role in COMMANDS[command]


def may_open(role: str, page: str) -> bool:
    """Whether `role` may open that page. Raises KeyError for one that does not exist."""
    return role in PAGES[page]


def may_read(role: str, report: str) -> bool:
    """Whether `role` may read that report. Raises KeyError for one that does not exist."""
    return role in REPORTS[report]


def may_listen(role: str, socket: str) -> bool:
    """Whether `role` may open that socket; nobody may open one that does not exist."""
    return role in SOCKETS.get(socket, NOBODY)


def may_call(role: str, address: str) -> bool:
    """Whether `role` may call that address of the API. Raises KeyError for one that does not exist."""
    return role in API[address]


def may_request_slip(role: str, kind: str) -> bool:
    """Whether `role` may ask for such a slip. Raises KeyError for a kind that does not exist."""
    return role in SLIPS[kind].asked_by


def may_take_step(role: str, kind: str, step: str, requested_by: str) -> bool:
    """Whether `role` may take that step of a slip that `requested_by` asked for; that they are two persons is not asked
    here. Raises KeyError for a kind that does not exist, or a step that it does not have."""
    return role in SLIPS[kind].steps[step].get(requested_by, NOBODY)


def sees(role: str, field: str) -> bool:
    """Whether `role` sees that field of the snapshot; one within another is written `shoe.holder`."""
    return role in FIELDS.get(field, OTHER_FIELDS)


def visible(role: str, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """The snapshot as `role` sees it: without the fields that it may not see, at both levels."""
    seen = {name: value for name, value in snapshot.items() if sees(role, name)}
    for name in _HAVE_PARTS & seen.keys():
        if seen[name] is not None:
            seen[name] = {part: value for part, value in seen[name].items() if sees(role, f"{name}.{part}")}
    return seen

"""Who may see and do what. This is the only place that defines it; `snapshot_fields` beside it does so for what is
seen of a table.

Each table maps what is protected to the roles that may use it; other code asks the functions at the end. A new role is
a member of `Role` and an entry in these tables. `docs/permissions.md` is generated from them.
This module imports only the standard library, so that the game engine and the cage can use it too.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """A role in the casino. People have one of the first five; the last two are kinds of token."""

    CROUPIER = "croupier"
    JEFE = "jefe"
    INSPECTOR = "inspector"
    CAMBISTA = "cambista"
    ADMINISTRATOR = "administrator"
    DEVICE = "device"
    DISPLAY = "display"


Roles = frozenset[Role]

NOBODY: Roles = frozenset()
EVERYBODY: Roles = frozenset(Role)
# who works with game and money
FLOOR: Roles = frozenset({Role.CROUPIER, Role.JEFE, Role.INSPECTOR, Role.CAMBISTA})
ADMINISTRATORS: Roles = frozenset({Role.ADMINISTRATOR})  # they see and touch neither
STAFF: Roles = FLOOR | ADMINISTRATORS
TOKENS: Roles = EVERYBODY - STAFF
AT_A_TABLE: Roles = FLOOR | TOKENS
NOT_IN_PUBLIC: Roles = AT_A_TABLE - {Role.DISPLAY}  # players can see a display

CROUPIER: Roles = frozenset({Role.CROUPIER})
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
    "readmit": JEFE,
    "burn_shoe": DEALERS,
    "suspend": JEFE,
    "resume": JEFE,
    "undo": DEALERS,
    "note": DEALERS,
}


class Right(Enum):
    """Conditions and parts of a page or slip: the roles that have each, and its description for the printed page."""

    MARK_DISPUTE = SUPERVISORS | DEALERS, "mark a dispute"
    DECIDE_DISPUTE = JEFE, "decide a dispute"
    READ_DECISION = CROUPIER, "say that he has read the decision of a dispute at his table"
    ACCEPT_HANDOVER = JEFE, "hand over what is open at the change of shift, and accept it"
    NOTE_ALERTS = JEFE, "say that he has seen an alert; incidents of his own are none"
    NOTE_ALARMS = JEFE, "note an alarm of the sign-ins or of the audit as seen"
    BOUND_TO_TABLES = CROUPIER, "works only where he is assigned, if ASSIGNED_ONLY is on"
    STAFF_TABLES = JEFE, "put another person on duty, relieve or end him, end the PINs of a tablet"
    RELIEVE = OF_THE_COUNTER, "relieve another at a table; who is no jefe gives his own PIN or passphrase"
    TAKE_OVER_BY_PIN = CROUPIER, "takes over a tablet with his PIN, unless a second factor is asked of him"
    KNOWN_BY_PLACE = OF_THE_MONEY, "his login from a new address or device raises an alarm"
    GIVE_SECOND_FACTOR = OF_THE_MONEY | ADMINISTRATORS, "gives a second factor, unless SECOND_FACTOR is off"
    CONSENT_TO_BURNED_SHOE = SUPERVISORS, "consent to the burning of a shoe"
    DECIDE_KNOWN_CARDS = JEFE, "decide an error that may turn a result once all the cards are known"
    SEE_FACE_DOWN = FLOOR, "see banca's cards before punto has finished"
    UNDO_PAST_SETTLEMENT = JEFE, "undo what the croupier may not undo any more"
    GIVE_REASON_FOR_UNDO = JEFE, "must give a reason for an undo"
    END_CROUPIERS_UNDO = JEFE, "his commands are not undone by the croupier"
    SIGN_SLIPS = OF_THE_COUNTER, "sign slips, or lend his tablet for another's signature"
    SIGN_DIFFERENCE = JEFE, "be one of the two who sign a count that does not match"
    VOID_WAITING_SLIP = JEFE, "void any slip before its first step"
    VOID_SLIP_UNDER_WAY = OF_THE_CAGE, "void another's slip after its first step"
    VOID_DONE_EXCHANGE = JEFE, "void an exchange that is done, while its shift is open"
    SEE_EXPECTED_TRAY = OF_THE_MONEY, "see what a tray should hold; who may not counts it blind"
    READ_SLIPS_OF_CAGE = OF_THE_MONEY, "read the slips of the cage"

    def __init__(self, roles: Roles, words: str) -> None:
        self.roles, self.words = roles, words


class Grave(Enum):
    """Acts before which a person shows again who he is, unless he did so within a quarter of an hour."""

    UNDO_PAST_SETTLEMENT = "undo what the croupier may not undo any more"
    VOID_DONE_EXCHANGE = "void an exchange that is done"
    CONFIRM_LARGE_EXCHANGE = "confirm an exchange above the counter's limit"
    EXPORT = "take a report or a shift out of the house as a file"
    ADMINISTER = "change people, rights, tables, tokens or settings"

    @property
    def words(self) -> str:
        """Its description for the printed page."""
        return str(self.value)


GRAVE_STEPS = frozenset({"confirmed"})  # of slips


# Pages that a socket keeps up to date, by the screen's name. The socket requires the same permission.
SCREENS: Mapping[str, Roles] = {
    "console": DEALERS,
    "floor": SUPERVISORS,
    "table": SUPERVISORS,
    "wall": DEALERS | SUPERVISORS | {Role.DISPLAY},
    "money": FLOOR,
    "counter": OF_THE_MONEY,
    "cage": OF_THE_MONEY,
    "timeline": SUPERVISORS,
}
# Screens that one watches without touching them: they stay readable and live where a tablet is locked because nobody
# touched it, and only what is done on them asks for the PIN.
WATCHED = frozenset({"floor", "table", "timeline"})
PUBLIC = frozenset({"wall"})  # whose screens no lock closes
PAGES: Mapping[str, Roles] = {
    **SCREENS,
    "handover": Right.ACCEPT_HANDOVER.roles,
    **dict.fromkeys(("record", "pass", "bundle", "sign-ins", "searches"), SUPERVISORS),
    **dict.fromkeys(("reglamento", "article", "card"), STAFF),
    "why": DEALERS | SUPERVISORS,
    "holdings": Right.SEE_EXPECTED_TRAY.roles,
    "relief": DEALERS,
    **dict.fromkeys(("administration", "people", "person", "tokens", "status"), ADMINISTRATORS),
    **dict.fromkeys(("house-tables", "house-table", "house-settings", "house-reglamentos"), ADMINISTRATORS),
    "status-numbers": ADMINISTRATORS,
    "acts": ADMINISTRATORS | {Role.INSPECTOR},
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
    "slip": FLOOR,
    "report-duty": SUPERVISORS | ADMINISTRATORS,
}
SOCKETS: Mapping[str, Roles] = {
    "table": AT_A_TABLE,
    "floor": FLOOR,
    **{f"screens/{name}": roles for name, roles in SCREENS.items()},
}

Signers = Mapping[str, Roles]  # by the role of the requester
Steps = Mapping[str, Signers]


def _whoever_requested(signers: Roles) -> Signers:
    return dict.fromkeys(OF_THE_COUNTER, signers)


class SlipRights(NamedTuple):
    """Who may request a kind of slip, and who may take each of its steps."""

    requested_by: Roles
    steps: Steps


# Every count needs two people: a jefe or cambista signs a croupier's count, a croupier signs theirs, and a jefe what a
# cambista counted: no count must be made again only because it does not match.
_TRAY_COUNT: Steps = {"signed": {Role.CROUPIER: OF_THE_CAGE, Role.JEFE: CROUPIER, Role.CAMBISTA: DEALERS}}
_CAGE_COUNT: Steps = {"signed": {Role.CAMBISTA: JEFE, Role.JEFE: CAMBISTA}}
_FILL: Steps = {"sent": _whoever_requested(CAMBISTA), "received": _whoever_requested(DEALERS)}
_CREDIT: Steps = {"sent": _whoever_requested(DEALERS), "received": _whoever_requested(CAMBISTA)}
_LARGE: Steps = {"confirmed": _whoever_requested(JEFE)}  # only above the counter's limit
_BOX: Steps = {"signed": _whoever_requested(DEALERS)}
_FUNDS: Steps = {"signed": _whoever_requested(CAMBISTA)}

SLIPS: Mapping[str, SlipRights] = {
    "opening": SlipRights(OF_THE_COUNTER, _TRAY_COUNT),
    "count": SlipRights(OF_THE_COUNTER, _TRAY_COUNT),
    "closing": SlipRights(OF_THE_COUNTER, _TRAY_COUNT),
    "fill": SlipRights(DEALERS, _FILL),
    "credit": SlipRights(DEALERS, _CREDIT),
    "buy_in": SlipRights(CAMBISTA, _LARGE),
    "cash_out": SlipRights(CAMBISTA, _LARGE),
    "tip": SlipRights(CAMBISTA | CROUPIER, _LARGE),
    "tips_out": SlipRights(CAMBISTA, _BOX),
    "cagnotte_out": SlipRights(CAMBISTA, _BOX),
    "drop_out": SlipRights(CAMBISTA, _BOX),
    "chip_inventory": SlipRights(OF_THE_CAGE, _CAGE_COUNT),
    "cash_count": SlipRights(OF_THE_CAGE, _CAGE_COUNT),
    **dict.fromkeys(
        ("cage_chips_in", "cage_chips_out", "cage_cash_in", "cage_cash_out", "tronc_out"),
        SlipRights(JEFE, _FUNDS),
    ),
}

# Commands and incidents that one person asks for and another signs: (who asks, who signs).
REQUESTS: Mapping[str, tuple[Roles, Roles]] = {
    "burn_shoe": (DEALERS, Right.CONSENT_TO_BURNED_SHOE.roles),
    "void_pass": (CROUPIER, COMMANDS["void_pass"]),
    **dict.fromkeys(
        ("confused_deal", "basketed_unseen", "miscall", "too_many_bank_cards", "two_third_cards"),
        (CROUPIER, Right.DECIDE_KNOWN_CARDS.roles),
    ),
}

# Addresses of the API, by name. The permission for each command or slip is checked separately.
API: Mapping[str, Roles] = {
    **dict.fromkeys(("tables", "article"), EVERYBODY),
    **dict.fromkeys(("snapshot", "commands", "slips", "cage-slips"), AT_A_TABLE),
    **dict.fromkeys(("money", "duty", "duty-steps"), FLOOR),
    "corrections": DEALERS,
    "cage": OF_THE_MONEY,
    "steps": Right.SIGN_SLIPS.roles,
    **dict.fromkeys(("requests", "request-steps"), DEALERS | SUPERVISORS),
    "disputes": Right.MARK_DISPUTE.roles,
    "decision": Right.DECIDE_DISPUTE.roles,
    "decision-read": Right.READ_DECISION.roles,
    **dict.fromkeys(("tablet-end", "section"), Right.STAFF_TABLES.roles),
    "alert-seen": Right.NOTE_ALERTS.roles,
}


def may(role: str, right: Right) -> bool:
    """Whether `role` has that right."""
    return role in right.roles


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
    """Whether `role` may open that socket; False for one that does not exist."""
    return role in SOCKETS.get(socket, NOBODY)


def may_call(role: str, address: str) -> bool:
    """Whether `role` may call that address of the API. Raises KeyError for one that does not exist."""
    return role in API[address]


def may_request_slip(role: str, kind: str) -> bool:
    """Whether `role` may request such a slip. Raises KeyError for a kind that does not exist."""
    return role in SLIPS[kind].requested_by


def may_take_step(role: str, kind: str, step: str, requested_by: str) -> bool:
    """Whether `role` may take that step of a slip that `requested_by` requested; not that they are two people. Raises
    KeyError for an unknown kind, or a step that it does not have."""
    return role in SLIPS[kind].steps[step].get(requested_by, NOBODY)


def may_ask_for(role: str, act: str) -> bool:
    """Whether `role` may ask for another's signature under that act; False for an act that needs none."""
    return role in REQUESTS.get(act, (NOBODY, NOBODY))[0]

"""The permission table of the house: pages, sockets, slips, addresses, posts on duty and the conditions of single acts.

Each table maps what is protected to the roles that may use it; other code asks the functions at the end. A new role is
a member of `Role` and an entry in these tables. Who may give which command of the game, and sign which, is the game's
own (`tables.rules.roles`); what is seen of a table stands with the snapshot's shape (`tables.view.snapshot_schema`).
`docs/permissions.md` is generated from all three. This module imports no framework, so that the cage can use it too.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import NamedTuple

from tables.rules import roles as game


class Role(StrEnum):
    """A role in the casino. People have one of the first six; the last three are kinds of token."""

    CROUPIER = game.CROUPIER
    JEFE = game.JEFE
    INSPECTOR = game.INSPECTOR
    CAMBISTA = "cambista"
    DIRECTOR = "director"
    ADMINISTRATOR = "administrator"
    FIGURES = "figures"  # a program that reads what the house comes to
    DEVICE = game.DEVICE
    DISPLAY = "display"


Roles = frozenset[Role]

NOBODY: Roles = frozenset()
# who works with game and money
FLOOR: Roles = frozenset({Role.CROUPIER, Role.JEFE, Role.INSPECTOR, Role.CAMBISTA})
ADMINISTRATORS: Roles = frozenset({Role.ADMINISTRATOR})  # they see and touch neither
DIRECTORS: Roles = frozenset({Role.DIRECTOR})  # they see both and touch neither
STAFF: Roles = FLOOR | DIRECTORS | ADMINISTRATORS
TOKENS: Roles = frozenset(Role) - STAFF
OF_THE_HOUSE: Roles = frozenset({Role.FIGURES})  # tokens for no single table
OF_ONE_TABLE: Roles = TOKENS - OF_THE_HOUSE
GIVE_COMMANDS: Roles = FLOOR | OF_ONE_TABLE  # or ask for slips; each of them has its own row
AT_A_TABLE: Roles = GIVE_COMMANDS | DIRECTORS
NOT_IN_PUBLIC: Roles = AT_A_TABLE - {Role.DISPLAY}  # players can see a display

CROUPIER: Roles = frozenset({Role.CROUPIER})
JEFE: Roles = frozenset({Role.JEFE})
CAMBISTA: Roles = frozenset({Role.CAMBISTA})
DEALERS: Roles = frozenset({Role.CROUPIER, Role.JEFE})
SUPERVISORS: Roles = frozenset({Role.JEFE, Role.INSPECTOR})
OF_THE_COUNTER: Roles = frozenset({Role.CROUPIER, Role.JEFE, Role.CAMBISTA})
OF_THE_CAGE: Roles = frozenset({Role.JEFE, Role.CAMBISTA})
OF_THE_MONEY: Roles = SUPERVISORS | CAMBISTA
# who reads the game, and who the money
READERS: Roles = SUPERVISORS | DIRECTORS
MONEY_READERS: Roles = OF_THE_MONEY | DIRECTORS


def _of_the_game(roles: game.Roles) -> Roles:
    return frozenset(map(Role, roles))


class Right(Enum):
    """Conditions and parts of a page or slip: the roles that have each, and its description for the printed page."""

    MARK_DISPUTE = SUPERVISORS | DEALERS, "mark a dispute"
    DECIDE_DISPUTE = JEFE, "decide a dispute"
    CALL_JEFE = CROUPIER, "call the jefe to his table, and say that he was there"
    READ_DECISION = CROUPIER, "say that he has read the decision of a dispute at his table"
    ACCEPT_HANDOVER = JEFE, "hand over what is open at the change of shift, and accept it"
    NOTE_ALERTS = JEFE, "say that he has seen an alert; incidents of his own are none"
    NOTE_ALARMS = JEFE, "note an alarm of the sign-ins or of the audit as seen"
    BOUND_TO_TABLES = CROUPIER, "works only where he is assigned, if ASSIGNED_ONLY is on"
    STAFF_TABLES = JEFE, "put another person on duty, relieve or end him, end the PINs of a tablet"
    RELIEVE = OF_THE_COUNTER, "relieve another at a table; who is no jefe gives his own PIN or passphrase"
    TAKE_OVER_BY_PIN = CROUPIER, "takes over a tablet with his PIN, unless a second factor is asked of him"
    KNOWN_BY_PLACE = MONEY_READERS, "his login from a new address or device raises an alarm"
    GIVE_SECOND_FACTOR = MONEY_READERS | ADMINISTRATORS, "gives a second factor, unless SECOND_FACTOR is off"
    CONSENT_TO_BURNED_SHOE = _of_the_game(game.CONSENT_TO_BURNED_SHOE), "consent to the burning of a shoe"
    DECIDE_KNOWN_CARDS = (
        _of_the_game(game.DECIDE_KNOWN_CARDS),
        "decide an error that may turn a result once all the cards are known",
    )
    SEE_FACE_DOWN = FLOOR | DIRECTORS, "see the cards that lie face down for the players"
    UNDO_PAST_SETTLEMENT = (
        _of_the_game(game.UNDO_PAST_SETTLEMENT),
        "undo what the croupier may not undo any more",
    )
    GIVE_REASON_FOR_UNDO = _of_the_game(game.GIVE_REASON_FOR_UNDO), "must give a reason for an undo"
    END_CROUPIERS_UNDO = _of_the_game(game.END_CROUPIERS_UNDO), "his commands are not undone by the croupier"
    SIGN_SLIPS = OF_THE_COUNTER, "sign slips, or lend his tablet for another's signature"
    SIGN_DIFFERENCE = JEFE, "be one of the two who sign a count that does not match"
    VOID_WAITING_SLIP = JEFE, "void any slip before its first step"
    VOID_SLIP_UNDER_WAY = OF_THE_CAGE, "void another's slip after its first step"
    VOID_DONE_EXCHANGE = JEFE, "void an exchange that is done, while its shift is open"
    SEE_EXPECTED_TRAY = MONEY_READERS, "see what a tray should hold; who may not counts it blind"
    READ_SLIPS_OF_CAGE = MONEY_READERS, "read the slips of the cage"

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
    "floor": READERS,
    "table": READERS,
    "wall": DEALERS | READERS | {Role.DISPLAY},
    "money": FLOOR | DIRECTORS,
    "counter": MONEY_READERS,
    "cage": MONEY_READERS,
    "timeline": READERS,
}
# Screens that one watches without touching them: they stay readable and live where a tablet is locked because nobody
# touched it, and only what is done on them asks for the PIN.
WATCHED = frozenset({"floor", "table", "timeline"})
PUBLIC = frozenset({"wall"})  # whose screens no lock closes
PAGES: Mapping[str, Roles] = {
    **SCREENS,
    "handover": Right.ACCEPT_HANDOVER.roles,
    "closings": _of_the_game(game.COMMANDS["close_table"]),
    "openings": _of_the_game(game.COMMANDS["open_table"]),
    **dict.fromkeys(("section", "duty-plan"), Right.STAFF_TABLES.roles),
    **dict.fromkeys(("record", "pass", "bundle", "sign-ins", "searches"), READERS),
    **dict.fromkeys(("reglamento", "article", "card", "find", "look"), STAFF),
    "why": DEALERS | READERS,
    "foreseen": SCREENS["money"],
    "foreseen-cage": SCREENS["cage"],
    "desk": SCREENS["counter"],
    "relief": DEALERS,
    **dict.fromkeys(
        ("administration", "people", "people-chosen", "people-data", "person", "tokens", "status"),
        ADMINISTRATORS,
    ),
    **dict.fromkeys(("house-tables", "house-table", "house-settings", "house-reglamentos"), ADMINISTRATORS),
    **dict.fromkeys(("status-numbers", "house-mails", "house-directory"), ADMINISTRATORS),
    "acts": ADMINISTRATORS | DIRECTORS | {Role.INSPECTOR},
}
REPORTS: Mapping[str, Roles] = {
    "dashboard": DIRECTORS | {Role.INSPECTOR},
    "reports": MONEY_READERS,
    "report-shift": MONEY_READERS,
    "report-floor": READERS,
    "report-table": READERS,
    "report-passes": READERS,
    "report-player": READERS,
    **dict.fromkeys(("report-yield", "report-hours", "report-banks", "report-tips"), READERS),
    # What a person is worth to the house, and how each who deals has done
    **dict.fromkeys(("report-guests", "report-dealers"), DIRECTORS | {Role.INSPECTOR}),
    "report-record": SCREENS["timeline"],
    "report-slips": MONEY_READERS,
    "report-differences": MONEY_READERS,
    "slip": FLOOR | DIRECTORS,
    "report-duty": READERS | ADMINISTRATORS,
}
SOCKETS: Mapping[str, Roles] = {
    "table": AT_A_TABLE,
    "floor": FLOOR | DIRECTORS,
    **{f"screens/{name}": roles for name, roles in SCREENS.items()},
}

Signers = Mapping[str, Roles]  # by the role of the requester
Steps = Mapping[str, Signers]


def _whoever_requested(signers: Roles) -> Signers:
    return dict.fromkeys(OF_THE_COUNTER, signers)


class SlipRights(NamedTuple):
    """The roles that may request a kind of slip, and those that may take each of its steps."""

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

# Addresses of the API, by name. The permission for each command or slip is checked separately.
API: Mapping[str, Roles] = {
    **dict.fromkeys(("tables", "reglamento", "article"), STAFF | OF_ONE_TABLE),
    **dict.fromkeys(("figures", "figures-tables"), OF_THE_HOUSE),
    "snapshot": AT_A_TABLE,
    **dict.fromkeys(("commands", "slips", "cage-slips"), GIVE_COMMANDS),
    "money": FLOOR | DIRECTORS,
    **dict.fromkeys(("duty", "duty-steps"), FLOOR),
    "corrections": DEALERS,
    "cage": MONEY_READERS,
    "steps": Right.SIGN_SLIPS.roles,
    **dict.fromkeys(("requests", "request-steps"), DEALERS | SUPERVISORS),
    "disputes": Right.MARK_DISPUTE.roles,
    "decision": Right.DECIDE_DISPUTE.roles,
    "decision-read": Right.READ_DECISION.roles,
    **dict.fromkeys(("calls", "calls-end"), Right.CALL_JEFE.roles),
    **dict.fromkeys(("tablet-end", "section"), Right.STAFF_TABLES.roles),
    "alert-seen": Right.NOTE_ALERTS.roles,
}


class Post(StrEnum):
    """The post of a person on duty at a table."""

    CROUPIER = "croupier"
    PAGADOR = "pagador"
    JEFE = "jefe"
    CAMBISTA = "cambista"


POSTS: Mapping[str, Roles] = {
    Post.CROUPIER: DEALERS,
    Post.PAGADOR: DEALERS,
    Post.JEFE: JEFE,
    Post.CAMBISTA: CAMBISTA,
}
DEALING: frozenset[str] = frozenset({Post.CROUPIER, Post.PAGADOR})  # they are relieved after a time
WATCHING: frozenset[str] = frozenset({Post.JEFE})  # at several tables at once


def has_right(role: str, right: str) -> bool:
    """Whether the role has the right with this name, as templates ask: `DECIDE_DISPUTE`."""
    return may(role, Right[right])


def may(role: str, right: Right) -> bool:
    """Whether `role` has that right."""
    return role in right.roles


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


def may_hold(role: str, post: str) -> bool:
    """Whether somebody of `role` may be on duty as `post`; False for one that does not exist."""
    return role in POSTS.get(post, NOBODY)

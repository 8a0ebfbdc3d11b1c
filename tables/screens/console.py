"""The croupier's console: the table as in the snapshot, and the pad that the phase needs."""

from collections.abc import Iterator
from itertools import chain

from casino.accounts.permissions import Right, Role, may, may_request_slip
from casino.common.chips import colours
from casino.common.currency import denominations
from tables.corrections import Correction, last_act
from tables.engine.phase import CARDS_OUT
from tables.facts.requests import requests_of
from tables.facts.staff import dealing
from tables.facts.table import cagnotte, decisions, disputes_with_seen, shift, unread
from tables.floor import SHOWN_RESULTS
from tables.house_reglamentos.shelf import resolve
from tables.labels.commands import (
    COMMAND_LABELS,
    INCIDENT_LABELS,
    command_object,
    command_said,
    correction_said,
    people_in,
)
from tables.labels.game import BANK_LABELS, BANK_OFFER_LABELS
from tables.names import with_gone
from tables.rules.cards import RANKS
from tables.rules.seats import SEATS
from tables.screen import Json, Screen, TableView
from tables.screens import console_pads as pads
from tables.screens.console_help import help_part
from tables.screens.console_incidents import incidents
from tables.screens.console_people import due_lines, people_of
from tables.screens.money import slips_for
from tables.screens.parts import Part, Shown, Together, rendering
from tables.screens.shoe import is_last_pass
from tables.screens.voice import Voice

LONGEST_NAME = 12  # on the key of undo, beside the amount
MOST_TIP_CHIPS = 6
SIDES = ("punto", "banca")
BANK_ACTS = frozenset(
    ("suite", "take_half", "raise_bank", "set_aside", "desist_bank", "pass_shoe", "associate")
)
UNSEEN = frozenset(("incident", "note"))  # acts that may leave the screen as it was
WALK = "accept_bank decline_bank decline_cut decline_suite house_takes_suite take_suite"  # answers in a walk

# Of each part: the fields of the snapshot that it shows, the commands that it offers, and what else.
PARTS: dict[str, Shown] = {
    "head": Shown(
        "reglamento suspended phase open pass.number shoe.number shoe.left limits"
        " bank.holder bank.stake names",
        "undo",
        "disputes slips requests declined done is_last",
    ),
    "center": Shown(
        "open phase auction.lead auction.minimum auction.round bank.stake bounds.accept_bank names offer suite"
        " pass.punto pass.banca pass.next pass.card_holder pass.will pass.held pass.covered pass.banco"
        " pass.result pass.natural"
        " settings.min_seated",
        f"{WALK} bid undo",
        "asked bidders staked seated sides company bank_offer_label amount ahead",
    ),
    "croupier": Shown("open bank.garaje", also="results cagnotte dealing"),
    "side": Shown(
        "pass.bets last_pass names chances", "join place_bet remove_bet", also="standing sides due_lines late"
    ),
    "pad": Shown(
        "suspended open phase pass.next pass.held pass.due bank.holder names bounds.accept_bank",
        "card burn_first will shuffle cut place_bet bid take_suite",
        "ranks riffles chips colours amount ranges purpose",
    ),
    "sheet": Shown(
        "phase suite bounds.accept_bank bounds.banco",
        "accept_bank remove_bet sit queue unqueue stand_up leave decline_cards repeat_bets take_suite banco join",
        "bettors standing company amount gives_tips",
    ),
    "bank": Shown(
        "bank suite names bounds.associate phase",
        f"{' '.join(sorted(BANK_ACTS))} take_suite",
        "company ahead ranges purpose",
    ),
    "requests": Shown(also="requests declined"),
    "disputes": Shown("open", also="disputes decided"),
    "decisions": Shown(also="unread"),
    "tip": Shown(also="gives_tips tip_chips"),
}
ACTS = Shown(
    "phase open suspended hint offer suite bounds.accept_bank bounds.banco names",
    f"undo incident note repeat_bets remove_bet will stop_card resume cut banco {WALK}",
    "bank_acts bank_label riffles asked amount repeats",
)
EMPTY_SEAT = Shown(commands="sit join")
TAKEN_SEAT = Shown("chances", "place_bet remove_bet")


def parts(view: TableView) -> Iterator[Part | Together]:
    """One part per seat, so that a bet changes one seat, and the parts around them."""
    snapshot = view.snapshot
    people = people_of(snapshot)
    also = _game(snapshot) | _people(people, snapshot) | _pads(snapshot, people)
    also |= _disputes(view) | {"slips": slips_for(view), "cagnotte": cagnotte(view)}
    also |= {"dealing": dealing(view)} | _tips(view)
    also |= {"done": _done(view), "ahead": view.outlooks(), "repeats": _repeats(view)}
    also |= requests_of(view)
    return chain(
        _seats(view, people),
        (
            Part(f"console-{name}", f"console/{name}.html", shown.of(view, also))
            for name, shown in PARTS.items()
        ),
        (_acts(view, also), help_part(view), incidents(view, also["company"])),
    )


def _tips(view: TableView) -> Json:
    """`gives_tips`: whether this role hands in a tip at the table now; `tip_chips`: of which it is added up."""
    newest = shift(view)
    counted = newest is not None and newest.end is None
    return {
        "gives_tips": counted and may_request_slip(view.role, "tip"),
        "tip_chips": sorted(denominations())[:MOST_TIP_CHIPS],
    }


def _disputes(view: TableView) -> Json:
    """`unread`: what was decided and waits for the eyes of this table's croupier."""
    reads = may(view.role, Right.READ_DECISION)
    return {
        "disputes": disputes_with_seen(view),
        "decided": decisions(view),
        "unread": unread(view) if reads else [],
    }


def _seats(view: TableView, people: dict[str, Json]) -> Iterator[Part]:
    snapshot = view.snapshot
    late = _is_late(snapshot)
    for number in SEATS:
        owner = people.get(snapshot["lent"].get(str(number)))
        person = people.get(snapshot["seats"][str(number)])
        seat = {"number": number, "owner": {"name": owner["name"]} if owner else None}
        shown = TAKEN_SEAT if person else EMPTY_SEAT
        shows = shown.of(view, seat=seat, person=person, late=late)
        yield Part(f"seat-{number}", "console/seat.html", shows)


def _done(view: TableView) -> Json | None:
    """The last act, where it left the rest of the screen as it was: what it was, and its article. None after others."""
    last = view.standing[0] if view.standing else None
    if last is None or last.name not in UNSEEN or last.version != view.version or not view.reglamento:
        return None
    said = last.command
    kind = said.get("kind", "")
    about = {name: value for name, value in said.items() if name != "kind"}
    return {
        "what": INCIDENT_LABELS[kind] if kind else COMMAND_LABELS[last.name],
        "detail": said.get("text") or command_object(about, view.snapshot["names"]),
        "article": said.get("article") or (kind and resolve(view.reglamento).article(kind)) or None,
    }


def _repeats(view: TableView) -> bool:
    """Whether the payment leads to the next bets, so that those which lie can be repeated with it."""
    lie = (view.snapshot["pass"] or {}).get("bets")
    return bool(lie) and view.after_payment() == "betting"


def _acts(view: TableView, also: Json) -> Part:
    """`undoes`: what the next undo takes back, None if nothing can be; `is_jefes`: whether only the jefe may;
    `corrected`: the corrected card, where that was the last act."""
    now = view.snapshot
    last = view.standing[0] if now["open"] and view.standing else None

    def read(speaker: Voice) -> Json:
        if last is None:
            return {"undoes": None, "is_jefes": False, "corrected": None}
        corrected = _corrected(view)
        if corrected:
            said = correction_said(corrected.was, corrected.card, corrected.hand)
            return {"undoes": said, "is_jefes": False, "corrected": corrected}
        known = with_gone(view.table, now["names"], people_in(last.command))
        names = {player: _shortened(name) for player, name in known.items()}
        undoes = command_said(last.command, names)
        return {
            "undoes": undoes,
            "corrected": None,
            "is_jefes": view.jefe_may_undo and "undo" not in now["actions"],
        }

    follows = (last and last.digest, now["names"], view.jefe_may_undo)
    return Part("console-acts", "console/acts.html", ACTS.of(view, also), follows, read)


def _corrected(view: TableView) -> Correction | None:
    now = view.snapshot
    says_why = may(view.role, Right.GIVE_REASON_FOR_UNDO)
    if view.table is None or says_why or now["phase"] not in CARDS_OUT or "undo" not in now["actions"]:
        return None
    hands = {side: now["pass"][side]["cards"] for side in SIDES}
    return last_act(view.table.pk, [made.number for made in view.standing], hands)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def _game(snapshot: Json) -> Json:
    return {
        "sides": SIDES,
        "is_last": is_last_pass(snapshot),
        "late": _is_late(snapshot),
        "ranks": RANKS,
        "staked": staked(snapshot),
        "results": snapshot["results"][-SHOWN_RESULTS:],
        "bank_label": BANK_LABELS.get(snapshot["bank_kind"]),
        "bank_offer_label": BANK_OFFER_LABELS.get(snapshot["bank_kind"]),
        "bank_acts": _has_bank_acts(snapshot),
    }


def _people(people: dict[str, Json], snapshot: Json) -> Json:
    """`company`: everybody by id and name."""
    return {
        "company": [{"id": person["id"], "name": person["name"]} for person in people.values()],
        "bettors": [person for person in people.values() if person["bets"]],
        "standing": [people[player] for player in snapshot["standing"]],
        "due_lines": due_lines(people, snapshot),
        "seated": sum(1 for person in people.values() if person["seat"]),
    }


def _pads(snapshot: Json, people: dict[str, Json]) -> Json:
    return {
        "chips": pads.chips(snapshot),
        "colours": colours(),
        "amount": pads.suggested_amount(snapshot),
        "asked": pads.asked(snapshot, people),
        "bidders": pads.bidders(snapshot, people),
        "riffles": pads.riffles(snapshot),
        "ranges": pads.ranges(snapshot),
        "purpose": pads.purpose(snapshot),
    }


def _has_bank_acts(snapshot: Json) -> bool:
    """Whether the sheet of the bank has a button. `take_suite`: of the house's bank, while no suite is on offer."""
    takes_from_house = "take_suite" in snapshot["actions"] and not snapshot["suite"]
    return takes_from_house or not BANK_ACTS.isdisjoint(snapshot["actions"])


def _is_late(snapshot: Json) -> bool:
    """Whether a bet comes after no va más: it is touched, and the server says by which article it is refused."""
    return snapshot["phase"] in CARDS_OUT and not snapshot["suspended"]


def staked(snapshot: Json) -> dict[str, int]:
    """The sum of the bets on each chance."""
    sums: dict[str, int] = {}
    for bet in (snapshot["pass"] or {}).get("bets", ()):
        sums[bet["chance"]] = sums.get(bet["chance"], 0) + bet["amount"]
    return sums


SCREEN = Screen(
    name="console",
    page="console/page.html",
    fragments=rendering(parts),
    gives_commands=True,
    tablet_of=frozenset(Role),
)

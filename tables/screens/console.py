"""The croupier's console: the table as in the snapshot, and the pad that the phase needs."""

from django.template.loader import render_to_string
from django.utils.functional import Promise

from casino.accounts.labels import ROLES
from casino.accounts.permissions import Right, Role, may
from tables.disputes import of_table
from tables.engine.incidents.consent import REDEAL
from tables.labels.game import BANK_LABELS, BANK_OFFER_LABELS
from tables.rules.cards import RANKS
from tables.rules.seats import SEATS
from tables.screen import Fragments, Json, Screen, TableView
from tables.screens import console_pads as pads
from tables.screens.console_people import people_of
from tables.screens.incident_guide import guides
from tables.screens.money import box, pending_for
from tables.screens.requests import requests_of

SHOWN_RESULTS = 12
PARTS = ("head", "center", "croupier", "side", "pad", "acts", "sheet", "bank", "incidents", "requests")
SIDES = ("punto", "banca")
BANK_ACTS = {"suite", "take_half", "raise_bank", "set_aside", "desist_bank", "pass_shoe", "associate"}


def fragments(view: TableView) -> Fragments:
    """One part per seat, so that a bet changes one seat, and the parts around them."""
    snapshot = view.snapshot
    people = people_of(snapshot)
    context = {"view": view, "snapshot": snapshot, "can": set(snapshot["actions"]), "people": people}
    context |= _game(snapshot) | _pads(snapshot, people)
    context |= {"disputes": len(of_table(view.slug)), "slips": pending_for(view.slug, view.role)}
    context |= {"cagnotte": box(view.slug, "cagnotte"), "consenting": _consenting()}
    context |= {"reasoned": _reasoned(view.role), **requests_of(view)}
    seats = {f"seat-{number}": _seat(context, people, number) for number in SEATS}
    parts = {f"console-{part}": render_to_string(f"console/{part}.html", context) for part in PARTS}
    return seats | parts


def _reasoned(role: str) -> set[str]:
    """The incidents of which this role says why."""
    return {REDEAL} if may(role, Right.REDEAL_KNOWN_CARDS) else set()


def _consenting() -> list[tuple[Role, Promise]]:
    """Who may consent to a burned shoe, with the label of the role."""
    return [(role, ROLES[role]) for role in Role if may(role, Right.CONSENT_TO_BURNED_SHOE)]


def _game(snapshot: Json) -> Json:
    return {
        "sides": SIDES,
        "ranks": RANKS,
        "staked": staked(snapshot),
        "results": snapshot["results"][-SHOWN_RESULTS:],
        "bank_label": BANK_LABELS.get(snapshot["bank_kind"]),
        "bank_offer_label": BANK_OFFER_LABELS.get(snapshot["bank_kind"]),
        "bank_acts": _has_bank_acts(snapshot),
        "guides": guides(snapshot["reglamento"]) if snapshot["open"] else [],
    }


def _pads(snapshot: Json, people: dict[str, Json]) -> Json:
    return {
        "standing": [people[player] for player in snapshot["standing"]],
        "seated": sum(1 for person in people.values() if person["seat"]),
        "chips": pads.chips(snapshot),
        "amount": pads.suggested_amount(snapshot),
        "asked": pads.asked(snapshot, people),
        "bidders": pads.bidders(snapshot, people),
        "riffles": pads.riffles(snapshot),
    }


def _seat(context: Json, people: dict[str, Json], number: int) -> str:
    snapshot = context["snapshot"]
    seat = {"number": number, "owner": people.get(snapshot["lent"].get(str(number)))}
    person = people.get(snapshot["seats"][str(number)])
    return render_to_string("console/seat.html", context | {"seat": seat, "person": person})


def _has_bank_acts(snapshot: Json) -> bool:
    """Whether the sheet of the bank has a button. `take_suite`: of the house's bank, while no suite is on offer."""
    takes_from_house = "take_suite" in snapshot["actions"] and not snapshot["suite"]
    return takes_from_house or not BANK_ACTS.isdisjoint(snapshot["actions"])


def staked(snapshot: Json) -> dict[str, int]:
    """The sum of the bets on each chance."""
    sums: dict[str, int] = {}
    for bet in (snapshot["pass"] or {}).get("bets", ()):
        sums[bet["chance"]] = sums.get(bet["chance"], 0) + bet["amount"]
    return sums


SCREEN = Screen(
    name="console",
    page="console/page.html",
    fragments=fragments,
    gives_commands=True,
)

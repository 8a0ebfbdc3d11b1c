"""The croupier's console: the table as in the snapshot, and the pad that the phase needs."""

from django.template.loader import render_to_string

from tables.disputes import of_table
from tables.house_reglamentos.shelf import resolve
from tables.rules.cards import RANKS
from tables.rules.seats import SEATS
from tables.screen import Json, Screen, TableView
from tables.screens import console_pads as pads
from tables.screens.console_people import people_of
from tables.screens.incident_guide import guides
from tables.screens.money import box, waits_here

SHOWN_RESULTS = 12
PARTS = ("head", "center", "croupier", "side", "pad", "acts", "sheet", "bank", "incidents")
SIDES = ("punto", "banca")
BANK_ACTS = {"suite", "take_half", "raise_bank", "set_aside", "desist_bank", "pass_shoe", "associate"}


def fragments(view: TableView) -> dict[str, str]:
    """One part a seat, so that a bet changes one seat, and the parts around them."""
    people = people_of(view.snapshot)
    context = {"view": view, "snapshot": view.snapshot, "can": set(view.snapshot["actions"])}
    context |= _shown(view.snapshot, people) | {"disputes": len(of_table(view.slug))}
    context |= {"slips": waits_here(view.slug, view.role), "cagnotte": box(view.slug, "cagnotte")}
    seats = {f"seat-{number}": _seat(context, people, number) for number in SEATS}
    parts = {f"console-{part}": render_to_string(f"console/{part}.html", context) for part in PARTS}
    return seats | parts


def _shown(now: Json, people: dict[str, Json]) -> Json:
    return {
        "people": people,
        "standing": [people[player] for player in now["standing"]],
        "seated": sum(1 for person in people.values() if person["seat"]),
        "chances": chances(now),
        "sides": SIDES,
        "lying": lying(now),
        "results": now["results"][-SHOWN_RESULTS:],
        "chips": pads.chips(now),
        "amount": pads.suggested_amount(now),
        "asked": pads.asked(now, people),
        "bidders": pads.bidders(now, people),
        "riffles": pads.riffles(now),
        "ranks": RANKS,
        "has_bank": now["open"] and resolve(now["reglamento"]).bank != "house",
        "shares_bank": now["open"] and resolve(now["reglamento"]).bank == "cover",
        "bank_acts": _bank_acts(now),
        "guides": guides(now["reglamento"]) if now["open"] else [],
    }


def _seat(context: Json, people: dict[str, Json], number: int) -> str:
    player = context["snapshot"]["seats"][str(number)]
    seat = {"number": number, "owner": people.get(context["snapshot"]["lent"].get(str(number)))}
    return render_to_string("console/seat.html", context | {"seat": seat, "person": people.get(player)})


def _bank_acts(now: Json) -> bool:
    house_suite = now["phase"] == "betting" and "take_suite" in now["actions"]
    return house_suite or not BANK_ACTS.isdisjoint(now["actions"])


def chances(now: Json) -> tuple[str, ...]:
    """What can be bet on at this table: the reglamento's chances, a tie only where the house offers it."""
    if not now["open"]:
        return ()
    offered: tuple[str, ...] = resolve(now["reglamento"]).chances
    return tuple(chance for chance in offered if chance != "tie" or now["settings"]["tie_bet"])


def lying(now: Json) -> dict[str, int]:
    """What lies on each chance in all."""
    sums: dict[str, int] = {}
    for bet in (now["pass"] or {}).get("bets", ()):
        sums[bet["chance"]] = sums.get(bet["chance"], 0) + bet["amount"]
    return sums


SCREEN = Screen(
    name="console",
    roles=frozenset({"croupier", "jefe"}),
    page="console/page.html",
    fragments=fragments,
    gives_commands=True,
)

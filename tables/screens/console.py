"""The croupier's console: the table as the snapshot says it is, and the pad that the phase needs."""

from django.template.loader import render_to_string

from tables.rules.cards import RANKS
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.seats import SEATS
from tables.screens import console_pads as pads
from tables.screens.incident_guide import guide
from tables.screens.registry import Json, Screen, TableView

SHOWN_RESULTS = 12
PARTS = ("head", "center", "croupier", "side", "pad", "acts", "sheet", "incidents")


def fragments(view: TableView) -> dict[str, str]:
    """One part a seat, so that a bet changes one seat, and the parts around them."""
    people = people_of(view.snapshot)
    context = {"view": view, "snapshot": view.snapshot, "can": set(view.snapshot["actions"])} | _shown(
        view, people
    )
    seats = {f"seat-{number}": _seat(context, people, number) for number in SEATS}
    parts = {f"console-{part}": render_to_string(f"console/{part}.html", context) for part in PARTS}
    return seats | parts


def _shown(view: TableView, people: dict[str, Json]) -> Json:
    now = view.snapshot
    return {
        "people": people,
        "standing": [people[player] for player in now["standing"]],
        "free_seats": [
            int(seat) for seat, player in now["seats"].items() if not player and seat not in now["lent"]
        ],
        "chances": chances(now),
        "sides": ("punto", "banca"),
        "results": now["results"][-SHOWN_RESULTS:],
        "chips": pads.chips(now),
        "amount": pads.suggested_amount(now),
        "asked": pads.asked(now, people),
        "bidders": [people[player] | bid for player, bid in pads.bids(now).items()],
        "riffles": pads.riffles(now),
        "ranks": RANKS,
        "has_bank": now["open"] and REGLAMENTOS[now["reglamento"]].bank != "house",
        "guide": guide(now["reglamento"]) if now["open"] else [],
    }


def _seat(context: Json, people: dict[str, Json], number: int) -> str:
    player = context["snapshot"]["seats"][str(number)]
    seat = {"number": number, "owner": context["snapshot"]["lent"].get(str(number))}
    return render_to_string("console/seat.html", context | {"seat": seat, "person": people.get(player)})


def people_of(now: Json) -> dict[str, Json]:
    """Everybody at the table, by id: name, seat, bets, and what marks them."""
    seat_of = {player: int(seat) for seat, player in now["seats"].items() if player}
    current, bank, shoe = now["pass"] or {}, now["bank"] or {}, now["shoe"] or {}
    bets: dict[str, dict[str, int]] = {}
    for bet in current.get("bets", ()):
        bets.setdefault(bet["player"], {})[bet["chance"]] = bet["amount"]
    return {
        player: {
            "id": player,
            "name": name,
            "seat": seat_of.get(player),
            "bets": bets.get(player, {}),
            "banks": player == bank.get("holder"),
            "has_shoe": player == shoe.get("holder"),
            "takes_cards": player == current.get("card_holder"),
            "asked": player == _asked(now),
            "waits": player in now["waiting"],
        }
        for player, name in now["names"].items()
    }


def _asked(now: Json) -> str | None:
    walk = now["offer"] or now["suite"] or now["cutting"]
    return walk["asked"] if walk else None


def chances(now: Json) -> tuple[str, ...]:
    """What can be bet on at this table: the reglamento's chances, a tie only where the house offers it."""
    if not now["open"]:
        return ()
    offered: tuple[str, ...] = REGLAMENTOS[now["reglamento"]].chances
    return tuple(chance for chance in offered if chance != "tie" or now["settings"]["tie_bet"])


SCREEN = Screen(
    name="console",
    roles=frozenset({"croupier", "jefe"}),
    page="console/page.html",
    fragments=fragments,
    acts=True,
)

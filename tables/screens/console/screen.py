"""The croupier's console: the table as in the snapshot, and the pad that the phase needs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from casino.common.answers import LOCAL
from casino.common.currency import denominations
from casino.common.currency.chips import colours
from casino.common.json_input import Json
from casino.people.permissions import Right, Role, may, may_request_slip
from tables.door.corrections import Correction, last_act
from tables.engine.state import CARDS_OUT, Bet
from tables.record.reglamentos.catalogue import resolve
from tables.rules.cards import RANKS
from tables.rules.seats import MOST_SEATS
from tables.screens.console import chances, pads
from tables.screens.console.incidents import guides_of, incidents_of
from tables.screens.fragments import Part, rendering
from tables.screens.money.screen import slips_for
from tables.screens.people import due_lines, people_of, staked
from tables.screens.roads import is_last_pass
from tables.view.facts.calls import call_of
from tables.view.facts.requests import requests_of
from tables.view.facts.staff import dealing, named, watching
from tables.view.facts.table import (
    cagnotte,
    decisions,
    disputes_with_seen,
    regulars,
    shift,
    undoable,
    unread,
)
from tables.view.floor import SHOWN_RESULTS
from tables.view.labels.announcing import announcement
from tables.view.labels.commands import (
    COMMAND_LABELS,
    INCIDENT_LABELS,
    command_object,
    command_said,
    correction_said,
    people_in,
)
from tables.view.labels.game import BANK_LABELS, BANK_OFFER_LABELS, SUIT_SIGNS
from tables.view.labels.help import HELP, SUSPENDED
from tables.view.names import with_gone
from tables.view.screen import Screen, TableView

LONGEST_NAME = 16  # on the key of undo, beside the amount
MOST_TIP_CHIPS = 6
SIDES = ("punto", "banca")
BANK_ACTS = frozenset(
    ("suite", "take_half", "raise_bank", "set_aside", "desist_bank", "pass_shoe", "associate")
)
UNSEEN = frozenset(("incident", "note"))  # acts that may leave the screen as it was
PARTS = (
    "acts",
    "bank",
    "center",
    "croupier",
    "disputes",
    "grave",
    "head",
    "help",
    "incidents",
    "called",
    "more",
    "pad",
    "requests",
    "sheet",
    "side",
    "tip",
)


def parts(view: TableView) -> tuple[Json, Iterator[Part]]:
    """One part per seat, so that a bet changes one seat, the parts around them, and one per kind of incident."""
    snapshot = view.snapshot
    people = people_of(snapshot)
    shown = _game(view) | _people(people, view) | _pads(snapshot, people) | _disputes(view) | _tips(view)
    shown |= {"slips": slips_for(view), "cagnotte": cagnotte(view), "dealing": dealing(view)}
    shown |= {"done": _done(view), "ahead": view.previews(), "repeats": _repeats(view)}
    shown |= {"repeatable": {bet.player for bet in _to_repeat(view)}}
    shown |= requests_of(view) | _undo(view) | _help(view) | incidents_of(view)
    around = (Part(f"console-{name}", f"console/{name}.html") for name in PARTS)
    return shown, chain(_seats(view, people), around, guides_of(view))


def _tips(view: TableView) -> Json:
    """`gives_tips`: whether this role hands in a tip at the table now; `tip_chips`: of which it is added up."""
    newest = shift(view)
    counted = newest is not None and newest.end is None
    return {
        "gives_tips": counted and may_request_slip(view.role, "tip"),
        "tip_chips": sorted(denominations())[:MOST_TIP_CHIPS],
    }


def _disputes(view: TableView) -> Json:
    """`unread`: what was decided and waits for the eyes of this table's croupier; `watched_by`: who watches the table,
    `called`: the call that stands, and `calls`: whether this role may call."""
    reads = may(view.role, Right.READ_DECISION)
    return {
        "watched_by": watching(view),
        "named": named(view),
        "called": call_of(view),
        "calls": may(view.role, Right.CALL_JEFE),
        "disputes": disputes_with_seen(view),
        "decided": decisions(view),
        "unread": unread(view) if reads else [],
    }


def _seats(view: TableView, people: dict[str, Json]) -> Iterator[Part]:
    """One part per place round the table, in the order of the seats; the last of them may have none."""
    snapshot = view.snapshot
    places = zip_longest(range(1, MOST_SEATS + 1), snapshot["seats"].items(), fillvalue=("", None))
    for place, (number, player) in places:
        owner = people.get(snapshot["lent"].get(number))
        seat = (
            {"number": int(number), "owner": {"name": owner["name"]} if owner else None} if number else None
        )
        yield Part(f"seat-{place}", "console/seat.html", {"seat": seat, "person": people.get(player or "")})


def _done(view: TableView) -> Json | None:
    """The last act, where it left the rest of the screen as it was: what it was, and its article. None after others."""
    last = next(iter(undoable(view)), None)
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


def _to_repeat(view: TableView) -> Sequence[Bet]:
    """The command is taken while bets are taken, whatever it adds; its key only where it adds something."""
    return view.to_repeat() if "repeat_bets" in view.snapshot["actions"] else ()


def _undo(view: TableView) -> Json:
    """`undoes`: what the next undo takes back, None if nothing can be; `is_jefes`: whether only the jefe may;
    `corrected`: the corrected card, where that was the last act."""
    now = view.snapshot
    last = next(iter(undoable(view)), None) if now["open"] else None
    if last is None:
        return {"undoes": None, "is_jefes": False, "corrected": None}
    corrected = _corrected(view)
    if corrected:
        said = correction_said(corrected.was, corrected.card, corrected.hand)
        return {"undoes": said, "is_jefes": False, "corrected": corrected}
    known = with_gone(view.table, now["names"], people_in(last.command))
    names = {player: _shortened(name) for player, name in known.items()}
    return {
        "undoes": command_said(last.command, names),
        "corrected": None,
        "is_jefes": view.jefe_may_undo and "undo" not in now["actions"],
    }


def _corrected(view: TableView) -> Correction | None:
    now = view.snapshot
    says_why = may(view.role, Right.GIVE_REASON_FOR_UNDO)
    if view.table is None or says_why or now["phase"] not in CARDS_OUT or "undo" not in now["actions"]:
        return None
    hands = {side: now["pass"][side]["cards"] for side in SIDES}
    return last_act(view.table.pk, [made.number for made in undoable(view)], hands)


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def _game(view: TableView) -> Json:
    snapshot = view.snapshot
    return {
        "sides": SIDES,
        **chances.shown(view),
        "is_last": is_last_pass(snapshot),
        "late": _is_late(snapshot),
        "withheld": _withheld(view),
        "ranks": RANKS,
        "suit_signs": [*SUIT_SIGNS.items()],
        "staked": staked(snapshot),
        "bettors_on": _bettors_on(snapshot),
        "announced": announcement(snapshot),
        "results": snapshot["results"][-SHOWN_RESULTS:],
        "bank_label": BANK_LABELS.get(snapshot["bank_kind"]),
        "bank_offer_label": BANK_OFFER_LABELS.get(snapshot["bank_kind"]),
        "bank_acts": _has_bank_acts(snapshot),
    }


def _withheld(view: TableView) -> Json | None:
    """Why the table cannot go on: the engine's refusal of the command that would lead on, and its article."""
    refusal = view.withheld()
    if refusal is None:
        return None
    return {"reason": refusal.text(LOCAL), "article": refusal.article}


def _people(people: dict[str, Json], view: TableView) -> Json:
    """`company`: everybody by id and name; `beside`: see `chances.beside`."""
    snapshot = view.snapshot
    return {
        "company": [
            {name: person[name] for name in ("id", "name", "commission")} for person in people.values()
        ],
        "bettors": [person for person in people.values() if person["bets"]],
        "standing": [people[player] for player in snapshot["standing"]],
        "due_lines": chances.in_order_of_working(view, due_lines(people, snapshot)),
        "beside": chances.beside(view, people),
        "regulars": regulars(view),
        "seated": sum(1 for person in people.values() if person["seat"]),
        "seats_of": {player: person["seat"] for player, person in people.items()},
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


def _bettors_on(snapshot: Json) -> dict[str, int]:
    """Chance → how many people have a bet there."""
    return Counter(bet["chance"] for bet in (snapshot["pass"] or {}).get("bets", ()))


def _has_bank_acts(snapshot: Json) -> bool:
    """Whether the sheet of the bank has a button. `take_suite`: of the house's bank, while no suite is on offer."""
    takes_from_house = "take_suite" in snapshot["actions"] and not snapshot["suite"]
    return takes_from_house or not BANK_ACTS.isdisjoint(snapshot["actions"])


def _is_late(snapshot: Json) -> bool:
    """Whether a bet comes after no va más: it is touched, and the server says by which article it is refused."""
    return snapshot["phase"] in CARDS_OUT and not snapshot["suspended"]


def _help(view: TableView) -> Json:
    """The help: what is done now, the keys, and the articles of the table's reglamento."""
    now = view.snapshot
    found = SUSPENDED if now["suspended"] else HELP[now["phase"]]
    return {"help": found, "articles": _articles(view.reglamento, found.rules)}


def _articles(reglamento: str | None, rules: tuple[str, ...]) -> list[str]:
    """The numbers of the articles that decide now, each once."""
    if reglamento is None:
        return []
    cited = (resolve(reglamento).article(rule) for rule in rules)
    return list(dict.fromkeys(number for number in cited if number))


SCREEN = Screen(
    name="console",
    page="console/page.html",
    fragments=rendering(parts),
    gives_commands=True,
    tablet_of=frozenset(Role),
)

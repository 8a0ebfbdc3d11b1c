"""The people at the table, as the console shows them: place, bets, marks, and what they were paid."""

from casino.common.json_input import Json
from tables.engine.state import CARDS_OUT

WALKS = ("offer", "suite", "cutting")  # phases in which one after the other is asked, and their fields
TAKING = frozenset(("accept_bank", "take_suite"))
Sums = dict[str, dict[str, int]]


def people_of(now: Json) -> dict[str, Json]:
    """Everybody at the table by id: the seated in the order of their seats, then the standing in order of arrival."""
    seat_of = {player: int(seat) for seat, player in now["seats"].items() if player}
    lies, paid, due = _bets(now), _paid(now), _due(now)
    commission = {owed["player"]: owed["due"] for owed in now["commission"]}
    order = sorted(now["names"], key=lambda player: seat_of.get(player, len(now["seats"]) + 1))
    return {
        player: {
            "id": player,
            "name": now["names"][player],
            "seat": seat_of.get(player),
            "bets": lies.get(player, {}),
            "paid": paid.get(player, {}),
            "due": due.get(player, {}),
            "waits": _place(now["waiting"], player),
            "commission": commission.get(player),
            **_marks(now, player),
        }
        for player in order
    }


def _marks(now: Json, player: str) -> Json:
    current, bank, shoe = now["pass"] or {}, now["bank"] or {}, now["shoe"] or {}
    banks = player == bank.get("holder")
    return {
        "stake": bank["stake"] if banks else None,
        "banks": banks,
        "associate": player == bank.get("associate"),
        "has_shoe": banks or player == shoe.get("holder"),
        "takes_cards": player == current.get("card_holder"),
        "asked": player == asked_now(now),
        "answers": _may_answer(now, player),
        "is_plain": _is_plain(now, player),
        "suivi": player == now["bounds"].get("banco", {}).get("suivi"),
    }


def _is_plain(now: Json, player: str) -> bool:
    """Whether nothing hangs on him but his place: he holds, owes, lends and waits for nothing, and is not asked."""
    current, bank, shoe = now["pass"] or {}, now["bank"] or {}, now["shoe"] or {}
    bound = (
        *(bank.get("holder"), bank.get("associate"), shoe.get("holder"), current.get("card_holder")),
        *(now["lent"].values() if now["lent"] else ()),
        *(owed["player"] for owed in now["commission"]),
        *now["waiting"],
        asked_now(now),
    )
    return player not in bound and now["phase"] not in (*WALKS, "auction", *CARDS_OUT)


def _may_answer(now: Json, player: str) -> bool:
    """Whether he may say that he takes what is offered: whoever is asked before him does not want it then."""
    walk = walk_of(now)
    if walk is None or now["phase"] == "cutting" or TAKING.isdisjoint(now["actions"]):
        return False
    return player not in walk["declined"]


def walk_of(now: Json) -> Json | None:
    """The walk under way; None outside one. An offer or a suite may be waiting meanwhile for a new shoe."""
    walk: Json | None = now[now["phase"]] if now["phase"] in WALKS else None
    return walk


def asked_now(now: Json) -> str | None:
    """The person asked in the walk under way: a player, `standing`, `house`, `croupier`; None outside one."""
    walk = walk_of(now)
    return walk["asked"] if walk else None


def _place(queue: list[str], player: str) -> int | None:
    return queue.index(player) + 1 if player in queue else None


def _bets(now: Json) -> Sums:
    found: Sums = {}
    for bet in (now["pass"] or {}).get("bets", ()):
        found.setdefault(bet["player"], {})[bet["chance"]] = bet["amount"]
    return found


def _due(now: Json) -> dict[str, dict[str, Json]]:
    """Of each player the lines of the payment that is to be confirmed, by chance."""
    found: dict[str, dict[str, Json]] = {}
    for line in ((now["pass"] or {}).get("due") or {}).get("settlements", ()):
        if line["player"]:
            found.setdefault(line["player"], {})[line["chance"]] = {**line, "way": way_of(line["net"])}
    return found


def due_lines(people: dict[str, Json], now: Json) -> list[Json]:
    """The payment that is to be confirmed, in the order in which a croupier works: from seat to seat he takes what was
    lost, then he pays; the bank comes last."""
    due = (now["pass"] or {}).get("due") or {"settlements": ()}
    places = {player: place for place, player in enumerate(people)}
    order = sorted(
        due["settlements"],
        key=lambda line: (line["chance"] == "bank", line["net"] > 0, places.get(line["player"], len(places))),
    )
    return [_line(line, people.get(line["player"])) for line in order]


def _line(line: Json, person: Json | None) -> Json:
    """`who`: for the element's id."""
    named = person or {"id": "house", "name": None, "seat": None}
    return {
        **line,
        "way": way_of(line["net"]),
        "who": named["id"],
        "name": named["name"],
        "seat": named["seat"],
    }


def way_of(net: int) -> str:
    """Which way the money goes, as a class of the element."""
    return "wins" if net > 0 else "loses" if net < 0 else "stays"


def staked(now: Json) -> dict[str, int]:
    """The sum of the bets on each chance."""
    sums: dict[str, int] = {}
    for bet in (now["pass"] or {}).get("bets", ()):
        sums[bet["chance"]] = sums.get(bet["chance"], 0) + bet["amount"]
    return sums


def _paid(now: Json) -> Sums:
    """The amounts that the last pass brought, until no va más of the next."""
    last = now["last_pass"]
    found: Sums = {}
    if last and now["pass"] and now["phase"] not in CARDS_OUT:
        for line in last["settlements"]:
            found.setdefault(line["player"], {})[line["chance"]] = line["win"] - line["deduction"]
    return found

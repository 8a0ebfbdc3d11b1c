"""The people at the table, as the console shows them: place, bets, marks, and what they were paid."""

from tables.screen import Json

Sums = dict[str, dict[str, int]]


def people_of(now: Json) -> dict[str, Json]:
    """Everybody at the table by id: the seated in the order of their seats, then the standing in order of arrival."""
    seat_of = {player: int(seat) for seat, player in now["seats"].items() if player}
    lies, paid = _bets(now), _paid(now)
    order = sorted(now["names"], key=lambda player: seat_of.get(player, len(now["seats"]) + 1))
    return {
        player: {
            "id": player,
            "name": now["names"][player],
            "seat": seat_of.get(player),
            "bets": lies.get(player, {}),
            "paid": paid.get(player, {}),
            "waits": _place(now["waiting"], player),
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
    }


def asked_now(now: Json) -> str | None:
    """Who is asked in the walk under way: a player, `standing`, `house`, `croupier`; None outside one."""
    walk = now["offer"] or now["suite"] or now["cutting"]
    return walk["asked"] if walk else None


def _place(queue: list[str], player: str) -> int | None:
    return queue.index(player) + 1 if player in queue else None


def _bets(now: Json) -> Sums:
    found: Sums = {}
    for bet in (now["pass"] or {}).get("bets", ()):
        found.setdefault(bet["player"], {})[bet["chance"]] = bet["amount"]
    return found


def _paid(now: Json) -> Sums:
    """The payments of the last pass, until the first card of the next lies on the table."""
    current, last = now["pass"], now["last_pass"]
    found: Sums = {}
    if last and current and not current["punto"]["cards"] and not current["banca"]["cards"]:
        for line in last["settlements"]:
            found.setdefault(line["player"], {})[line["chance"]] = line["win"] - line["deduction"]
    return found

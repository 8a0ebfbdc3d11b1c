"""Acts possible at a table now, as the snapshot writes it: bounds of amounts, and choices."""

from collections.abc import Iterable

from casino.common.json_input import Json
from tables.engine import Bounds, Game
from tables.engine.auction.handlers import bidders
from tables.engine.available import bounds_of
from tables.engine.betting.stakes import chances_offered
from tables.engine.cover.handlers import associates, kinds_possible

# Commands whose bounds the snapshot shows: command to field.
BOUNDED = {
    "accept_bank": "amount",
    "raise_bank": "amount",
    "take_suite": "amount",
    "set_aside": "amount",
    "cut": "depth",
    "shuffle": "riffles",
}


def bounds_now(game: Game, possible: list[str]) -> Json:
    """Command to field to bounds, for the commands that are possible now."""
    found = {
        name: {field: written(bounds_of(game, name))} for name, field in BOUNDED.items() if name in possible
    }
    shown = {name: fields for name, fields in found.items() if all(fields.values())}
    return {**shown, **_choices(game, possible)}


def _choices(game: Game, possible: list[str]) -> Json:
    """Bounds over all players who could give the command, and choices that are not amounts."""
    choices: Json = {}
    if "place_bet" in possible:
        choices["place_bet"] = {"amount": _any_bet(game)}
    if "bid" in possible:
        choices["bid"] = {"amount": written(over(bidders(game).values()))}
    if "banco" in possible:
        kinds = kinds_possible(game)
        choices["banco"] = {"kind": kinds, "suivi": game.state.last_banco if "suivi" in kinds else None}
    if "associate" in possible:
        choices["associate"] = {"player": associates(game)}
    return choices


def _any_bet(game: Game) -> Json | None:
    each = (
        bounds_of(game, "place_bet", player=player, chance=chance)
        for player in game.state.names
        for chance in chances_offered(game)
    )
    return written(over(found for found in each if found))


def over(several: Iterable[Bounds]) -> Bounds | None:
    """The least and the most of several bounds; None where there are none."""
    found = list(several)
    if not found:
        return None
    least, most = min(one.minimum for one in found), max(one.maximum for one in found)
    return Bounds(least, most, found[0].step)


def written(bounds: Bounds | None) -> Json | None:
    """Bounds as JSON; None where there are none."""
    if bounds is None:
        return None
    return {"minimum": bounds.minimum, "maximum": bounds.maximum, "step": bounds.step}


def range_of(bounds: Bounds | None) -> Json:
    """Minimum and maximum as fields of an offer; null if there are none."""
    found = written(bounds) or {}
    return {"minimum": found.get("minimum"), "maximum": found.get("maximum")}

"""The bets on the table, what may be added to them, and what of them a lowered maximum sends back (argentina arts. 2,
3)."""

from collections.abc import Iterable
from fractions import Fraction

from tables.engine.game import Game
from tables.engine.state import Bet, ChanceLimits, State
from tables.engine.table.settings import share_of
from tables.rules import odds
from tables.rules.chances import Chance
from tables.rules.money import rounded_down

NO_AMOUNTS = ChanceLimits()


def lies_on(state: State, player: str, *chances: str) -> int:
    """The player's bet on the chance, or on several; 0 without one."""
    lies = 0
    for bet in state.current.bets:
        if bet.player == player and bet.chance in chances:
            lies += bet.amount
    return lies


def covered(game: Game) -> int:
    """The sum of all bets: in chemin de fer, what the bank must cover."""
    return sum([bet.amount for bet in game.state.current.bets])


def sides(game: Game) -> tuple[str, ...]:
    """The chances that share a person's one maximum: punto first, then banca."""
    return tuple([chance.slug for chance in game.rules.chances if chance.main])


def room_on(game: Game, player: str, chance: str) -> int:
    """The rest of the player's maximum on the chance. Punto and banca share one (argentina art. 3)."""
    together = sides(game) if game.rules.chance(chance).main else (chance,)
    return largest_bet(game, chance) - lies_on(game.state, player, *together)


def least_bet(game: Game, chance: str) -> int:
    """The least that may lie on the chance: the jefe's amount, or its share of the minimum rounded up to the chip."""
    limits = game.state.limits
    amount = limits.chances.get(chance, NO_AMOUNTS).minimum
    if amount is not None:
        return amount
    share = game.rules.chance(chance).minimum
    return limits.minimum if share == 1 else -rounded_down(-_part(limits.minimum, share), limits.chip)


def largest_bet(game: Game, chance: str) -> int:
    """The largest bet of one person on the chance, if nothing else lies there: the jefe's amount, or a share of the
    maximum. A share that the table's setting says is exact; every other one is rounded down to the chip."""
    limits, which = game.state.limits, game.rules.chance(chance)
    amount = limits.chances.get(chance, NO_AMOUNTS).maximum
    if amount is not None:
        return amount
    if which.maximum_setting:
        share = share_of(game.state.settings[which.maximum_setting])
        return limits.maximum * share.numerator // share.denominator
    if which.maximum == 1:
        return limits.maximum
    return rounded_down(int(limits.maximum * which.maximum), limits.chip)


def _part(whole: int, share: Fraction) -> int:
    """A share of `whole`, rounded up to a unit of money."""
    return -(-whole * share.numerator // share.denominator)


def maximum_by_setting(game: Game) -> int:
    """The largest bet on the chance whose maximum is a setting of the table; 0 if it is not offered."""
    found = (chance.slug for chance in offered(game) if chance.maximum_setting)
    return sum(largest_bet(game, chance) for chance in found)


def offered(game: Game) -> tuple[Chance, ...]:
    """The chances that this table offers; one with a setting of its own only if the house has not set it to 0."""
    return odds.offered(game.rules, game.state.settings)


def chances_offered(game: Game) -> tuple[str, ...]:
    """The slugs of the chances that can be bet on at this table."""
    return tuple([chance.slug for chance in offered(game)])


def is_open(game: Game, chance: str, passes_on: int = 0) -> bool:
    """Whether the chance may be bet on in this pass, or so many passes later, of the shoe."""
    last, shoe = game.rules.chance(chance).until_pass, game.state.shoe
    if last is None or shoe is None:
        return True
    return game.state.current.number + passes_on - shoe.first_pass < last


def above_differential(game: Game) -> tuple[str, int] | None:
    """The side on which too much lies for the differential, and by how much it exceeds the other; None if it is
    kept."""
    most = game.state.limits.differential
    if most is None:
        return None
    on = dict.fromkeys(sides(game), 0)
    for bet in game.state.current.bets:
        if bet.chance in on:
            on[bet.chance] += bet.amount
    heavier = max(on, key=on.__getitem__)
    excess = on[heavier] - min(on.values())
    return (heavier, excess) if excess > most else None


def bets_of(state: State, *players: str) -> tuple[Bet, ...]:
    """The bets of these players."""
    return tuple([bet for bet in state.current.bets if bet.player in players])


def above_each_maximum(game: Game) -> tuple[Bet, ...]:
    """The stakes of each person above his maximum: his largest bet is trimmed first, equal ones punto first."""
    bettors = dict.fromkeys(bet.player for bet in game.state.current.bets)
    return tuple(part for player in bettors for part in _above_his_maximum(game, player))


def above_the_bank(game: Game, capacity: int) -> tuple[Bet, ...]:
    """The stakes that the bank no longer covers: the last bets are trimmed first (chemin-de-fer art. 14)."""
    return _taken_off(reversed(game.state.current.bets), covered(game) - capacity)


def _above_his_maximum(game: Game, player: str) -> tuple[Bet, ...]:
    bets, main = bets_of(game.state, player), sides(game)
    shared = [bet for bet in bets if bet.chance in main]
    shared.sort(key=lambda bet: (-bet.amount, main.index(bet.chance)))
    above = _taken_off(shared, sum(bet.amount for bet in shared) - game.state.limits.maximum)
    for chance in chances_offered(game):
        if chance not in main:
            most = rounded_down(largest_bet(game, chance), game.state.limits.chip)  # a stake is whole chips
            alone = [bet for bet in bets if bet.chance == chance]
            above += _taken_off(alone, sum(bet.amount for bet in alone) - most)
    return above


def _taken_off(bets: Iterable[Bet], excess: int) -> tuple[Bet, ...]:
    """Parts of the bets, in their order, that add up to the excess."""
    parts: list[Bet] = []
    for bet in bets:
        part = min(bet.amount, excess)
        if part > 0:
            parts.append(Bet(bet.player, bet.chance, part))
            excess -= part
    return tuple(parts)

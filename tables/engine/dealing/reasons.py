"""Reasons why somebody takes punto's cards, or a hand draws or stands (argentina arts. 17, 22–28, 47; slovenia 5)."""

from collections.abc import Iterator

from tables.engine.dealing.card_holder import candidates, leader
from tables.engine.dealing.drawing import banca_total, next_hand, third_value, will_is_open
from tables.engine.game import Fact, Game, Reason, facts
from tables.engine.state import Pass
from tables.rules.cards import total_of
from tables.rules.drawing import is_natural


def of_card_holder(game: Game) -> Iterator[Reason]:
    """The player who takes punto's cards, and the bets that decide it."""
    current, policy = game.state.current, game.cards_policy
    if policy is None or not (current.bets or current.card_holder):
        return
    able = candidates(game)
    before_no_va_mas = game.state.phase == "betting"
    holder = leader(game) if before_no_va_mas else current.card_holder
    called = current.banco.player if current.banco else None
    found = facts(
        Fact("largest_bets", tuple((bet.player, bet.amount) for bet in able), "stakes"),
        Fact("equal_bets", policy.nearest if _are_equal(game) else None, "word"),
        Fact("called_banco", called, "who"),
        Fact("declined", current.cards_declined, "people"),
        Fact("on_both", _on_both(current) if policy.punto_alone else (), "people"),
    )
    yield Reason(_rule_for(current, holder), found, holder)


def _rule_for(current: Pass, holder: str | None) -> str:
    if holder is None:
        return "croupier_shows_the_cards"
    return "cards_of_the_bank_before" if holder == current.card_right else "card_holder"


def _are_equal(game: Game) -> bool:
    amounts = [bet.amount for bet in candidates(game)]
    return len(amounts) > 1 and amounts[0] == amounts[1]


def _on_both(current: Pass) -> tuple[str, ...]:
    on = {
        chance: {bet.player for bet in current.bets if bet.chance == chance} for chance in ("punto", "banca")
    }
    return tuple(sorted(on["punto"] & on["banca"]))


def of_drawing(game: Game) -> Iterator[Reason]:
    """The drawing table's word on the cards on the table, as far as each hand is known."""
    current = game.state.current
    punto, banca = current.punto, current.banca
    if len(punto) < 2:
        return
    if len(banca) > 1 and (is_natural(total_of(punto[:2])) or is_natural(total_of(banca[:2]))):
        yield Reason("natural", (*_two("punto", punto), *_two("banca", banca)))
        return
    yield from _of_punto(game)
    if len(banca) > 1 and next_hand(game) in ("banca", None):
        yield from _of_banca(game)


def _of_punto(game: Game) -> Iterator[Reason]:
    current = game.state.current
    if will_is_open(game):
        yield Reason("will", _two("punto", current.punto), current.card_holder)
        return
    drew = len(current.punto) == 3 or next_hand(game) == "punto"
    croupier_stood = current.will == "stand" and current.card_holder is None
    rule = "croupier_stands_on_five" if croupier_stood else "punto_draw"
    found = facts(
        *_two("punto", current.punto),
        Fact("will", current.will, "word"),
        Fact("move", "draw" if drew else "stand", "word"),
    )
    yield Reason(rule, found, current.card_holder)


def _of_banca(game: Game) -> Iterator[Reason]:
    current, third = game.state.current, third_value(game.state.current)
    drew = len(current.banca) == 3 or next_hand(game) == "banca"
    found = facts(
        *_two("banca", current.banca),
        Fact("third_value", third),
        Fact("punto_stood", "yes" if third is None else None, "word"),
        Fact("choice", current.bank_choice, "word"),
        Fact("move", "draw" if drew else "stand", "word"),
        Fact("banca_total", banca_total(current)),
    )
    yield Reason("banca_draw", found)


def _two(hand: str, cards: tuple[str, ...]) -> tuple[Fact, ...]:
    return (Fact(f"{hand}_cards", cards[:2], "cards"), Fact(f"{hand}_two", total_of(cards[:2])))

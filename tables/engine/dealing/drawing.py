"""The drawing table applied to the pass in progress (argentina arts. 21–26, 28)."""

from tables.engine.game import Game
from tables.engine.state import LastPass, Pass
from tables.rules.cards import total_of, value_of
from tables.rules.drawing import NATURALS

TWO_EACH = ("punto", "banca", "punto", "banca")


def next_hand(game: Game) -> str | None:
    """The hand that receives the next card; None if no card is due."""
    current = game.state.current
    punto, banca = len(current.punto), len(current.banca)
    if punto < 2:
        return TWO_EACH[punto + banca]
    if banca == 1:
        return "banca"
    natural = _natural(current)
    if not natural and _punto_draws(game, current):
        return "punto"
    if banca == 0:
        return "banca"
    return "banca" if not natural and _banca_draws(game, current) else None


MESSAGES = {
    "dealing_order": "the other hand comes first",
    "natural": "eight or nine on two cards ends the pass",
    "croupier_stands_on_five": "nobody holds punto's cards, and it stands on five",
    "punto_draw": "it is punto's turn, or punto has its cards",
    "banca_draw": "it is banca's turn, or banca has its cards",
}


def forbids(game: Game, hand: str) -> str | None:
    """The rule that forbids a card to `hand` now; None if it may have one."""
    due, current = next_hand(game), game.state.current
    if hand == due:
        return None
    may_be_first = game.rules.face_down and hand == "punto" and not current.banca
    if may_be_first and len(current.punto) < 2:
        return None
    if len(current.punto) < 2 or (len(current.banca) == 1 and len(current.punto) == 2):
        return "dealing_order"
    if _natural(current):
        return "natural"
    if hand == "punto" and _croupier_stood(current):
        return "croupier_stands_on_five"
    return "punto_draw" if hand == "punto" or due == "punto" else "banca_draw"


def _croupier_stood(current: Pass) -> bool:
    """Whether punto stood because no player holds its cards (art. 28)."""
    return current.will == "stand" and current.card_holder is None and len(current.punto) == 2


def banca_lies_face_down(game: Game) -> bool:
    """Whether banca has cards that the players may not see yet: they are shown when punto has finished (argentina art.
    24)."""
    current = game.state.current
    if not current.banca or not game.rules.face_down:
        return False
    has_one_of_two = len(current.banca) == 1 and len(current.punto) == 2 and punto_lies_face_down(game)
    return len(current.punto) < 2 or has_one_of_two or will_is_open(game) or _punto_is_due(game)


def punto_lies_face_down(game: Game) -> bool:
    """Whether punto's first two cards may not be seen by the players yet. Where the banker may choose (chemin de fer),
    they are shown once he has acted: his last card is known, or his choice is made. A natural is shown at once."""
    current = game.state.current
    if not current.punto or not (game.rules.face_down and game.rules.drawing.free):
        return False
    has_acted = current.bank_choice is not None or len(current.banca) > 2 or game.state.phase == "resolved"
    return not (has_acted or _natural(current))


def will_is_open(game: Game) -> bool:
    """Whether punto has five on two cards and the will has not been spoken yet (art. 22)."""
    current = game.state.current
    if len(current.punto) != 2 or len(current.banca) == 1:
        return False
    spoken = current.will is not None or current.punto_told is not None
    if spoken or game.rules.drawing.punto_move(total_of(current.punto)) != "free":
        return False
    return not banca_has_natural(current)


def choice_is_open(game: Game) -> bool:
    """Whether the banker may still choose: 3 against 9, 5 against 4, or two cards that count 0."""
    current = game.state.current
    if current.bank_choice is not None or len(current.banca) != 2:
        return False
    if not (current.banca_counts_nothing or _may_choose(game, current)):
        return False
    return not (_punto_is_due(game) or will_is_open(game) or _natural(current))


def _may_choose(game: Game, current: Pass) -> bool:
    """Whether the table leaves banca's third card to the banker, against punto's cards as they are."""
    table = game.rules.drawing
    return bool(table.free) and table.banca_is_free(total_of(current.banca), third_value(current))


def banca_total(current: Pass | LastPass) -> int:
    """Banca's total. If its first two cards count 0, only the third counts."""
    return total_of(current.banca[2:] if current.banca_counts_nothing else current.banca)


def banca_has_natural(current: Pass) -> bool:
    """Whether banca has eight or nine on two cards, unless these count 0."""
    return current.banca[:2] in NATURALS and not current.banca_counts_nothing


def third_value(current: Pass) -> int | None:
    """The value of punto's third card; None if punto stood."""
    return value_of(current.punto[2]) if len(current.punto) == 3 else None


def _punto_is_due(game: Game) -> bool:
    current = game.state.current
    return not _natural(current) and _punto_draws(game, current)


def _punto_draws(game: Game, current: Pass) -> bool:
    """Whether punto takes a third card, natural or not."""
    if len(current.punto) != 2:
        return False
    if current.punto_told is not None:
        return current.punto_told == "draw"
    move = game.rules.drawing.punto_move(total_of(current.punto))
    return move == "draw" or (move == "free" and current.will == "draw")


def _banca_draws(game: Game, current: Pass) -> bool:
    """Whether banca takes a third card once punto has finished, natural or not."""
    if len(current.banca) != 2:
        return False
    if current.bank_choice in ("draw", "stand"):
        return current.bank_choice == "draw"
    if current.banca_counts_nothing:
        return current.bank_choice == "table"  # a total of 0 draws
    return game.rules.drawing.banca_move(total_of(current.banca), third_value(current)) == "draw"


def _natural(current: Pass) -> bool:
    """Whether a natural ends the pass. Punto's does not if the banker gave punto a card after a miscall (chemin de
    fer)."""
    if current.punto[:2] in NATURALS and current.punto_told != "draw":
        return True
    return banca_has_natural(current)

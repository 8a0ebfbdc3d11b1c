"""Totals of the cards of a pass, and the cards that the drawing table gives each hand.

A drawing table is data: `punto` is ten moves by its total, `banca` eleven moves for each of its totals 0…9 (by the
value of punto's third card 0…9, then for punto having stood). D draws, S stands, W is the player's choice. `free`
lists the (banca's total, third card's value) pairs in which the banker may choose.
"""

from shift_proof.faults import Broken, Json

VALUES = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0} | {str(number): number for number in range(2, 10)}
PUNTO_STOOD = 10
NATURAL = 8
LETTERS = {"punto": "P", "banca": "B", "tie": "T"}


def total_of(cards: list[str]) -> int:
    """The last digit of the sum."""
    return sum(map(_value, cards)) % 10


def result_of(current: Json) -> str:
    """The winner of the pass `current`: the higher total, or whoever did not forfeit."""
    if current["forfeit"]:
        return "banca" if current["forfeit"] == "punto" else "punto"
    punto, banca = totals_of(current)
    if punto == banca:
        return "tie"
    return "punto" if punto > banca else "banca"


def totals_of(current: Json) -> tuple[int, int]:
    """Punto's total and banca's, whose first two cards may count nothing (chemin-de-fer)."""
    banca = current["banca"][2:] if current["banca_counts_nothing"] else current["banca"]
    return total_of(current["punto"]), total_of(banca)


def check_draws(current: Json, drawing: Json) -> None:
    """Each hand has the cards that the table and the choices spoken give it, no more and no fewer."""
    if current["forfeit"]:
        return
    dealt = {"punto": len(current["punto"]), "banca": len(current["banca"])}
    if min(dealt.values()) < 2:
        raise Broken("paid with {punto} cards for punto and {banca} for banca", **dealt)
    for hand, draws in (("punto", _punto_draws(current, drawing)), ("banca", _banca_draws(current, drawing))):
        if dealt[hand] != 2 + draws:
            due = (
                "{hand} has {cards} cards, but by the drawing table it draws a third card"
                if draws
                else "{hand} has {cards} cards, but by the drawing table it stands"
            )
            raise Broken(due, hand=hand, cards=dealt[hand])


def _punto_draws(current: Json, drawing: Json) -> bool:
    if _natural(current):
        return False
    if current["punto_told"]:
        return bool(current["punto_told"] == "draw")
    move = drawing["punto"][total_of(current["punto"][:2])]
    return bool(move == "D" or (move == "W" and current["will"] == "draw"))


def _banca_draws(current: Json, drawing: Json) -> bool:
    if _natural(current):
        return False
    total, third = total_of(current["banca"][:2]), _third(current)
    choice, nothing = current["bank_choice"], current["banca_counts_nothing"]
    if choice in ("draw", "stand") and (nothing or [total, third] in drawing["free"]):
        return bool(choice == "draw")
    if nothing:
        return bool(choice == "table")  # nought draws
    return bool(drawing["banca"][total][third] == "D")


def _third(current: Json) -> int:
    punto = current["punto"]
    return _value(punto[2]) if len(punto) > 2 else PUNTO_STOOD


def _natural(current: Json) -> bool:
    """Eight or nine on two cards ends the pass, unless the two count nothing or punto was given a third (a miscall)."""
    banca = not current["banca_counts_nothing"] and total_of(current["banca"][:2]) >= NATURAL
    return banca or (current["punto_told"] != "draw" and total_of(current["punto"][:2]) >= NATURAL)


def _value(card: str) -> int:
    return VALUES[card.rstrip("cdhs")]

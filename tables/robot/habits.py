"""How lively a table is, and who may come to it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """People: how many sit at least and at most, and how many watch at most. The others are chances from 0 to 1.

    `moves`: somebody comes, goes or changes seat before a pass. `bets`, `repeats`: a person bets; all bet as before.
    `opens`, `outbids`: who is asked takes the bank; a bid is followed by another. `takes`: who is asked takes a suite.
    `ventures`: each of a bank's rarer acts, before each pass. `declines`: the cut or the cards go to another.
    """

    fewest: int = 5
    most: int = 9
    watchers: int = 3
    moves: float = 0.2
    bets: float = 0.75
    repeats: float = 0.25
    opens: float = 0.7
    outbids: float = 0.75
    takes: float = 0.4
    ventures: float = 0.1
    declines: float = 0.04


LIVELY = Habits()

# id → shown name: far more than ever sit at one table
CAST = {
    "ana": "Ana",
    "bea": "Bea",
    "carlos": "Carlos",
    "dora": "Dora",
    "emilio": "Emilio",
    "fatima": "Fátima",
    "gino": "Gino",
    "hilda": "Hilda",
    "inaki": "Iñaki",
    "jana": "Jana",
    "karl": "Karl",
    "lucia": "Lucía",
    "marko": "Marko",
    "nelida": "Nélida",
    "oscar": "Óscar",
    "pia": "Pía",
    "quique": "Quique",
    "rosa": "Rosa",
    "simon": "Simón",
    "tina": "Tina",
    "ulises": "Ulises",
    "vera": "Vera",
    "walter": "Walter",
    "ximena": "Ximena",
}

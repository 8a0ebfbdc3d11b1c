"""How lively a robot's table is, and who may come to it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How many people sit and stand, and the probabilities of what they do.

    `moves`: before a pass, somebody comes, goes or changes seat. `bets`: a person bets. `repeats`: all repeat their
    bets. `opens`: whoever is offered the bank takes it. `outbids`: a bid is followed by another. `takes`: whoever is
    offered a suite takes it. `rare_acts`: each of the rarer acts around a bank, before each pass. `declines`: the cut
    or punto's cards are declined.
    """

    min_seated: int = 5
    max_seated: int = 9
    max_standing: int = 3
    moves: float = 0.2
    bets: float = 0.75
    repeats: float = 0.25
    opens: float = 0.7
    outbids: float = 0.75
    takes: float = 0.4
    rare_acts: float = 0.1
    declines: float = 0.04


LIVELY = Behaviour()
WITHOUT_JEFE = Behaviour(takes=1.0)  # nobody is there who would take a suite for the house

# id → shown name: far more than ever sit at one table
PLAYERS = {
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

"""A house's own reglamento with a side bet, and a table that is played card by card."""

from collections.abc import Iterable

from tables.door.service import create_table, execute
from tables.record.odds import odds_of
from tables.record.reglamentos import catalogue
from tests.support.house import JEFE

CASA = """
slug = "casa"
title = "Casa"
base = "slovenia"
[[chance]]
slug = "dragon-7"
names = { es = "Dragón 7", en = "Dragon 7" }
pays = [{ winner = "banca", banca_total = 7, banca_cards = 3, to_one = 40 }]
"""
BANCA_WITH_SEVEN = "K 2 K 3 4 2"  # punto 4, banca 7 with three cards
PUNTO_WITH_NINE = "9 2 K 3"  # a natural
Bet = tuple[str, str, int]  # player, chance, amount


def give(slug: str, command: str, **fields: object) -> None:
    answer = execute(slug, {"command": command, **fields}, JEFE)
    assert answer.ok, answer.error


def opened(slug: str, text: str = CASA, **settings: object) -> None:
    """The table, made if there is none yet, is opened with the newest version of the house's file; two sit."""
    rules, _ = catalogue.add(text)
    odds_of.cache_clear()  # of the version with this number in the house of another test
    create_table(slug, slug)
    reopened(slug, rules.slug, **settings)


def reopened(slug: str, reglamento: str, **settings: object) -> None:
    limits = {"minimum": 10, "maximum": 10_000, "chip": 5}
    give(slug, "open_table", reglamento=reglamento, settings={"decks": 8, **settings}, **limits)
    for seat, player in enumerate(("ana", "bea"), 1):
        give(slug, "join", player=player, name=player.title())
        give(slug, "sit", player=player, seat=seat)
    give(slug, "shuffle", riffles=4)
    give(slug, "cut", depth=100)


def played(slug: str, bets: Iterable[Bet], cards: str) -> None:
    """A pass with these bets and cards, punto's and banca's in turn."""
    for player, chance, amount in bets:
        give(slug, "place_bet", player=player, chance=chance, amount=amount)
    give(slug, "close_betting")
    for number, card in enumerate(cards.split()):
        give(slug, "card", hand=("punto", "banca")[number % 2], card=card)
    give(slug, "settle")

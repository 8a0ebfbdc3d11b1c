"""Passes with bets on every chance of `tests/data/chances.json`, in house files of each base that pays its bets."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from casino.people.permissions import Role
from tables.door.service import Answer, game_of, read
from tables.engine import Game
from tables.engine.betting.stakes import is_open, offered
from tables.engine.dealing.drawing import next_hand
from tables.management.commands.play import TABLE, play_line
from tests.proof.shifts import key_in, opened

Json = dict[str, Any]
BETS: list[Json] = json.loads((Path(__file__).parents[1] / "data" / "chances.json").read_text())["chances"]
MOST_BLOCKS = 24  # in one file
PLAYERS = ("ana", "bea", "carl", "dora")
LIMITS = {"minimum": 20, "maximum": 1000, "chip": 10}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# Of some chances, so that limits of their own and the end of a chance are played.
OWN_LIMITS = {
    "small": 'until_pass = 4\nmaximum = "1/3"',
    "banca-dragon-bonus": "until_pass = 4",
    "egalite-8": 'minimum = "1/2"\nmaximum = "1/20"',
    "punto-pair": 'minimum = "1/2"\nmaximum = "1/10"',
}
# Of a punto that may stand with 5 a file with the usual odds is refused.
PAID_LESS = {("argentina", "egalite-5"): [{"winner": "tie", "punto_total": 5, "to_one": 80}]}


def files() -> list[list[Json]]:
    """The bets, so that none stands twice in a file: of each slug the first in the first file, and so on."""
    found: list[list[Json]] = []
    for bet in BETS:
        free = (file for file in found if len(file) < MOST_BLOCKS and bet["slug"] not in slugs_of(file))
        file = next(free, None)
        if file is None:
            found.append(file := [])
        file.append(bet)
    return found


def slugs_of(file: list[Json]) -> set[str]:
    return {bet["slug"] for bet in file}


def written(slug: str, base: str, file: list[Json]) -> str:
    """A house's file with these bets."""
    blocks = (_block({**bet, "pays": PAID_LESS.get((base, bet["slug"]), bet["pays"])}) for bet in file)
    return f'slug = "{slug}"\ntitle = "All"\nbase = "{base}"\n\n' + "\n".join(blocks)


def _block(bet: Json) -> str:
    names = ", ".join(f"{language} = {json.dumps(name)}" for language, name in bet["names"].items())
    pays = "\n".join(f"  {_table(line)}," for line in bet["pays"])
    rate = f'commission = "{bet.get("commission", 0)}"'
    block = f'[[chance]]\nslug = "{bet["slug"]}"\nnames = {{ {names} }}\n{rate}\npays = [\n{pays}\n]\n'
    return block + OWN_LIMITS.get(bet["slug"], "") + "\n"


def _table(line: Json) -> str:
    return "{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in line.items()) + " }"


def play(reglamento: str, random: Random, passes: int, **settings: Any) -> None:
    """That many passes, with undos of their payments, void ones, and limits that go down and up; then the shoe is
    burned."""
    rounding = random.choice(("player", "house", "nearest"))
    opened(reglamento, *LIMITS.values(), PLAYERS, stop_card=270, tie_bet="1/2", rounding=rounding, **settings)
    for number in count():
        game = the_game()
        if game.state.phase == "betting":
            if game.state.current.number > passes:
                break
            _bet(game, random)
        elif game.state.phase == "resolved":
            _pay(random)
        else:
            _go_on(game, random)
        assert number < 100 * passes, game.state.phase
    key_in("burn_shoe", by="jefe", reason="the night is over", consent="jefe")


def the_game() -> Game:
    return game_of(read(TABLE)[1], Role.JEFE)


def tried(command: str, **fields: Any) -> Answer:
    return play_line(json.dumps({"command": command, **fields}).encode())


def _go_on(game: Game, random: Random) -> None:
    """The next command of the shoe, the bank or the cards."""
    phase, state = game.state.phase, game.state
    if phase == "dealing" and random.random() < 0.03:
        key_in("void_pass", by="jefe", reason="a card fell")
    elif phase == "dealing":
        key_in("card", hand=next_hand(game), card=_card(game, random))
    elif phase == "will":
        key_in("will", choice=random.choice(("draw", "stand")))
    elif phase in ("seating", "shuffling"):
        key_in("shuffle", riffles=4)
    elif phase == "burning":
        key_in("burn_first", card="2")
    elif phase == "auction":
        key_in("bid", player="ana", amount=100)
        key_in("close_auction")
    elif phase == "cutting":
        asked = state.cutting and state.cutting.asked
        assert tried("cut", depth=100).ok or tried("cut", depth=100, player=asked or "ana").ok
    else:
        assert phase == "offer" and state.offer, phase
        amount = {"amount": 100} if game.rules.base == "argentina" else {}
        key_in("accept_bank", player=state.offer.asked, **amount)


def _card(game: Game, random: Random) -> str:
    """Often the second card of a hand is like the first, and often of a rank that makes naturals and ties."""
    current = game.state.current
    hand = current.punto if next_hand(game) == "punto" else current.banca
    if len(hand) == 1 and random.random() < 0.25:
        return hand[0] if random.random() < 0.5 else hand[0][:-1] + random.choice("cdhs")
    return random.choice(RANKS) + random.choice("cdhs")


def _bet(game: Game, random: Random) -> None:
    """Every chance falls to one of the players, and two more to each; then no va más."""
    if random.random() < 0.2:
        _set_limits(game, random)
        game = the_game()
    chances = [chance.slug for chance in offered(game)]
    random.shuffle(chances)
    for place, player in enumerate(PLAYERS):
        for slug in (*chances[place :: len(PLAYERS)], *random.sample(chances, 2)):
            amount = random.choice((10, 20, 30, 50, 130, 250))
            answer = tried("place_bet", player=player, chance=slug, amount=amount)
            assert answer.ok or is_open(game, slug) or answer.error["code"] == "chance_closed"
    if not tried("close_betting").ok:
        for bet in the_game().state.current.bets:
            if bet.chance in ("punto", "banca"):
                key_in("remove_bet", player=bet.player, chance=bet.chance)
        key_in("close_betting")


def _set_limits(game: Game, random: Random) -> None:
    given = dict.fromkeys(game.state.limits.chances)
    slugs = [chance.slug for chance in offered(game) if not chance.main and not chance.maximum_setting]
    given |= {
        slug: {"maximum": random.choice((10, 50, 200))} for slug in random.sample(slugs, min(len(slugs), 3))
    }
    amounts = {"minimum": 20, "maximum": random.choice((100, 300, 1000))}
    key_in("set_limits", by="jefe", **amounts, chances=given, differential=random.choice((None, 300, 2000)))


def _pay(random: Random) -> None:
    """The payment; sometimes new limits wait for it, sometimes it is undone and made again."""
    if random.random() < 0.2:
        _set_limits(the_game(), random)
    key_in("settle")
    if random.random() < 0.25:
        key_in("undo", by="jefe", reason="paid too early")
        key_in("settle")


def payments(records: list[Json]) -> Iterator[Json]:
    for record in records:
        yield from (event for event in record["events"] if event["type"] == "pass_settled")

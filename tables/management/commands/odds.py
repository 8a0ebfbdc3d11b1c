"""`manage.py odds REGLAMENTO`: print exact odds and expected results under that reglamento's deductions.

It is one of the product's, one that the house has added, or a file that nobody has added yet.
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from casino.common.json_input import Json
from casino.common.progress import progress
from tables.record.reglamentos.catalogue import on_offer, resolve, why_unreadable
from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.file import read_reglamento
from tables.rules.odds import (
    Counts,
    Expectation,
    FreePair,
    Play,
    advice,
    best_answer,
    counts,
    expectations,
    fair_commission,
    plays,
    ways,
)
from tables.rules.reglamento import Reglamento, whole
from tables.rules.reglamentos import REGLAMENTOS

MOST_DECKS = 1000


class Command(BaseCommand):
    """Print the odds of a reglamento, as text or as JSON."""

    help = "Prints the exact odds of a reglamento, in integers and per unit staked."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        known = ", ".join(REGLAMENTOS)
        about = f"{known}, one of the house's own, or the FILE of one"
        parser.add_argument("reglamento", metavar="REGLAMENTO", nargs="?", help=about)
        parser.add_argument("--reglamento", metavar="FILE", dest="file", help="a house's own, not added yet")
        parser.add_argument("--decks", type=int, help="without it, the reglamento's own")
        parser.add_argument("--json", action="store_true")

    def handle(
        self,
        *args: Any,
        reglamento: str | None,
        decks: int | None = None,
        file: str | None = None,
        **options: Any,
    ) -> None:
        if (reglamento is None) == (file is None):
            raise CommandError("one REGLAMENTO, by its name or its FILE", returncode=2)
        rules = _read(file) if file else _find(reglamento or "")
        decks = whole(rules.settings["decks"]) if decks is None else decks
        if not 1 <= decks <= MOST_DECKS:
            raise CommandError(f"1 to {MOST_DECKS} decks", returncode=2)
        told = {
            "reglamento": rules.name,
            "decks": decks,
            "plays": list(_plays(rules, decks)),
        }
        self.stdout.write(json.dumps(told, indent=1) if options["json"] else "\n".join(_lines(told)))


def _find(name: str) -> Reglamento:
    if name in REGLAMENTOS:
        return REGLAMENTOS[name]  # the product's reglamentos need no database
    if Path(name).suffix == ".toml" or Path(name).is_file():
        return _read(name)
    try:
        known = [rules.slug for rules in on_offer()]
        return resolve(name)
    except KeyError as error:
        raise CommandError(f"no reglamento {name}; there are {', '.join(known)}", returncode=2) from error
    except DatabaseError as error:
        known = [*REGLAMENTOS]
        raise CommandError(
            f"no reglamento {name} among {', '.join(known)}; {why_unreadable(error)}", returncode=2
        ) from error


def _read(file: str) -> Reglamento:
    try:
        return read_reglamento(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, Fault) as error:
        raise CommandError(f"cannot read {file}: {error}", returncode=2) from error


def _plays(rules: Reglamento, decks: int) -> Iterator[Json]:
    with progress("plays") as advance:
        for play in plays(rules, decks):
            yield _play(rules, decks, play)
            advance(1)


def _play(rules: Reglamento, decks: int, play: Play) -> Json:
    """One play as JSON. `punto_free`: the totals on which punto may choose. `banker`: what he does on each of his free
    pairs."""
    found = counts(rules, decks, play)
    stands = advice(rules.drawing) if play.stands is None else play.stands
    return {
        "punto_free": [total for total, move in enumerate(rules.drawing.punto) if move == "W"],
        "punto": play.punto,
        "banker": [_answer(pair, stands) for pair in sorted(rules.drawing.free)],
        "banker_advised": stands == advice(rules.drawing),
        "banker_best": stands == best_answer(rules, decks, play.punto),
        "deals": {"punto": found.punto, "banca": found.banca, "tie": found.tie, "total": found.total},
        "fair_commission": float(fair_commission(found)),
        "chances": [_line(rules, found, line) for line in expectations(rules, found)],
    }


def _line(rules: Reglamento, found: Counts, line: Expectation) -> Json:
    """What a chance comes to. `exact`: the same as a fraction; `pays`: in how many deals each line of a chance that the
    house has in its file decides."""
    own = next((chance for chance in rules.chances if chance.own_lines and chance.slug == line.chance), None)
    return {
        "chance": line.chance,
        "wins": float(line.wins),
        "loses": float(line.loses),
        "expected": float(line.expected),
        "exact": str(line.expected),
        "pays": [*ways(own, found)[1:]] if own else [],
    }


def _answer(pair: FreePair, stands: frozenset[FreePair]) -> Json:
    total, third = pair
    return {"total": total, "third": third, "does": "stand" if pair in stands else "draw"}


def _lines(told: Json) -> Iterator[str]:
    yield f"{told['reglamento']}, {told['decks']} decks; expected: per unit staked, after deductions"
    for play in told["plays"]:
        deals = play["deals"]
        yield ""
        yield "; ".join(_freedom(play)) or "nobody chooses: all by the table of play"
        yield f"  deals: banca {deals['banca']:,}  punto {deals['punto']:,}  tie {deals['tie']:,}"
        width = max(10, *(len(line["chance"]) for line in play["chances"]))
        yield f"  {'chance':{width}} {'wins':>10} {'loses':>10} {'expected':>12}"
        for line in play["chances"]:
            yield (
                f"  {line['chance']:{width}} {line['wins']:10.6f} {line['loses']:10.6f} {line['expected']:12.6f}"
            )
        if not any(line["chance"] == "banca" and line["pays"] for line in play["chances"]):  # it pays even
            yield f"  a commission of {100 * play['fair_commission']:.3f} % on banca's wins would be fair"
        for line in play["chances"]:
            for number, deals in enumerate(line["pays"], 1):
                yield f"  {line['chance']}, pays {number}: {deals:,}"


def _freedom(play: Json) -> Iterator[str]:
    if play["punto_free"]:
        yield f"punto {play['punto']}s on {', '.join(map(str, play['punto_free']))}"
    if play["banker"]:
        does = " and ".join(
            f"{pair['does']}s on {pair['total']} against {pair['third']}" for pair in play["banker"]
        )
        said = {"as advised": play["banker_advised"], "his best": play["banker_best"]}
        yield f"the banker {does} ({', '.join(word for word, true in said.items() if true)})"

"""`manage.py odds REGLAMENTO`: exact chances and what each comes to under that house's deductions."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.rules.odds import Choice, Counts, counts, fair_commission, prospects
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS

Json = dict[str, Any]
CHOICES: tuple[Choice, ...] = ("draw", "stand")


class Command(BaseCommand):
    help = "Prints the exact odds of a reglamento, in integers and per unit staked."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("reglamento", metavar="REGLAMENTO", help=", ".join(REGLAMENTOS))
        parser.add_argument("--decks", type=int, help="without it, the reglamento's own")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, reglamento: str, decks: int | None, **options: Any) -> None:
        rules = REGLAMENTOS.get(reglamento)
        if rules is None:
            raise CommandError(
                f"no reglamento {reglamento}; there are {', '.join(REGLAMENTOS)}", returncode=2
            )
        decks = decks or int(rules.settings["decks"])
        if not 1 <= decks <= 1000:
            raise CommandError("1 to 1000 decks", returncode=2)
        told = {"reglamento": reglamento, "decks": decks, "plays": list(_plays(rules, decks))}
        self.stdout.write(json.dumps(told, indent=1) if options["json"] else "\n".join(_lines(told)))


def _plays(rules: Reglamento, decks: int) -> Iterator[Json]:
    """One for each way in which the free may play."""
    fives = CHOICES if "W" in rules.drawing.punto else CHOICES[:1]
    bankers = CHOICES if rules.drawing.free else CHOICES[:1]
    for five in fives:
        for banker in bankers:
            found = counts(rules, decks, five, banker)
            yield {"five": five, "banker": banker} | _play(rules, found)


def _play(rules: Reglamento, found: Counts) -> Json:
    return {
        "deals": {"punto": found.punto, "banca": found.banca, "tie": found.tie, "total": found.total},
        "fair_commission": float(fair_commission(found)),
        "chances": [
            {
                "chance": line.chance,
                "wins": float(line.wins),
                "loses": float(line.loses),
                "expected": float(line.expected),
            }
            for line in prospects(rules, found)
        ],
    }


def _lines(told: Json) -> Iterator[str]:
    yield f"{told['reglamento']}, {told['decks']} decks; expected: per unit staked, after deductions"
    for play in told["plays"]:
        deals = play["deals"]
        yield ""
        yield f"punto {play['five']}s on 5, the banker {play['banker']}s where he is free"
        yield f"  deals: banca {deals['banca']:,}  punto {deals['punto']:,}  tie {deals['tie']:,}"
        yield f"  {'chance':8} {'wins':>10} {'loses':>10} {'expected':>12}"
        for line in play["chances"]:
            yield f"  {line['chance']:8} {line['wins']:10.6f} {line['loses']:10.6f} {line['expected']:12.6f}"
        yield f"  a commission of {100 * play['fair_commission']:.3f} % on banca's wins would be fair"

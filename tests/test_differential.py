"""The product and the second engine answer alike: a few random games of each reglamento (`make differential`: many)."""

import ast
from pathlib import Path

import pytest

from tests.differential.duel import play_game
from tests.second_engine.games import game

pytestmark = pytest.mark.django_db
GAMES = 3
REGLAMENTOS = ("argentina", "chemin-de-fer", "slovenia", "monte-carlo", "spain")
SECOND_ENGINE = Path(__file__).parent / "second_engine"


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_random_games_go_alike(reglamento: str) -> None:
    for seed in range(GAMES):
        outcome = play_game(reglamento, seed)
        assert not outcome.difference, "\n".join([f"seed {seed}: {outcome.difference}", *outcome.lines])


def test_the_second_engine_imports_nothing_of_the_product() -> None:
    imported = set()
    for path in SECOND_ENGINE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                imported |= {name.name.split(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add(str(node.module).split(".")[0])
    assert imported <= {
        "collections",
        "fractions",
        "pickle",
        "random",
        "re",
        "typing",
        "json",
        "sys",
        "pathlib",
    }


def test_the_same_seed_gives_the_same_game() -> None:
    assert list(game("argentina", 7)) == list(game("argentina", 7))

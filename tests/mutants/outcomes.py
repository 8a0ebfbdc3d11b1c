"""What came of the mutants of each file, kept with the code in `outcomes.json`.

Trying all takes hours. What is known of a file that has not changed need not be tried again, by whomever.
"""

import json
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.mutants.mutant import Mutant

FILE = Path(__file__).parent / "outcomes.json"
KILLED, TIMEOUT, SURVIVED, UNTAKEN = "killed", "timeout", "survived", "untaken"
LETTERS = {KILLED: "k", TIMEOUT: "t", SURVIVED: "s", UNTAKEN: "u", None: "."}
_MEANT = {letter: outcome for outcome, letter in LETTERS.items()}


class Kept(NamedTuple):
    """`source`: the digest of the file's text, and of how mutants are made. `letters`: one for each mutant, in their
    order."""

    source: str
    letters: str

    def outcome(self, place: int) -> str | None:
        """Of the mutant at this place; None if it has not been tried."""
        return _MEANT[self.letters[place]]


def read() -> dict[str, Kept]:
    """By the path of the file."""
    return {path: Kept(*kept) for path, kept in json.loads(FILE.read_text()).items()}


def keep(
    wanted: Sequence[Mutant], source: Callable[[str], str], outcome: Callable[[Mutant], str | None]
) -> None:
    """Write down what is known of all mutants of these files, and forget files that are gone."""
    known = {path: kept for path, kept in read().items() if Path(path).exists()}
    for path, of_file in groupby(wanted, key=lambda mutant: mutant.path):
        letters = "".join(LETTERS[outcome(mutant)] for mutant in of_file)
        if letters.strip(LETTERS[None]):
            known[path] = Kept(source(path), letters)
    FILE.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n")

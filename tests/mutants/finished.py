"""What came of the files of which every mutant has been tried, kept with the code in `finished.json`.

Trying all takes hours; a file that has not changed since need not be tried again, by whomever.
"""

import json
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.mutants.mutant import Mutant

FILE = Path(__file__).parent / "finished.json"


class Finished(NamedTuple):
    """`source`: the digest of the file's text. `lived`: the mutants that no test noticed; `endless`: those by which
    one did not end, which counts as noticed."""

    source: str
    lived: list[str]
    endless: list[str]


def read() -> dict[str, Finished]:
    """By the path of the file."""
    return {path: Finished(**found) for path, found in json.loads(FILE.read_text()).items()}


def keep(wanted: Sequence[Mutant], finished_of: Callable[[Sequence[Mutant]], Finished | None]) -> None:
    """Add the files of which `finished_of` all mutants something is known, and forget those that are gone."""
    known = {path: found for path, found in read().items() if Path(path).exists()}
    for path, of_file in groupby(wanted, key=lambda mutant: mutant.path):
        if found := finished_of(list(of_file)):
            known[path] = found
    kept = {path: found._asdict() for path, found in sorted(known.items())}
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")

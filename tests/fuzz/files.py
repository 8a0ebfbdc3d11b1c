"""Files and lines: the scripts of `play`, the bundle of a shift, and a house's own reglamento."""

import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management import call_command

from casino import signing
from casino.common.errors import MESSAGES
from tables import notify
from tables.house_reglamentos.file import Fault, read_reglamento
from tables.management.commands.play import TABLE
from tables.memory_database import memory_database
from tables.service import create_table
from tests.fuzz.mangle import bend, bent, spoiled
from tests.fuzz.outcome import Defect, Outcome
from tests.proof.shifts import argentina_shift, cover_shift, export, forged
from verify_shift import Broken, NotOurs, verify

Json = dict[str, Any]
SCENARIOS = Path(__file__).parents[1] / "scenarios"
EXAMPLES = Path(settings.BASE_DIR, "docs/examples")
SPOILED = 0.3  # of the lines of a script; the others are played as they are, so that the game goes on
FORGED = 0.4  # of the bundles: bent and signed by somebody who has a key
BINARY = 0.2  # of the house's files: with bytes that are no UTF-8, which is said at once
RICH = """slug = "rich"
title = "Punto y Banca"
base = "argentina"
language = "es"
[drawing]
punto = "DDDDDWSSSS"
[drawing.banca]
6 = "SSSSSSDDSSS"
[deductions]
banca = "1/20"
bank = "1/10"
suite = "1/10"
[payouts]
tie = 9
[settings]
decks = 8
[words]
tie = "Empate"
[articles]
30 = "Cinco por ciento."
"""


def play_scripts(seed: int, inputs: int) -> Iterator[Outcome]:
    """Scripts with spoiled lines, played by `manage.py play`: one answer for each line that asks for one."""
    random, given = Random(seed), 0
    while given < inputs:
        lines = [_line(random, step) for step in _script(random)]
        given += len(lines)
        yield from _played(lines)


def _script(random: Random) -> list[Json]:
    steps: list[Json] = json.loads(random.choice(_scenarios()).read_text("utf-8"))["script"]
    return [step for step in steps if "do" in step]


@cache
def _scenarios() -> list[Path]:
    return sorted(SCENARIOS.glob("*/*.json"))


def _line(random: Random, step: Json) -> bytes:
    line = json.dumps(step["do"]).encode()
    if random.random() > SPOILED:
        return line
    return bent(random, line) if random.random() < 0.6 else spoiled(random, line).replace(b"\n", b"")


def _played(lines: list[bytes]) -> Iterator[Outcome]:
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(b"\n".join(lines))
        file.flush()
        try:
            answers = _printed(file.name)
        except Exception as error:  # noqa: BLE001 # whatever it is, it is found and told
            yield Defect(f"play ends with {error!r}", lines)
            return
    for answer in answers:
        code = "accepted" if answer["ok"] else answer["error"]["code"]
        yield code if code in MESSAGES or answer["ok"] else Defect(f"an unknown code {code}", lines)
    yield from ["skipped"] * (len(lines) - len(answers))


def _printed(name: str) -> list[Json]:
    """What `play` prints, as a terminal takes it."""
    before, out = sys.stdout, io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    sys.stdout = out
    try:
        call_command("play", name)
    except SystemExit as ended:
        if ended.code not in (0, 1):
            raise
    finally:
        sys.stdout = before
    out.seek(0)
    return [json.loads(line) for line in out.read().splitlines()]


def bundles(seed: int, inputs: int) -> Iterator[Outcome]:
    """Bundles of a shift, spoiled, or bent and signed: a sentence says why they do not hold. Bytes that are not as they
    were signed never hold."""
    random = Random(seed)
    for _ in range(inputs):
        shift = random.choice(_shifts())
        resigned = random.random() < FORGED
        data = _resigned(random, shift) if resigned else spoiled(random, shift)
        yield _verified(data, key=None if resigned else signing.public_key(), whole=data == shift)


@cache
def _shifts() -> list[bytes]:
    return [_shift(argentina_shift), _shift(cover_shift)]


def _shift(played: Callable[[], None]) -> bytes:
    with notify.silence(), memory_database():
        create_table(TABLE, TABLE)
        played()
        return export()


def _resigned(random: Random, shift: bytes) -> bytes:
    def change(manifest: Json, records: list[Json]) -> None:
        for _ in range(random.choice((1, 3))):
            bend(random, random.choice([manifest, *records]))

    try:
        return forged(shift, change)
    except (TypeError, ValueError):  # the forger's own tool cannot write that
        return shift[: random.randrange(len(shift))]


def _verified(data: bytes, key: str | None, whole: bool) -> Outcome:
    try:
        verify(data, key)
    except (NotOurs, Broken) as said:
        return type(said).__name__ if str(said) else Defect("nothing is said", data)
    except Exception as error:  # noqa: BLE001 # whatever it is, it is found and told
        return Defect(f"verify_shift ends with {error!r}", data)
    return "holds" if whole or key is None else Defect("spoiled bytes hold", data)


def reglamentos(seed: int, inputs: int) -> Iterator[Outcome]:
    """Files of a house: read, or refused with a line that is there."""
    random = Random(seed)
    texts = [RICH.encode(), *(path.read_bytes() for path in sorted(EXAMPLES.glob("*.toml")))]
    for _ in range(inputs):
        data = spoiled(random, random.choice(texts))
        yield _read(data if random.random() < BINARY else data.decode(errors="ignore").encode())


def _read(data: bytes) -> Outcome:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "not UTF-8"  # said before the text is looked at
    try:
        rules = read_reglamento(text)
    except Fault as fault:
        there = 1 <= fault.line <= len(text.splitlines()) + 1 and fault.reason
        return "refused" if there else Defect(f"a fault in line {fault.line}", data)
    except Exception as error:  # noqa: BLE001 # whatever it is, it is found and told
        return Defect(f"read_reglamento ends with {error!r}", data)
    return "good" if rules.slug and rules.title else Defect("a reglamento without a name", data)

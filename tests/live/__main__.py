"""The command line of the live harness: exits with 1 and says what is wrong where a promise is broken."""

import argparse
import asyncio
import logging
import os
import shutil
import signal
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

import django

from casino.common.progress import carry_out

RUNS = {name: name for name in ("faults", "stop", "flood", "soak")} | {"return": "returning"}


def main() -> int:
    """Run what was asked for, and clean up; what the servers said is kept where something is wrong."""
    given = _given()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")
    django.setup()
    logging.disable(logging.WARNING)  # asyncio tells of every line that a fault has cut
    run, broken = (
        import_module(f"tests.live.{RUNS[given.run]}").run,
        import_module("tests.live.house").Broken,
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # what was started is ended first
    folder, began = Path(tempfile.mkdtemp(prefix=f"novamas-{given.run}-")), time.monotonic()
    try:
        found = asyncio.run(run(folder, given))
    except broken as error:
        found = [str(error)]
    except (KeyboardInterrupt, SystemExit):
        shutil.rmtree(folder)
        raise
    for line in found:
        print(f"NO {line}")
    print(f"{given.run}: {f'{len(found)} findings' if found else 'ok'}, {time.monotonic() - began:.0f} s")
    if found:
        print(f"what the servers said: {folder}")
    else:
        shutil.rmtree(folder)
    return 1 if found else 0


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.live", description=__doc__)
    parser.add_argument("run", choices=RUNS)
    parser.add_argument(
        "--short", action="store_true", help="a minute or two, as in CI; how fast is not judged"
    )
    parser.add_argument("--rounds", type=int, help="of faults, stop, flood and return")
    parser.add_argument("--minutes", type=float, help="of the soak")
    parser.add_argument("--tables", type=int, help="of faults and soak")
    parser.add_argument("--only", action="append", help="only this kind of fault; may be repeated")
    parser.add_argument("--seed", default="", help="another order of faults and acts")
    return parser.parse_args()


if __name__ == "__main__":
    carry_out(main)

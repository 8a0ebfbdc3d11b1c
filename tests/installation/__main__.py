"""The command line of `make install-test`: installs into an empty folder, or on a bare Debian with its systemd."""

from argparse import ArgumentParser
from pathlib import Path

from casino.common.progress import carry_out
from tests.installation import bare, trial
from tests.installation.machine import SUITES

DEBIAN = 12  # where none is named


def main() -> str | None:
    """Exit with 1 at the first check that fails, or with a sentence why nothing can be tried here."""
    parser = ArgumentParser(prog="python -m tests.installation", description=__doc__)
    parser.add_argument(
        "--bare",
        type=int,
        metavar="VERSION",
        help=f"on a bare Debian, as root: {', '.join(map(str, SUITES))}",
    )
    parser.add_argument(
        "--next", action="store_true", help="from a bare Debian 12 to 13, by the lines of the page"
    )
    parser.add_argument("--base", type=Path, help="the folder of a root that debootstrap has made already")
    given = parser.parse_args()
    if given.next:
        return bare.run_next(given.base)
    if not (given.bare or given.base):
        return trial.run()
    debian = given.bare if given.bare in SUITES else DEBIAN  # BARE=1 asks for any
    return bare.run(debian, given.base)


if __name__ == "__main__":
    carry_out(main)

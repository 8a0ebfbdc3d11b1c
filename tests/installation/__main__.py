"""The command line of `make install-test`: installs into an empty folder, or on a bare Debian with its systemd."""

from argparse import ArgumentParser
from pathlib import Path

from casino.common.progress import carry_out
from tests.installation import bare, trial


def main() -> str | None:
    """Exit with 1 at the first check that fails, or with a sentence why nothing can be tried here."""
    parser = ArgumentParser(prog="python -m tests.installation", description=__doc__)
    parser.add_argument("--bare", action="store_true", help="on a bare Debian 12, as root")
    parser.add_argument("--base", type=Path, help="the folder of a root that debootstrap has made already")
    given = parser.parse_args()
    return bare.run(given.base) if given.bare or given.base else trial.run()


if __name__ == "__main__":
    carry_out(main)

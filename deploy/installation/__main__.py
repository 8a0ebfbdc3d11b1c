"""`make install`: install the house, or bring it up to date. A second run changes nothing."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from casino.operations import release
from casino.operations.answer import Fault
from casino.operations.worker import awaited
from deploy.installation import files, machine, wheel
from deploy.installation.plan import Plan, parser, plan_of
from deploy.installation.preflight import advice, missing


def main() -> None:
    """Exits with 0 if the house is installed, 1 if not, 2 for a wrong command line."""
    options = parser().parse_args()
    plan = plan_of(options)
    if found := missing(plan):
        print("Nothing was changed, as something is missing:", *found, sep="\n  ")
        sys.exit(1)
    if options.check:
        print("Nothing is missing.")
        return
    try:
        install(plan)
    except subprocess.CalledProcessError as error:
        said = (error.stderr or "").strip() if isinstance(error.stderr, str) else ""
        sys.exit(
            f"{error.cmd[0]} failed: {said}\nRun this again when that is put right: what is done stays done."
        )
    except (Fault, OSError) as error:
        sys.exit(f"{error}\nRun this again when that is put right: what is done stays done.")


def install(plan: Plan) -> int:
    """Carry out every step and print what it changed. Returns how many things changed."""
    changed = 0
    if plan.is_machine:
        changed += told(machine.packages(plan)) + told(machine.user(plan))
    changed += told(files.folders(plan)) + told(files.settings(plan)) + told(files.owner(plan))
    if plan.is_machine:
        changed += told(machine.database(plan))
    changed += told(files.certificate(plan))
    written = told(files.rendered(plan))
    changed += written + told(releases(plan))
    if plan.is_machine:
        machine.rights(plan)
        changed += told(machine.services(plan, written > 0)) + told(machine.acme(plan))
    print(f"{changed} things changed." if changed else "Nothing had to be changed.")
    print(*advice(plan), sep="\n")
    if plan.is_machine:
        for port in plan.ports:
            awaited(port, plan.name)  # the doctor says which is not ready, and why
        subprocess.run([plan.command, "doctor"], check=False)
        _print_first_link(plan)
    return changed


def _print_first_link(plan: Plan) -> None:
    """The link with which the house gets its first administrator, as long as it has none."""
    link = subprocess.run([plan.command, "setup-link"], check=False, capture_output=True, text=True)
    if link.returncode == 0:
        print("The first administrator is made here:", link.stdout, sep="\n")


def releases(plan: Plan) -> Iterable[str]:
    """Make the release of this checkout the one that serves; yields it if it is new."""
    with TemporaryDirectory() as folder:
        print("building the wheel, and what it needs ...", flush=True)
        built = wheel.build(Path(folder))
        now = release.current(plan.opt)
        if now is not None and now.name == release.name_of(built):
            return
        if now is None:
            release.switch(plan.opt, release.prepare(built, plan.opt, sys.executable))
            subprocess.run([plan.command, "key", "list"], check=True, capture_output=True)  # makes the keys
        else:
            subprocess.run([plan.command, "upgrade", built], check=True)
        yield f"release {release.name_of(built)}"


def told(changes: Iterable[str]) -> int:
    """Print each change; returns how many there were."""
    number = 0
    for change in changes:
        print(f"  {change}", flush=True)
        number += 1
    return number


if __name__ == "__main__":
    main()

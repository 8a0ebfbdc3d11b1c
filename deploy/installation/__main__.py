"""`make install`: install the house, or bring it up to date. A second run changes nothing."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from casino.operations import bundle, release
from casino.operations.answer import Fault
from casino.operations.worker import awaited
from deploy.installation import files, machine, wheel
from deploy.installation.plan import Plan, parser, plan_of
from deploy.installation.preflight import advice, is_dead, missing, notes


def main() -> None:
    """Exits with 0 if the house is installed, 1 if not, 2 for a wrong command line."""
    os.umask(release.FOR_ALL)  # root may keep what he makes to himself: workers and nginx are others
    options = parser().parse_args()
    try:
        plan = plan_of(options)
    except Fault as fault:
        sys.exit(f"Nothing was changed: {fault}")
    if found := missing(plan):
        print("Nothing was changed, as something is missing:", *found, sep="\n  ")
        sys.exit(1)
    print("".join(f"{note}\n" for note in notes(plan)), end="")
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
    if not plan.serves:
        return _install_witness(plan)
    changed = _prepare(plan)
    shown = told(files.certificate(plan))
    written = told(files.rendered(plan))
    if plan.is_machine and written:
        machine.read_units()
    was_dead, made = is_dead(plan), told(releases(plan))
    changed += len(shown + written + made)
    if plan.is_machine:
        machine.rights(plan)
        changed += len(told(machine.services(plan, bool(shown + written))))
        units = not made and any("novamas@" in file for file in written)  # a new release has restarted them
        changed += len(told(machine.workers(plan, plan.before.is_there and (units or was_dead))))
        changed += len(told(machine.acme(plan)))
    print(f"{changed} things changed." if changed else "Nothing had to be changed.")
    print(*advice(plan), sep="\n")
    if machine.is_of_another(plan):
        print(
            f"{plan.place} has the backups of a house that is not here yet: novamas restore --replace brings it. Until "
            "then nothing is archived."
        )
    if plan.is_machine:
        for port in plan.ports:
            awaited(port, plan.name)  # the doctor says which is not ready, and why
        subprocess.run([plan.command, "doctor"], check=False)
        _print_first_link(plan)
    return changed


def _prepare(plan: Plan) -> int:
    """What the machine needs before the house; returns how many things changed."""
    changed = 0
    if plan.is_machine:
        changed += len(told(machine.packages(plan)) + told(machine.user(plan)))
    for step in (files.folders, files.signers, files.settings, files.owner):
        changed += len(told(step(plan)))
    changed += _lead(plan)
    if plan.is_machine:
        changed += len(told(machine.database(plan)) + told(machine.archive(plan)))
    return changed


def _install_witness(plan: Plan) -> int:
    """The third machine, which has no part of the product."""
    changed = len(told(machine.packages(plan))) if plan.is_machine else 0
    return changed + _lead(plan)


def _lead(plan: Plan) -> int:
    """What makes three machines one house; returns how many things changed."""
    written = told(files.of_two_machines(plan))
    started = told(machine.two_machines(plan, bool(written))) if plan.is_machine else []
    if plan.house and plan.house.told:
        print(plan.house.told)
    return len(written + started)


def _print_first_link(plan: Plan) -> None:
    """The link with which the house gets its first administrator, as long as it has none."""
    link = subprocess.run([plan.command, "setup-link"], check=False, capture_output=True, text=True)
    if link.returncode == 0:
        print("The first administrator is made here:", link.stdout, sep="\n")


def releases(plan: Plan) -> Iterable[str]:
    """Make the release of the bundle, or of this checkout, the one that serves; yields it if it is new, and the old ones
    that went. A house that takes signed releases only, and is given none, keeps the one that it has."""
    if plan.bundle or not plan.signers.exists():
        with supply(plan) as given:
            yield from _release(plan, given)
    with release.alone(plan.opt):
        gone = release.remove_old(plan.opt)
    yield from (f"release {old} removed" for old in gone)


@contextmanager
def supply(plan: Plan) -> Iterator[bundle.Supply]:
    """What the release is made of."""
    with TemporaryDirectory() as folder:
        if plan.bundle:
            with bundle.supplied(plan.bundle, plan.signers, Path(folder)) as given:
                yield given
            return
        print("building the wheel, and what it needs ...", flush=True)
        yield bundle.Supply(wheel.build(Path(folder)))


def _release(plan: Plan, given: bundle.Supply) -> Iterable[str]:
    python = release.python_here()
    name, now = release.name_of(given.wheel, python), release.current(plan.opt)
    if now is None or not release.works(now):
        with release.alone(plan.opt):
            release.switch(plan.opt, release.prepare(given.wheel, plan.opt, python, given.wheels))
        subprocess.run([plan.command, "key", "list"], check=True, capture_output=True)  # makes the keys
        yield f"release {name}"
    elif now.name != name:
        subprocess.run([plan.command, "upgrade", plan.bundle or given.wheel], check=True)
        yield f"release {name}"


def told(changes: Iterable[str]) -> list[str]:
    """Print each change; returns all."""
    every = []
    for change in changes:
        print(f"  {change}", flush=True)
        every.append(change)
    return every


if __name__ == "__main__":
    main()

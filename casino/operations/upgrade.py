"""From one release to another while tables play: the workers are restarted one by one, and go back if one does not
answer. A migration must leave the release before able to work, so the way back needs no database of before."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from casino.common import environment
from casino.common.progress import progress
from casino.operations import bundle, release, settings_file
from casino.operations.answer import Fault
from casino.operations.language import gettext as _
from casino.operations.worker import PATIENCE, READY, awaited
from casino.operations.worker import release as release_of


@dataclass(frozen=True, slots=True)
class Changed:
    """The releases before and after, the backup that was made between them, empty if none was, and the old releases
    that were removed. Where an upgrade goes on that was killed, before and after are the same."""

    before: str
    after: str
    backup: str = ""
    removed: tuple[str, ...] = ()


def upgrade(file: Path, *, backup: bool) -> Changed:
    """Go over to the release of a bundle or a wheel, or go on with that where it was killed. Raises Fault; the release
    before serves then."""
    releases, python = _releases(), release.python_here()
    with release.alone(releases):
        left = release.remove_unfinished(releases)
        with bundle.supplied(file, settings_file.signers(), releases) as supply:
            before = _current()
            if before.name == release.name_of(supply.wheel, python):
                return _go_on(before)
            with progress(_("upgrading"), 4 + len(_ports())) as advance:
                after = release.prepare(supply.wheel, releases, python, supply.wheels)
                advance(1)
                made = _prepared(before, after, backup, advance)
                _go_over(before, after, advance)
        removed = *left, *release.remove_old(releases)
    return Changed(before.name, after.name, made, removed)


def _prepared(before: Path, after: Path, backup: bool, advance: Callable[[int], None]) -> str:
    """Back up and migrate; returns the name of the backup. Elsewhere whoever runs PostgreSQL makes the backups."""
    is_here = bool(os.environ.get("BACKUP_CONFIG"))
    made = _novamas(before, "backup", "--json") if backup and is_here else "{}"
    advance(1)
    _novamas(after, "manage", "migrate", "--verbosity", "0")
    advance(1)
    return str(json.loads(made).get("backup", ""))


def rollback() -> Changed:
    """Go back to the release before. Raises Fault; the present one serves then."""
    before, after = _current(), release.previous(_releases())
    if after is None or after == before:
        raise Fault(_("There is no release before this one."))
    if not release.works(after):
        says = _("%(release)s does not start on this machine any more: novamas upgrade makes it anew.")
        raise Fault(says % {"release": after.name})
    with progress(_("going back"), 1 + len(_ports())) as advance:
        _go_over(before, after, advance)
    return Changed(before.name, after.name)


def restart() -> list[str]:
    """Restart the workers one after the other, each ready before the next is touched; returns their ports. Raises
    Fault: where the settings are wrong nothing was touched, and where one is not ready, those after it were not."""
    serving, ports = _current(), _ports()
    if not ports:
        raise Fault(_("There are no WORKER_PORTS among the settings, so nothing can be restarted."))
    _novamas(serving, "manage", "check")
    with progress(_("restarting"), len(ports)) as advance:
        for number, port in enumerate(ports, 1):
            try:
                _restart(port)
            except Fault as fault:
                left = _("Not restarted: %(ports)s.") % {"ports": ", ".join(ports[number:])}
                raise Fault(f"{fault} {left}" if ports[number:] else str(fault)) from fault
            advance(1)
    return ports


def _go_on(serving: Path) -> Changed:
    """End what was killed after its switch: the workers that have another release are restarted, old ones removed."""
    late = [port for port in _ports() if release_of(port) != serving.name]
    if not late:
        release.remove_old(_releases())
        raise Fault(_("%(release)s serves already.") % {"release": serving.name})
    before = release.previous(_releases()) or serving
    with progress(_("going on with the upgrade"), len(late)) as advance:
        _go_over(before, serving, advance, [port for port in _ports() if port not in late])
    return Changed(serving.name, serving.name, removed=tuple(release.remove_old(_releases())))


def _go_over(before: Path, after: Path, advance: Callable[[int], None], over: Sequence[str] = ()) -> None:
    """`over`: the workers that have the release after already."""
    earlier = release.previous(_releases())
    release.switch(_releases(), after)
    restarted = [*over]
    try:
        for port in (port for port in _ports() if port not in over):
            restarted.append(port)
            _restart(port)
            advance(1)
    except BaseException as error:
        release.switch(_releases(), before)
        release.set_previous(_releases(), earlier)
        said = str(error) or _("It was interrupted.")
        for problem in _take_back(restarted):
            said = f"{said} {problem}"
        if isinstance(error, Fault):
            again = _("%(release)s serves again.") % {"release": before.name}
            raise Fault(f"{said} {again}") from error
        raise


def _take_back(ports: list[str]) -> Iterator[str]:
    for port in ports:
        try:
            _restart(port)
        except Fault as fault:
            yield _("Also after going back: %(fault)s") % {"fault": fault}


def _restart(port: str) -> None:
    unit = f"novamas@{port}.service"
    done = subprocess.run(["systemctl", "restart", unit], capture_output=True, text=True, check=False)  # noqa: S603, S607
    if done.returncode:
        says = _("%(unit)s could not be restarted: %(said)s.")
        raise Fault(says % {"unit": unit, "said": done.stderr.strip()})
    if (says := awaited(port)) != READY:
        told = _("The worker on port %(port)s was not ready within %(seconds)s seconds (%(said)s).")
        raise Fault(told % {"port": port, "seconds": f"{PATIENCE:.0f}", "said": says})


def _novamas(of: Path, *arguments: str) -> str:
    """Run a release's own command and return what it prints. Raises Fault."""
    command = [str(of / "bin" / "novamas"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        says = _("%(command)s failed, so nothing was changed: %(said)s")
        told = {"command": " ".join(arguments), "said": _last_words(done)}
        raise Fault(says % told)
    return done.stdout


def _last_words(done: "subprocess.CompletedProcess[str]") -> str:
    try:
        return str(json.loads(done.stdout)["error"])
    except (ValueError, KeyError, TypeError):
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        return said[-1] if said else str(done.returncode)


def _releases() -> Path:
    if not (place := os.environ.get("RELEASES")):
        raise Fault(_("This house was not installed with make install (no RELEASES among its settings)."))
    if not os.access(place, os.W_OK):
        raise Fault(_("%(folder)s is root's: run this with sudo.") % {"folder": place})
    return Path(place)


def _current() -> Path:
    found = release.current(_releases())
    if found is None:
        raise Fault(_("There is no release yet: make install installs one."))
    return found


def _ports() -> list[str]:
    return environment.ports("WORKER_PORTS")

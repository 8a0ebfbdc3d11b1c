"""Releases of the product on a machine, each with a virtual environment of its own, side by side in one folder.

`current` and `previous` are links to two of them. A release is bound to the Python with which it was made, and named
after it: `0.1.0-bd3aa7be-py311`. The installation uses this module before anything else is there, so it needs only the
standard library.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from casino.operations.answer import Fault
from casino.operations.language import gettext as _

LOCK = "casino/product/requirements.lock"
HASHED = ("--require-hashes", "--only-binary", ":all:", "-r")
CURRENT, PREVIOUS = "current", "previous"
NAME = re.compile(r"\.?\d.*-[0-9a-f]{8}(-py\d+)?")  # one with a point in front was never finished
FRESH = re.compile(r"\.(current|previous)\.\d+")  # a link that was not put into its place
UNPACKED = re.compile(r"\.bundle\..+")
FOR_ALL = 0o022  # the umask of what is made here: the workers are another user than root, and nginx a third
ASKED = "import sys; print('py%d%d' % sys.version_info[:2])"


def python_here() -> Path:
    """The Python that this machine has now, of the same origin as the one that runs: after a new Debian's, another."""
    found = Path(sys.base_prefix, "bin", "python3")
    return found if found.exists() else Path(sys.executable)


def python_of(python: Path | str) -> str:
    """How a release calls a Python: `py311`. Raises Fault if it does not run."""
    try:
        done = subprocess.run([str(python), "-c", ASKED], capture_output=True, text=True, check=True, cwd="/")  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise Fault(_("%(python)s does not run.") % {"python": python}) from error
    return done.stdout.strip()


def name_of(wheel: Path, python: Path | str) -> str:
    """The name of the release of a wheel: its version, the beginning of its digest, and the Python. Raises Fault."""
    try:
        parts = wheel.name.split("-")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        with zipfile.ZipFile(wheel) as archive:
            archive.getinfo(LOCK)
    except OSError as error:
        raise Fault(f"{wheel}: {error.strerror}.") from error
    except (KeyError, zipfile.BadZipFile) as error:
        raise Fault(_("%(file)s is no wheel of this product.") % {"file": wheel}) from error
    return f"{parts[1]}-{digest[:8]}-{python_of(python)}"


@contextmanager
def alone(releases: Path) -> Iterator[None]:
    """While nobody else makes or removes releases in this folder. Raises Fault if somebody does."""
    folder = os.open(releases, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise Fault(_("Another installation or upgrade is under way.")) from error
    finally:
        os.close(folder)


def prepare(wheel: Path, releases: Path, python: Path | str, wheels: Path | None = None) -> Path:
    """Make the release of a wheel, with all that it needs, unless it is there and works. Returns its folder, which has
    its name only once it is whole. `wheels`: a folder with what it needs; None: pip looks for it. Raises Fault."""
    whole = releases / name_of(wheel, python)
    if works(whole):
        return whole
    part = releases / f".{whole.name}"
    shutil.rmtree(part, ignore_errors=True)
    try:
        _fill(part, wheel, Path(python).resolve(), wheels)
    except subprocess.CalledProcessError as error:
        said = (error.stderr or b"").decode(errors="replace").strip().splitlines()
        told = {"file": wheel.name, "said": said[-1] if said else error}
        raise Fault(_("%(file)s could not be installed: %(said)s") % told) from error
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    shutil.rmtree(whole, ignore_errors=True)  # one that no longer works
    part.rename(whole)
    _move_scripts(part, whole)
    return whole


def works(folder: Path) -> bool:
    """Whether a release is there, starts, and can be read by others than its owner."""
    needed = folder, folder / "bin", folder / "static"
    try:
        if any(place.stat().st_mode & 0o005 != 0o005 for place in needed):
            return False
        command = [str(folder / "bin" / "novamas"), "--version"]
        return subprocess.run(command, capture_output=True, check=False, cwd="/").returncode == 0  # noqa: S603
    except OSError:
        return False


def has_python(folder: Path) -> bool:
    """Whether the Python with which a release was made is still on this machine."""
    return (folder / "bin" / "python").exists()


def remove_unfinished(releases: Path) -> list[str]:
    """Remove what a run that was killed has left; returns the names. Only for who is alone."""
    hidden = [place for place in _in(releases) if place.name[0] == "."]
    left = [place for place in hidden if NAME.fullmatch(place.name) or UNPACKED.fullmatch(place.name)]
    for place in left:
        shutil.rmtree(place)
    for place in hidden:
        if FRESH.fullmatch(place.name):
            place.unlink()
    return [place.name for place in left]


def remove_old(releases: Path) -> list[str]:
    """Remove what was never finished, and every release but the present one and the one before it; that one, too, if
    its Python is gone. One with which a process still runs stays until the next time. Returns their names. Only for
    who is alone."""
    before = previous(releases)
    if before and not has_python(before) and before != current(releases):
        set_previous(releases, before := None)
    kept = {current(releases), before}
    old = [place for place in _in(releases) if NAME.fullmatch(place.name) and place.name[0] != "."]
    gone = [place for place in old if place not in kept and not _runs(place)]
    for place in gone:
        shutil.rmtree(place)
    return [*remove_unfinished(releases), *(place.name for place in gone)]


def current(releases: Path) -> Path | None:
    """The release that serves; None before the first."""
    link = releases / CURRENT
    return link.resolve() if link.exists() else None


def previous(releases: Path) -> Path | None:
    """The release that served before the present one."""
    link = releases / PREVIOUS
    return link.resolve() if link.exists() else None


def switch(releases: Path, to: Path) -> None:
    """Make a release the current one, and the one until now the previous one."""
    before = current(releases)
    if before == to.resolve():
        return
    if before is not None:
        _link(releases / PREVIOUS, before)
    _link(releases / CURRENT, to)


def set_previous(releases: Path, to: Path | None) -> None:
    """Say which release served before; None: none did."""
    if to is None:
        (releases / PREVIOUS).unlink(missing_ok=True)
    else:
        _link(releases / PREVIOUS, to)


def _in(releases: Path) -> list[Path]:
    return sorted(releases.resolve().iterdir())


def _runs(folder: Path) -> bool:
    """Whether a process runs with this release; the program of each is named by the release itself, not by the link."""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if process.read_bytes().startswith(f"{folder}/".encode()):
                return True
        except OSError:  # it has ended
            continue
    return False


def _fill(folder: Path, wheel: Path, python: Path, wheels: Path | None) -> None:
    _run(python, "-m", "venv", folder)
    pip = folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"
    lock = folder / "requirements.lock"
    with zipfile.ZipFile(wheel) as archive:
        lock.write_bytes(archive.read(LOCK))
    here = ("--no-index", "--find-links", wheels.resolve()) if wheels else ()
    _run(*pip, "install", *here, *HASHED, lock)
    _run(*pip, "install", "--no-deps", "--no-index", wheel.resolve())
    manage = (
        folder / "bin" / "novamas",
        "manage",
    )  # not python -m: that would take a checkout's product for its own
    _run(*manage, "compile_texts")
    _run(*manage, "collectstatic", "--noinput", "--verbosity", "0", STATIC_ROOT=str(folder / "static"))


def _run(*command: object, **more: str) -> None:
    # Neither the settings of the house nor its secrets: these commands only write files of the release.
    kept = {
        key: value
        for key, value in os.environ.items()
        if key in ("PATH", "HOME", "LANG") or key.startswith("PIP_")
    }
    neutral = {"SECRET_KEY": "build", "NOVAMAS_SETTINGS": os.devnull, "VAR_DIR": "/tmp", "PYTHONUTF8": "1"}  # noqa: S108
    words = [str(word) for word in command]
    environment = kept | neutral | more
    subprocess.run(words, env=environment, check=True, capture_output=True, cwd="/", umask=FOR_ALL)  # noqa: S603


def _move_scripts(was: Path, now: Path) -> None:
    """Correct the folder's name in the first lines of its programs, which name their interpreter."""
    for script in (now / "bin").iterdir():
        if script.is_symlink() or not script.is_file():
            continue
        data = script.read_bytes()
        if str(was).encode() in data:
            script.write_bytes(data.replace(str(was).encode(), str(now).encode()))


def _link(link: Path, to: Path) -> None:
    fresh = link.with_name(f".{link.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(to.name)
    fresh.replace(link)

"""Releases of the product on a machine, each with a virtual environment of its own, side by side in one folder.

`current` and `previous` are links to two of them. The installation uses this module before anything else is there, so
it needs only the standard library.
"""

import hashlib
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

from casino.operations.answer import Fault
from casino.operations.language import gettext as _

LOCK = "casino/product/requirements.lock"
HASHED = ("--require-hashes", "--only-binary", ":all:", "-r")
CURRENT, PREVIOUS = "current", "previous"
NAME = re.compile(r"\.?\d.*-[0-9a-f]{8}")  # one with a point in front was never finished
KEPT = 3  # releases, the one that serves and the one before it among them
FOR_ALL = 0o022  # the umask of what is made here: the workers are another user than root, and nginx a third


def name_of(wheel: Path) -> str:
    """The name of the release of a wheel: its version and the beginning of its digest. Raises Fault."""
    try:
        parts = wheel.name.split("-")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        with zipfile.ZipFile(wheel) as archive:
            archive.getinfo(LOCK)
    except OSError as error:
        raise Fault(f"{wheel}: {error.strerror}.") from error
    except (KeyError, zipfile.BadZipFile) as error:
        raise Fault(_("%(file)s is no wheel of this product.") % {"file": wheel}) from error
    return f"{parts[1]}-{digest[:8]}"


def prepare(wheel: Path, releases: Path, python: str) -> Path:
    """Make the release of a wheel, with all that it needs, unless it is there and works. Returns its folder, which has
    its name only once it is whole. Raises Fault."""
    whole = releases / name_of(wheel)
    if works(whole):
        return whole
    if not releases.exists():
        releases.mkdir(parents=True)
        releases.chmod(0o755)
    part = releases / f".{whole.name}"
    shutil.rmtree(part, ignore_errors=True)
    try:
        _fill(part, wheel, python)
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
    """Whether a release is there, starts with the Python that this machine has now, and can be read by others than its
    owner."""
    needed = folder, folder / "bin", folder / "static"
    try:
        if any(place.stat().st_mode & 0o005 != 0o005 for place in needed):
            return False
        command = [str(folder / "bin" / "novamas"), "--version"]
        return subprocess.run(command, capture_output=True, check=False, cwd="/").returncode == 0  # noqa: S603
    except OSError:
        return False


def remove_old(releases: Path) -> list[str]:
    """Remove the oldest releases but KEPT, and what was never finished; never the present one and the one before it.
    Returns their names."""
    serving = {current(releases), previous(releases)}
    others = sorted(
        (
            place
            for place in releases.resolve().iterdir()
            if NAME.fullmatch(place.name) and place not in serving
        ),
        key=lambda place: (place.name[0] != ".", place.stat().st_mtime),
    )
    unfinished = sum(place.name[0] == "." for place in others)
    old = others[: max(unfinished, len(others) + len(serving - {None}) - KEPT)]
    for place in old:
        shutil.rmtree(place)
    return [place.name for place in old]


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


def _fill(folder: Path, wheel: Path, python: str) -> None:
    _run(python, "-m", "venv", folder)
    pip = folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "--quiet"
    lock = folder / "requirements.lock"
    with zipfile.ZipFile(wheel) as archive:
        lock.write_bytes(archive.read(LOCK))
    _run(*pip, "install", *HASHED, lock)
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

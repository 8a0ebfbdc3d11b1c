"""A process's own clock, which can be set (`clock.c`). Needs Linux and a C compiler."""

import shutil
import struct
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")
COMPILER = shutil.which("cc") or shutil.which("gcc")


class Clock:
    """Of a process that is started with `environment`."""

    def __init__(self, file: Path, library: Path) -> None:
        self._file, self._library = file, library
        self.set(0)

    def set(self, seconds: int) -> None:
        """Put it so many seconds before or after the machine's clock, at once."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("=q", seconds))

    @property
    def environment(self) -> dict[str, str]:
        """What a process that lives by this clock needs."""
        return {"LD_PRELOAD": str(self._library), "FAKE_CLOCK": str(self._file)}


def library(folder: Path) -> Path | None:
    """The library, made in this folder; None where it cannot be."""
    if COMPILER is None or not sys.platform.startswith("linux"):
        return None
    made = folder / "clock.so"
    line = [COMPILER, "-Wall", "-Werror", "-O1", "-shared", "-fPIC", "-o", str(made), str(SOURCE)]
    subprocess.run([*line, "-ldl"], check=True)
    return made

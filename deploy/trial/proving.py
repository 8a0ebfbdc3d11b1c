"""The lines that a trial prints: each check, and after how many seconds it held."""

import sys
import time


class Proofs:
    """Counts from when it was made."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since it was made."""
        return time.monotonic() - self._began

    def begin(self, what: str) -> None:
        """Say what may take minutes now."""
        print(f".. {self.seconds:5.0f} s {what} ...", flush=True)

    def __call__(self, what: str, holds: object) -> None:
        """Print the result of a check; exit with 1 if it failed."""
        print("ok" if holds else "NO", f"{self.seconds:5.0f} s", what, flush=True)
        if not holds:
            sys.exit(1)

"""What is wrong with a house's file."""


class Fault(Exception):
    """Why a file is not a valid reglamento: the line (from 1) and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason

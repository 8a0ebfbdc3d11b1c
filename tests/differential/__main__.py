"""`python -m tests.differential`, which `make differential` calls."""

from casino.common.progress import carry_out
from tests.differential.run import main

if __name__ == "__main__":
    carry_out(main)

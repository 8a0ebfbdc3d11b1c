"""`python -m tests.simulation`, which `make simulate` calls."""

from casino.common.progress import carry_out
from tests.simulation.run import main

if __name__ == "__main__":
    carry_out(main)

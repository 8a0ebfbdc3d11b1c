"""`python -m tests.simulation`, which `make simulate` calls."""

import sys

from tests.simulation.run import main

if __name__ == "__main__":
    sys.exit(main())

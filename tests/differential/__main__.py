"""`python -m tests.differential`, which `make differential` calls."""

import sys

from tests.differential.run import main

if __name__ == "__main__":
    sys.exit(main())

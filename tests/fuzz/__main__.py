"""`python -m tests.fuzz`, which `make fuzz` calls."""

import os
import sys

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    from tests.fuzz.run import main

    sys.exit(main())

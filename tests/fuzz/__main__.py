"""`python -m tests.fuzz`, which `make fuzz` calls."""

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    from casino.common.progress import carry_out
    from tests.fuzz.run import main

    carry_out(main)

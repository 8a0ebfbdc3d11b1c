#!/usr/bin/env python
"""The command line of the house: `manage.py help` lists what it can do."""

import gc
import os
import sys

# Python's own 700 are made for small programs: looking through what is being loaded, which all stays, took a seventh of
# each start.
NEW_OBJECTS = 10_000  # after so many the collector looks for garbage among them


def main() -> None:
    gc.set_threshold(NEW_OBJECTS)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from casino.common.progress import carry_out

    try:
        carry_out(lambda: execute_from_command_line(sys.argv))
    except ImproperlyConfigured as error:
        sys.exit(f"The settings are wrong: {error}.")


if __name__ == "__main__":
    main()

#!/usr/bin/env python
"""The command line of the house: `manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    from django.core.management import execute_from_command_line

    from casino.common.progress import carry_out

    carry_out(lambda: execute_from_command_line(sys.argv))


if __name__ == "__main__":
    main()

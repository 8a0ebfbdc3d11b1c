"""Load the code of a house, then fork a server of it for each line "PORT LOG" of the standard input.

Its own process id answers each line. The end of the input ends this process, not the servers.
"""

import os
import signal
import sys
from importlib import import_module

import django
from django.core.management import call_command

# Not casino.server: it opens Twisted's reactor, whose files forks cannot share.
MODULES = ("casino.asgi", "casino.companion", "casino.draining", "casino.management.commands.serve")


def load() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    for module in MODULES:
        import_module(module)


def serve(port: str, log: str) -> None:
    """What `manage.py serve --port PORT >>LOG 2>&1` does."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    sys.stdin.close()
    with open(log, "a") as file:
        for output in (1, 2):
            os.dup2(file.fileno(), output)
    call_command("serve", "--port", port)


def main() -> None:
    load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # what has ended is gone at once
    for line in sys.stdin:
        port, log = line.split()
        if process := os.fork():
            sys.stdout.write(f"{process}\n")
            sys.stdout.flush()
        else:
            serve(port, log)
            return


if __name__ == "__main__":
    main()

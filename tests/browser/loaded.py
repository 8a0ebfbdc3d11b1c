"""Load the code of a house, then fork a server of it for each line "PORT LOG" of the standard input.

It says when the code is loaded. Its own process id answers each line. The end of the input ends this process, not the
servers.
"""

import gc
import os
import signal
import sys
from importlib import import_module

import django
from django.conf import settings
from django.core.management import call_command
from django.template.loader import get_template

# Not casino.site.server.casino_server: it opens Twisted's reactor, whose files forks cannot share.
MODULES = (
    "casino.site.asgi",
    "casino.site.server.companion",
    "casino.site.management.commands.serve",
    "autobahn.websocket.protocol",
    "twisted.internet.asyncioreactor",
    "twisted.internet.endpoints",
    "twisted.web.server",
)


def load() -> None:
    """The modules and the templates, which are most of what a server does until it has shown its first pages."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")
    django.setup()
    for module in MODULES:
        import_module(module)
    import_module("tables.screens.fragments").compile_all()
    folder = settings.PRODUCT_DIR / "templates"
    for path in folder.rglob("*.html"):
        if "fragments" not in path.relative_to(folder).parts[:1]:
            get_template(str(path.relative_to(folder)))
    gc.freeze()  # or the first collection of each fork would copy all of it


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
    sys.stdout.write("loaded\n")
    sys.stdout.flush()
    for line in sys.stdin:
        port, log = line.rstrip("\n").split(" ", maxsplit=1)
        if process := os.fork():
            sys.stdout.write(f"{process}\n")
            sys.stdout.flush()
        else:
            serve(port, log)
            return


if __name__ == "__main__":
    main()

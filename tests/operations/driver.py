"""Runs commands of `novamas`, one a line of JSON on stdin, in one process; answers each with a line."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

from casino.operations.main import execute


def main() -> None:
    for line in sys.stdin:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = execute(json.loads(line))
            except SystemExit as end:
                status = int(end.code or 0)
        sys.stdout.write(json.dumps([status, out.getvalue(), err.getvalue()]) + "\n")
        sys.stdout.flush()


main()

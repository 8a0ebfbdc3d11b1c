"""How far a long command is: a bar on a terminal, plain lines elsewhere, both on stderr; nothing for a short one. And
how it is interrupted."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

EVERY = 5.0  # seconds between two plain lines

INTERRUPTED = 130  # exit status after Ctrl-C

Advance = Callable[[int], None]
Status = int | str | None  # as `sys.exit` takes it


def carry_out(main: Callable[[], Status]) -> NoReturn:
    """Carry out a command, and exit with its status. Ctrl-C ends it with one sentence and INTERRUPTED: what it had
    begun is taken back or ended on the way out, by whoever began it."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("interrupted: what was finished is kept, and nothing else", file=sys.stderr)  # noqa: T201 (its purpose)
        sys.exit(INTERRUPTED)


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Advance]:
    """Yields a function to be called with the number of steps done since its last call. `total`: how many steps there
    will be; None if nobody knows."""
    if sys.stderr.isatty():
        with _bar(what, total) as advance:
            yield advance
    else:
        yield _lines(what, total)


@contextmanager
def _bar(what: str, total: int | None) -> Iterator[Advance]:
    # Imported here: rich takes 0.1 s, which no short command should wait for.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn()
    # What goes to a file or a pipe meanwhile goes there; on a terminal it is shown above the bar.
    shared, console = sys.stdout.isatty(), Console(stderr=True)
    with Progress(*columns, console=console, transient=True, redirect_stdout=shared) as bar:
        task = bar.add_task(what, total=total)
        yield lambda steps: bar.advance(task, steps)


def _lines(what: str, total: int | None) -> Advance:
    done, said = 0, time.monotonic()

    def advance(steps: int) -> None:
        nonlocal done, said
        done += steps
        if time.monotonic() - said >= EVERY:
            said = time.monotonic()
            print(f"{what}: {far(done, total)}", file=sys.stderr, flush=True)  # noqa: T201 (its purpose)

    return advance


def far(done: int, total: int | None) -> str:
    """`done` of `total` in words: `40 %`, or the number where there is no total."""
    return f"{100 * done // total} %" if total else str(done)

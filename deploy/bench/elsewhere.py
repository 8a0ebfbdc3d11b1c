"""Measuring in a process of its own, because Django has one set of settings in a process."""

import multiprocessing
from collections.abc import Iterator
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from deploy.bench.context import Bench
from deploy.bench.databases import Environment

_END = None


def elsewhere(bench: Bench, environment: Environment, function: str, *arguments: Any) -> Iterator[Any]:
    """What the generator function MODULE:FUNCTION of this package gives in a process with this environment.

    Raises RuntimeError if it fails there; the traceback has been printed then.
    """
    spawn = multiprocessing.get_context("spawn")
    mine, its = spawn.Pipe()
    process = spawn.Process(target=_run, args=(its, environment, function, arguments), daemon=True)
    process.start()
    its.close()
    bench.closing.callback(process.kill)
    try:
        while (given := mine.recv()) is not _END:
            yield given
    except EOFError as error:
        raise RuntimeError(f"{function} failed in its process") from error
    process.join()


def _run(pipe: Connection, environment: Environment, function: str, arguments: tuple[Any, ...]) -> None:
    from deploy.bench.setting_up import with_django

    with_django(environment)
    module, _, name = function.partition(":")
    for given in getattr(import_module(f"deploy.bench.{module}"), name)(*arguments):
        pipe.send(given)
    pipe.send(_END)

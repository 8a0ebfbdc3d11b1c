"""Ports for servers that are started side by side: nobody is given one that another process is about to use."""

import socket
import subprocess
import sys

from django.conf import settings

from deploy.ports import AT_ONCE, free_port

ASK = "from deploy.ports import free_port; print(*[free_port() for _ in range(300)], flush=True); input()"


def test_processes_that_run_at_the_same_time_are_given_different_ports() -> None:
    """Two tests were once given the same: one of them saw the other's house."""
    asking = [
        subprocess.Popen(
            [sys.executable, "-c", ASK],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    given = [{*map(int, process.stdout.readline().split())} for process in asking if process.stdout]
    given.append({free_port() for _ in range(2 * AT_ONCE)})
    for process in asking:
        process.communicate("\n")
    assert all(given) and sum(map(len, given)) == len(set.union(*given))


def test_a_port_at_which_somebody_listens_is_given_to_nobody() -> None:
    taken = free_port()
    with socket.create_server(("127.0.0.1", taken)):
        assert taken not in {free_port() for _ in range(2 * AT_ONCE)}

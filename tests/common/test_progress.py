"""Long commands say how far they are: a bar on a terminal, lines elsewhere; and Ctrl-C ends each with a sentence."""

import ast
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

from casino.common import progress
from tests.repository.test_structure import sources

HOUSE = Path(settings.BASE_DIR)
SENTENCE = "interrupted: what was finished is kept, and nothing else"
# What is not interrupted by hand: it runs in another's process, stands alone, or says its own sentence.
OTHERS = {
    "casino/operations/main.py",  # `novamas` takes back what it began, and says so
    "verify_shift.py",  # knows nothing of the product
    *("deploy/installation/__main__.py", "deploy/installation/wheel.py"),  # before anything is installed
    *("tests/draw_architecture.py", "tests/live/lines.py"),
    *("tests/browser/loaded.py", "tests/power/writer.py", "tests/support/socket_server.py"),
    "casino/operations/backup/proving.py",
    *("tests/two_machines/machine.py", "tests/two_machines/tablets.py"),
    *("tests/operations/sealing.py", "tests/operations/putting_away.py"),
}
COUNTING = """
import sys
from casino.common.progress import progress
with progress("pages", 4) as advance:
    for page in range(4):
        advance(1)
        print("page", page)
"""


def test_every_command_can_be_interrupted() -> None:
    """A new one that forgets it fails here."""
    begun = {
        path
        for path, text in sources().items()
        if any(
            isinstance(node, ast.If) and "__main__" in ast.unparse(node.test) for node in ast.parse(text).body
        )
    }
    assert begun > OTHERS
    assert {path for path in begun - OTHERS if "carry_out(" not in sources()[path]} == set()


@pytest.mark.parametrize(("says", "status"), [(None, None), (0, 0), (3, 3)])
def test_a_command_ends_with_its_status(says: int | None, status: int | None) -> None:
    with pytest.raises(SystemExit) as end:
        progress.carry_out(lambda: says)
    assert end.value.code == status


def test_an_interrupt_is_one_sentence_and_its_status(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as end:
        progress.carry_out(interrupted)
    assert end.value.code == progress.INTERRUPTED and capsys.readouterr().err == f"{SENTENCE}\n"


def test_elsewhere_than_on_a_terminal_it_says_so_in_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with progress.progress("pages", 4) as advance:
        advance(1)
        advance(3)
    assert capsys.readouterr().err.splitlines() == ["pages: 25 %", "pages: 100 %"]


def test_on_a_terminal_it_is_a_bar_and_a_file_gets_what_is_for_it(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", COUNTING], cwd=HOUSE, stdout=out, stderr=theirs, check=True)
    shown = os.read(ours, 100_000)
    os.close(ours)
    os.close(theirs)
    assert b"pages" in shown and b"%" in shown and b"page 0" not in shown
    assert (tmp_path / "out").read_text().splitlines() == [f"page {number}" for number in range(4)]


def heed_interrupts() -> None:
    """Where the tests run in the background of a shell, they and what they start are deaf to interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["manage.py", "night", "FOLDER", "--passes", "5000"],
    ],
    ids=["night"],
)
def test_a_long_command_ends_at_once_and_leaves_nothing(command: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    line = [sys.executable, *(str(folder) if word == "FOLDER" else word for word in command)]
    environment = {
        **os.environ,
        "VAR_DIR": str(tmp_path / "var"),
        "DJANGO_SETTINGS_MODULE": "casino.site.settings",
    }
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    running = subprocess.Popen(
        line,
        cwd=HOUSE,
        env=environment,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        preexec_fn=heed_interrupts,
    )
    assert running.stderr is not None
    for said in running.stderr:  # the first line of its progress
        if " %" in said or said.strip().rpartition(" ")[2].isdigit():
            break
    began = time.monotonic()
    running.send_signal(signal.SIGINT)
    rest = running.stderr.read()
    assert running.wait() == progress.INTERRUPTED, rest
    assert rest.endswith(f"{SENTENCE}\n") and "Traceback" not in rest, rest
    assert time.monotonic() - began < 60 and not folder.exists()

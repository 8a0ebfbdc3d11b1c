"""A floor whose tables have names of their own: each is read whole, at a desk and on a phone."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.houses import environment
from tests.support.embedded_houses import MANAGE

DESK, LOW_DESK = {"width": 1600, "height": 1000}, {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
NAMED = """
from casino.administration import pits
from casino.house.acts import By
from tables.rules.roles import Actor
from tables.door.service import create_table, execute
for slug, name in (("chemin-de-fer", "Chemin De Fer"), ("monte-carlo", "Monte Carlo"), ("punto-1", "Punto 1")):
    create_table(slug, name)
    command = {"command": "open_table", "reglamento": "spain", "minimum": 100, "maximum": 10000, "chip": 10}
    assert execute(slug, command, Actor("julio", "jefe")).ok
pits.assign(By("ana.admin"), pits.add(By("ana.admin"), "Salon privado").pk, ["chemin-de-fer", "mesa-1"])
pits.assign(By("ana.admin"), pits.add(By("ana.admin"), "Planta alta").pk, ["monte-carlo", "punto-1"])
"""
UNREAD = """() => [...document.querySelectorAll(".table-face .no")]
  .filter((no) => no.checkVisibility())
  .filter((no) => {
    const box = no.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(no);
    const text = words.getBoundingClientRect();
    const phase = no.closest(".table-face").querySelector(".phase, .state").getBoundingClientRect();
    return text.right > box.right + 1 || text.bottom > box.bottom + 1 || text.right > phase.left - 4;
  })
  .map((no) => no.textContent.trim())"""


@pytest.fixture(scope="module")
def built(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo with three tables of other names."""
    folder = Path(shutil.copytree(built, tmp_path_factory.mktemp("named") / "var"))
    command = [sys.executable, MANAGE, "shell", "-v", "0", "-c", NAMED]
    subprocess.run(command, env=environment(folder), check=True, capture_output=True)
    return folder


@pytest.mark.parametrize("size", [DESK, LOW_DESK, PHONE], ids=["desk", "low desk", "phone"])
def test_every_name_is_read_whole(visit: Visit, size: dict[str, int]) -> None:
    assert visit("/floor/", "julio", size=size).evaluate(UNREAD) == []

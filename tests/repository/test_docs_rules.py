"""docs/rules.md is true: what it names exists, and its settings are the reglamentos'. Its readings are played by
`tests/scenarios`."""

import re
from typing import Any, get_args

from django.conf import settings

from casino.common.refusals.catalogue import MESSAGES
from tables.engine import COMMANDS
from tables.engine.chapters import INCIDENTS
from tables.engine.state import Phase
from tables.rules.reglamentos import REGLAMENTOS

PAGE = (settings.BASE_DIR / "docs" / "rules.md").read_text()
SETTINGS = {name for rules in REGLAMENTOS.values() for name in rules.settings}
OTHER_WORDS = {"bank_unseen", "player", "house", "nearest", "43", "37", "code", "article", "cagnotte"}
OTHER_WORDS |= {"associate_agrees"}
KNOWN = {*REGLAMENTOS, *MESSAGES, *COMMANDS, *INCIDENTS, *SETTINGS, *get_args(Phase), *OTHER_WORDS}


def test_every_name_on_the_page_is_the_systems() -> None:
    named = {word for word in re.findall(r"`([^`]+)`", PAGE) if "/" not in word}
    assert named <= KNOWN, named - KNOWN


def test_its_settings_are_those_of_the_reglamentos() -> None:
    rows = re.findall(r"^\| `(\w+)`[^|]*\|(.*)\|$", PAGE.split("## House settings")[1], re.MULTILINE)
    assert {name for name, _ in rows} == SETTINGS
    for name, values in rows:
        said = [value.strip() for value in values.split("|")]
        assert said == [shown(name, rules.settings.get(name)) for rules in REGLAMENTOS.values()], name


def shown(name: str, value: Any) -> str:
    if value is None:
        return "–"
    if value == ():
        return "none"
    return "chip" if name == "pico" else str(value).lower()

"""The house's logo: given, and taken away."""

from casino.administration import settings
from casino.administration.csv_list import Source
from casino.house import acts, logo
from casino.house.acts import By, tried

SETTING = "LOGO"


def give(by: By, source: Source) -> None:
    """Let the house have this picture. Raises Refusal (`large_logo`, `bad_logo`)."""
    with tried(by, acts.SETTING_CHANGED, SETTING):
        settings.change(by, {SETTING: logo.keep(logo.drawn(source.data))})


def take_away(by: By) -> None:
    """The house has no logo any more."""
    settings.change(by, {SETTING: ""})

"""Every screen by its name, which is also part of its socket's address."""

from tables.screens import wall
from tables.screens.console import screen as console
from tables.screens.floor import screen as floor
from tables.screens.inspector import timeline
from tables.screens.money import cage, counter
from tables.screens.money import screen as money
from tables.screens.table import screen as table_page
from tables.view.screen import Screen

SCREENS: dict[str, Screen] = {
    screen.name: screen
    for screen in (
        console.SCREEN,
        floor.SCREEN,
        table_page.SCREEN,
        wall.SCREEN,
        money.SCREEN,
        counter.SCREEN,
        cage.SCREEN,
        timeline.SCREEN,
    )
}

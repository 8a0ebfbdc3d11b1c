"""Every screen by its name, which is also part of its socket's address."""

from tables.screen import Screen
from tables.screens import cage, console, counter, floor, money, requests, table_page, wall

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
        requests.SCREEN,
    )
}

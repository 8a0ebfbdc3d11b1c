"""`make accessibility`: try every page, and the console in every phase, with axe-core. Exits with 1 if a rule is broken.

All of it is each page in each language and both themes. `--short`, as the tests do, gives each page one language and one
theme in turn.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, cycle, islice, product

from playwright.sync_api import Browser, Page, sync_playwright

from casino.common.progress import carry_out
from deploy.shown.axe import violations
from deploy.shown.house import CHROMIUM, GLASS, HOUSES, TABLET, Shown, shown, steps
from deploy.shown.pages import NOBODY, PAGES

LANGUAGES = ("es", "en", "fr", "sl")
THEMES = ("dark", "light")
PASSES = 4
STEPS = 400  # commands of a robot in which the phases of a reglamento are met
Look = tuple[str, str]  # language, theme


def main() -> None:
    """Try the pages and print what is wrong with which."""
    parser = ArgumentParser(prog="make accessibility", description=__doc__)
    parser.add_argument("--short", action="store_true", help="each page in one language and one theme")
    short = parser.parse_args().short
    tried = broken = 0
    with shown(PASSES) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, found in chain(of_pages(browser, house, short), of_phases(browser, house, short)):
            tried, broken = tried + 1, broken + bool(found)
            print("NO" if found else "ok", name, *(f"\n   {line}" for line in found), flush=True)
        browser.close()
    print(f"{tried} pages tried, {broken} of them break a rule")
    sys.exit(bool(broken))


def of_pages(browser: Browser, house: Shown, short: bool) -> Iterator[tuple[str, list[str]]]:
    """Every page, as the one who reads it sees it; then the lock, from which nothing else is reached."""
    looks = cycle(product(LANGUAGES, THEMES))
    for user, paths in PAGES.items():
        page = a_page(browser, house, user)
        for path in paths:
            for look in islice(looks, 1 if short else len(LANGUAGES) * len(THEMES)):
                yield tried(page, house, path, look)
        if user != NOBODY:
            page.goto(f"{house.url}/account/")
            page.locator('form[action="/lock/"] button').first.click()
            page.wait_for_url("**/locked/**")
            yield f"/locked/ {user}", violations(page)


def of_phases(browser: Browser, house: Shown, short: bool) -> Iterator[tuple[str, list[str]]]:
    """Console, table page and wall in each phase that the robot comes to, at a table of each reglamento."""
    page, looks = a_page(browser, house, "julio"), cycle(product(LANGUAGES[:1], THEMES))
    for slug in ("mesa-1", "mesa-3", *HOUSES):
        for phase in new_phases(slug):
            for part, look in product(("console/", "", "wall/"), islice(looks, 1 if short else len(THEMES))):
                name, found = tried(page, house, f"/tables/{slug}/{part}", look)
                yield f"{name} {phase}", found


def new_phases(slug: str) -> Iterator[str]:
    """Each phase that the table comes to, when it first does. Meanwhile the table stands still."""
    met: set[str] = set()
    played = (now["phase"] for _, now in islice(steps(slug), STEPS))
    with ThreadPoolExecutor(
        1
    ) as robot:  # this thread belongs to the browser's loop, where Django reads no database
        while phase := robot.submit(next, played, "").result():
            if phase not in met:
                met.add(phase)
                yield phase


def a_page(browser: Browser, house: Shown, user: str) -> Page:
    """A browser of its own, in which this one has logged in."""
    page = browser.new_context(viewport=TABLET, locale="es-AR", has_touch=True).new_page()
    if user != NOBODY:
        house.log_in(page, user)
    return page


def tried(page: Page, house: Shown, path: str, look: Look) -> tuple[str, list[str]]:
    """The page in this language and theme, and what is wrong with it."""
    language, theme = look
    cookies = {"django_language": language, "theme": theme}
    page.context.add_cookies(
        [{"name": name, "value": said, "url": house.url} for name, said in cookies.items()]
    )
    page.set_viewport_size(GLASS if path.endswith("/wall/") else TABLET)  # type: ignore[arg-type]
    answer = page.goto(house.url + path)
    if answer is None or not answer.ok:
        raise RuntimeError(f"{path} answers {answer and answer.status}")
    if page.locator("body[data-socket]").count():
        page.wait_for_selector('html[data-line="up"]')
    return f"{path} {language} {theme}", violations(page)


if __name__ == "__main__":
    carry_out(main)

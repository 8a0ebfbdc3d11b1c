"""`make pages`: try every page, and the tables in every phase: axe-core's rules, what scrolls, that all can be read,
the weight, and that nothing moves once it is there. Exits with 1 where a page breaks a rule.

All of it is each page in each language and both themes. `--short`, as `make slow` does, gives each page one language
and one theme in turn.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import chain, cycle, islice, product

from playwright.sync_api import Browser, sync_playwright

from casino.common.progress import carry_out
from tests.pages.faults import Loading, unreached, unreadable, violations
from tests.pages.house import GLASS, HOUSES, TABLET, WITHOUT_WINDOWS, Shown, in_a_thread, shown, steps
from tests.pages.pages import NOBODY, PAGES

THEMES = ("dark", "light")
PASSES = 4
PATIENCE = 180_000  # ms for a page: the machine may do ten other things
STEPS = 400  # commands of a robot in which the phases of a reglamento are met
# Two tables that between them come to every phase which the robot meets at any
EVERY_PHASE = ("mesa-1", "chemin-de-fer")
Look = tuple[str, str]  # language, theme
Found = tuple[str, list[str]]  # a page, and what is wrong with it


def main() -> None:
    """Try the pages and print what is wrong with which."""
    parser = ArgumentParser(prog="make pages", description=__doc__)
    parser.add_argument("--short", action="store_true", help="each page in one language and one theme")
    short = parser.parse_args().short
    tried = broken = 0
    with shown(PASSES) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=WITHOUT_WINDOWS, args=["--no-sandbox"])
        for name, found in chain(of_pages(browser, house, short), of_phases(browser, house, short)):
            tried, broken = tried + 1, broken + bool(found)
            print("NO" if found else "ok", name, *(f"\n   {line}" for line in found), flush=True)
        browser.close()
    print(f"{tried} pages tried, {broken} of them break a rule")
    sys.exit(bool(broken))


class Reader:
    """Somebody's browser, in which he has logged in. NOBODY has not."""

    def __init__(self, browser: Browser, house: Shown, user: str) -> None:
        self._house, self._user = house, user
        self.page = browser.new_context(viewport=TABLET, locale="es-AR", has_touch=True).new_page()
        self.page.set_default_timeout(PATIENCE)
        self._loading = Loading(self.page)
        if user != NOBODY:
            house.log_in(self.page, user)

    def tries(self, path: str, look: Look) -> Found:
        """Look at the page in this language and theme."""
        self._choose(*look)
        self.page.set_viewport_size(GLASS if path.endswith("/wall/") else TABLET)  # type: ignore[arg-type]
        self._loading.begins()
        answer = self.page.goto(self._house.url + path)
        if answer is None or not answer.ok:
            raise RuntimeError(f"{path} answers {answer and answer.status}")
        self.page.wait_for_selector("html[data-shown]")
        if self.page.locator("body[data-socket]").count():
            self.page.wait_for_selector('html[data-line="up"]')
        return f"{path} {' '.join(look)}", [
            *violations(self.page),
            *unreached(self.page),
            *unreadable(self.page),
            *self._loading.faults(),
        ]

    def is_locked_out(self) -> Found:
        """Lock the tablet, and look at what it shows then."""
        self.page.goto(f"{self._house.url}/account/")
        self.page.locator('form[action="/lock/"] button').first.click()
        self.page.wait_for_url("**/locked/**")
        return f"/locked/ {self._user}", violations(self.page)

    def _choose(self, language: str, theme: str) -> None:
        cookies = {"django_language": language, "theme": theme}
        told = [{"name": name, "value": said, "url": self._house.url} for name, said in cookies.items()]
        self.page.context.add_cookies(told)  # type: ignore[arg-type]
        if self._user != NOBODY:
            self._house.speak(self._user, language)


def every_look() -> list[Look]:
    """Each language in each theme."""
    from django.conf import settings  # once the house has set Django up

    return [*product((code for code, _name in settings.LANGUAGES), THEMES)]


def of_pages(browser: Browser, house: Shown, short: bool) -> Iterator[Found]:
    """Every page, as the one who reads it sees it; then the lock, from which nothing else is reached."""
    looks = cycle(every_look())
    for user, paths in PAGES.items():
        reader = Reader(browser, house, user)
        for path in paths:
            for look in islice(looks, 1 if short else len(every_look())):
                yield reader.tries(path, look)
        if user != NOBODY:
            yield reader.is_locked_out()


def of_phases(browser: Browser, house: Shown, short: bool) -> Iterator[Found]:
    """Console, table page and wall in each phase that the robot comes to, at a table of each reglamento; in short, of
    two."""
    reader, looks = Reader(browser, house, "julio"), cycle(every_look())
    for slug in EVERY_PHASE if short else ("mesa-1", "mesa-3", *HOUSES):
        for phase in new_phases(slug):
            for part in ("console/", "", "wall/"):
                for look in islice(looks, 1 if short else len(THEMES)):
                    name, found = reader.tries(f"/tables/{slug}/{part}", look)
                    yield f"{name} {phase}", found


def new_phases(slug: str) -> Iterator[str]:
    """Each phase that the table comes to, when it first does. Meanwhile the table stands still."""
    met: set[str] = set()
    played = (now["phase"] for _, now in islice(steps(slug), STEPS))
    while phase := in_a_thread(next, played, ""):
        if phase not in met:
            met.add(phase)
            yield phase


if __name__ == "__main__":
    carry_out(main)

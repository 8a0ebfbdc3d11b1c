"""`make screens`: make the pictures in docs/ from the running product, after a robot has played for a while."""

from playwright.sync_api import Browser, Page, sync_playwright

from casino.common.progress import carry_out
from deploy.shown import album
from deploy.shown.house import ADMINISTRATOR, CHROMIUM, GLASS, ROOT, TABLET, Shown, shown

DOCS = ROOT / "docs"
PASSES = 37
STAFF = "username,role,language,first_name,last_name\nbruno,croupier,es,Bruno,Paz\nmarta,jefe,es,Marta,Sosa\n"
LIMITS = {"minimum": "100", "maximum": "10000", "chip": "10"}
SCREENS = (
    ("/tables/mesa-1/console/", "console", TABLET),
    ("/floor/", "floor", TABLET),
    ("/tables/mesa-1/wall/", "wall", GLASS),
    ("/tables/mesa-1/money/", "money", TABLET),
    ("/reports/shifts/mesa-1/1/", "sheet", TABLET),
)
# Of each page: its address, the picture's name, and what is typed into its form
ADMINISTRATION = (
    ("settings/", "settings", {"HOUSE_NAME": "Casino de la Costa"}),
    ("tables/", "tables", {"many": "3", "first": "7", **LIMITS}),
    ("people/", "people", {"list": STAFF}),
    ("displays/", "displays", {"name": "Wall"}),
    ("acts/", "acts", {}),
    ("status/", "status", {}),
)


def main() -> None:
    """Take the pictures: the main screens, the administrator's pages, and the album of all."""
    with shown(PASSES) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        photograph(browser, house)
        photograph_administration(browser, house)
        album.fill(browser, house)
        browser.close()


def photograph(browser: Browser, house: Shown) -> None:
    """The screens of the tables."""
    page = browser.new_context(viewport=TABLET, locale="es-AR").new_page()
    house.log_in(page, "julio")
    for path, name, size in SCREENS:
        take(page, house.url + path, name, size)


def take(page: Page, address: str, name: str, size: dict[str, int]) -> None:
    """One picture of a page, once it is live."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(address)
    if page.locator("body[data-socket]").count():
        page.wait_for_selector('html[data-line="up"]')
    page.wait_for_timeout(300)
    save(page, name)


def save(page: Page, name: str) -> None:
    """The page as it is now."""
    page.screenshot(path=str(DOCS / f"{name}.png"))
    print(f"docs/{name}.png")


def photograph_administration(browser: Browser, house: Shown) -> None:
    """The administrator's pages, with what each has done to be seen."""
    page = browser.new_context(viewport=TABLET, locale="en-GB").new_page()
    house.log_in(page, ADMINISTRATOR)
    for address, name, fields in ADMINISTRATION:
        page.goto(f"{house.url}/administration/{address}")
        for field, value in fields.items():
            page.fill(f"[name={field}]", value)
        if fields:
            form = page.locator("form", has=page.locator(f"[name={next(iter(fields))}]"))
            form.locator("button.primary").click()
            page.wait_for_selector(".told, .once")
        save(page, f"administration-{name}")


if __name__ == "__main__":
    carry_out(main)

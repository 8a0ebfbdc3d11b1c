"""`make screens`: make the pictures in docs/ from the running product, after a robot has played for a while.

docs/screens/ has every page once, and console and wall in every phase, in the sizes that houses have;
docs/questions/ the answer to each question of a director."""

import base64
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from casino.common.progress import carry_out
from tests.browser.questions import QUESTIONS, START, Walk
from tests.pages.house import ADMINISTRATOR, CHROMIUM, GLASS, ROOT, TABLET, Shown, shown
from tests.pages.pages import PAGES
from tests.pages.trial import Reader, new_phases

DOCS = ROOT / "docs"
PASSES = 37
STAFF = "username,role,language,first_name,last_name\nbruno,croupier,es,Bruno,Paz\nmarta,jefe,es,Marta,Sosa\n"
LIMITS = {"minimum": "100", "maximum": "10000", "chip": "10"}
DESK = {"width": 1600, "height": 1000}
PHONE, UPRIGHT = {"width": 390, "height": 844}, {"width": 820, "height": 1180}
# By whose eyes: address, picture's name, size
SCREENS = {
    "julio": (
        ("/tables/mesa-1/console/", "console", TABLET),
        ("/floor/", "floor", DESK),
        ("/floor/", "floor-phone", PHONE),
        ("/tables/mesa-1/", "table", TABLET),
        ("/tables/mesa-1/wall/", "wall", GLASS),
        ("/tables/mesa-1/money/", "money", TABLET),
        ("/reports/shifts/mesa-1/1/", "sheet", TABLET),
    ),
    "camila": (("/counter/", "counter", DESK),),
    "elena": (("/dashboard/", "dashboard", DESK), ("/reports/floor/", "report", DESK)),
    "irene": (("/inspector/", "record", DESK),),
}
# Of each page: its address, the picture's name, and what is typed into its form
ADMINISTRATION = (
    ("settings/", "settings", {"HOUSE_NAME": "Casino de la Costa"}),
    ("tables/?new", "tables", {"many": "3", "first": "7", **LIMITS}),
    ("people/?list", "people", {"list": STAFF}),
    ("displays/?new", "displays", {"name": "Wall"}),
    ("acts/", "acts", {}),
    ("status/", "status", {}),
)

ALBUM, ANSWERS = DOCS / "screens", DOCS / "questions"
LOOK = ("es", "dark")
SIZES = {
    "console": (
        ("tablet", TABLET),
        ("1024", {"width": 1024, "height": 768}),
        ("portrait", UPRIGHT),
        ("phone", PHONE),
    ),
    "wall": (("glass", GLASS), ("portrait", {"width": 1080, "height": 1920})),
}
PLAYED = {"mesa-1": "argentina", "chemin-de-fer": "chemin-de-fer"}  # tables whose phases are shown
QUALITY = 80  # of WebP, in percent
Picture = tuple[str, str]  # what it shows, and its file


def main() -> None:
    """Take the pictures: the main screens, the administrator's pages, and the album of all."""
    with shown(PASSES, season=True) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        photograph(browser, house)
        photograph_administration(browser, house)
        answer_questions(browser, house)
        fill_album(browser, house)
        browser.close()


def photograph(browser: Browser, house: Shown) -> None:
    """The main screens, each by the eyes of who works with it."""
    for user, screens in SCREENS.items():
        page = browser.new_context(viewport=TABLET, locale="es-AR").new_page()
        house.log_in(page, user)
        for path, name, size in screens:
            take(page, house.url + path, name, size)


def take(page: Page, address: str, name: str, size: dict[str, int]) -> None:
    """One picture of a page, once it is live."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(address)
    page.wait_for_selector("html[data-shown]")
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


def answer_questions(browser: Browser, house: Shown) -> None:
    """Walk to the answer of each question from the director's page, and picture it."""
    empty(ANSWERS)
    reader = Reader(browser, house, "elena")
    reader.tries(START, ("es", "light"))
    walk = Walk(reader.page)
    for question in QUESTIONS:
        question(walk)
        print(
            f"docs/questions/{taken(reader, question.__name__.replace('_', '-'), ANSWERS)}: {walk.acts} acts"
        )
        walk.back()


def empty(folder: Path) -> None:
    """A folder for pictures, without those of before."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.webp"):
        old.unlink()


def fill_album(browser: Browser, house: Shown) -> None:
    """Take all pictures anew, and write the page that shows them."""
    empty(ALBUM)
    parts = {"Pages": list(of_pages(browser, house)), "Phases": list(of_phases(browser, house))}
    lines = ["# Every screen", "", "Taken from the running product by `make screens`.", ""]
    for title, pictures in parts.items():
        lines += [f"## {title}", ""]
        for shows, file in pictures:
            lines += [f"### {shows}", "", f"![{shows}]({file})", ""]
    (ALBUM / "README.md").write_text("\n".join(lines))
    print(f"docs/screens: {sum(len(pictures) for pictures in parts.values())} pictures")


def of_pages(browser: Browser, house: Shown) -> Iterator[Picture]:
    """Each page, as the one who reads it sees it on a tablet."""
    for user, paths in PAGES.items():
        reader = Reader(browser, house, user)
        for path in paths:
            reader.tries(path, LOOK)
            name = f"{user.split('.')[0] or 'nobody'}{path.rstrip('/').replace('/', '-')}"
            yield f"`{path}`, {user or 'nobody has logged in'}", taken(reader, name)


def of_phases(browser: Browser, house: Shown) -> Iterator[Picture]:
    """Console and wall in each phase, in each size."""
    reader = Reader(browser, house, "julio")
    for slug, reglamento in PLAYED.items():
        for phase in new_phases(slug):  # the table stands still at each
            for screen, sizes in SIZES.items():
                reader.tries(f"/tables/{slug}/{screen}/", LOOK)
                for size, measures in sizes:
                    reader.page.set_viewport_size(measures)  # type: ignore[arg-type]
                    name = f"{reglamento}-{phase}-{screen}-{size}"
                    yield f"{reglamento}: {screen}, {phase}, {size}", taken(reader, name)


def taken(reader: Reader, name: str, folder: Path = ALBUM) -> str:
    """The page as it is now, in a file of this name."""
    line = reader.page.context.new_cdp_session(reader.page)
    told = line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    line.detach()
    Path(folder, f"{name}.webp").write_bytes(base64.b64decode(told["data"]))
    return f"{name}.webp"


if __name__ == "__main__":
    carry_out(main)

"""Every screen in docs/screens/: each page once, and console and wall in every phase, in the sizes that houses have."""

import base64
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser

from deploy.shown.house import GLASS, ROOT, TABLET, Shown
from deploy.shown.pages import PAGES
from deploy.shown.trial import Reader, new_phases

ALBUM = ROOT / "docs" / "screens"
LOOK = ("es", "dark")
SIZES = {
    "console": (
        ("tablet", TABLET),
        ("1024", {"width": 1024, "height": 768}),
        ("phone", {"width": 390, "height": 844}),
    ),
    "wall": (("glass", GLASS), ("portrait", {"width": 1080, "height": 1920})),
}
PLAYED = {"mesa-1": "argentina", "chemin-de-fer": "chemin-de-fer"}  # tables whose phases are shown
QUALITY = 80  # of WebP, in percent
Picture = tuple[str, str]  # what it shows, and its file


def fill(browser: Browser, house: Shown) -> None:
    """Take all pictures anew, and write the page that shows them."""
    ALBUM.mkdir(exist_ok=True)
    for old in ALBUM.glob("*.webp"):
        old.unlink()
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


def taken(reader: Reader, name: str) -> str:
    """The page as it is now, in a file of this name."""
    line = reader.page.context.new_cdp_session(reader.page)
    told = line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    line.detach()
    Path(ALBUM, f"{name}.webp").write_bytes(base64.b64decode(told["data"]))
    return f"{name}.webp"

"""What may be wrong with a page that a browser shows: rules of WCAG that axe-core knows, regions that scroll and that
the keyboard cannot reach, words that cannot be read, weight, and what moves once it is there."""

from functools import cache
from typing import TYPE_CHECKING, Any

from tests.pages.house import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPT = ROOT / ".venv" / "node_modules" / "axe-core" / "axe.min.js"
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
RUN = "async (options) => (await axe.run(document, options)).violations"


def violations(page: "Page") -> list[str]:
    """One line for each element that breaks a rule: the rule, the element, and what is wrong."""
    page.evaluate(_script())
    return [
        f"{rule['id']}: {' '.join(node['target'])}: {_why(node)}"
        for rule in page.evaluate(RUN, OPTIONS)
        for node in rule["nodes"]
    ]


def _why(node: dict[str, str]) -> str:
    lines = node["failureSummary"].splitlines()
    return "; ".join(line.strip() for line in lines[1:])


@cache
def _script() -> str:
    return SCRIPT.read_text()


UNREACHED = """() => {
  const focusable = "a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])";
  const scrolls = (one, overflow, inner, outer) => /auto|scroll/.test(overflow) && inner > outer + 1;
  return [...document.body.querySelectorAll("*")]
    .filter((one) => one.checkVisibility() && !one.matches(focusable) && !one.querySelector(focusable))
    .filter((one) => {
      const style = getComputedStyle(one);
      return scrolls(one, style.overflowY, one.scrollHeight, one.clientHeight)
        || scrolls(one, style.overflowX, one.scrollWidth, one.clientWidth);
    })
    .map((one) => `scrolls without focus: ${one.tagName.toLowerCase()}#${one.id}.${one.className}`);
}"""


def unreached(page: "Page") -> list[str]:
    """One line for each visible region that scrolls, cannot have the focus and has nothing in it that can."""
    return page.evaluate(UNREACHED)  # type: ignore[no-any-return]


UNREADABLE = r"""() => {
  const within = document.querySelector("dialog[open]") ?? document.querySelector("main") ?? document.body;
  const is_sum = (words) => /\d[.,\u00a0\u202f]\d{3}/.test(words);
  const where = ({ words, owner }) => `${words} at ${owner.closest("[id]")?.id}`;

  // Each line of each text: its words, the element, its box, and the part of it that is seen.
  const lines = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, words = node.data.trim(), owner = node.parentElement;
    if (!words || !owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (owner.closest("option, script, style, noscript") || clipped(owner)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width > 1 && box.height > 1) lines.push({ words, owner, box, ...seen(owner, box) });
    }
  }

  // Of a line's height what is inked: the line of a large figure is higher than the figure. Not of a turned line.
  const pen = document.createElement("canvas").getContext("2d");
  function inked({ words, owner, box, top, bottom }) {
    const style = getComputedStyle(owner);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = style.textTransform === "uppercase" ? words.toUpperCase() : words, told = pen.measureText(text);
    const above = told.fontBoundingBoxAscent, below = told.fontBoundingBoxDescent;
    if (Math.abs(box.height - above - below) > 2) return { top, bottom };
    const high = box.top + above - told.actualBoundingBoxAscent;
    const low = box.top + above + told.actualBoundingBoxDescent;
    return { top: Math.max(top, high), bottom: Math.min(bottom, low) };
  }

  // Only for a screen reader.
  function clipped(owner) {
    for (let one = owner; one; one = one.parentElement) if (getComputedStyle(one).clipPath !== "none") return true;
    return false;
  }

  // What the ancestors leave of a box; `scrolls`: the rest can be scrolled to; `shortened`: the words end in three points.
  function seen(owner, box) {
    let { left, top, right, bottom } = box, scrolls = false, shortened = false;
    for (let one = owner; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one), clip = one.getBoundingClientRect();
      if (style.display.startsWith("inline") && !style.display.includes("-")) continue;
      const clips = style.contentVisibility === "auto" || style.overflowX !== "visible" || style.overflowY !== "visible";
      if (!clips) continue;
      shortened ||= style.textOverflow === "ellipsis";
      if (/auto|scroll/.test(style.overflowY)) scrolls ||= bottom > clip.bottom + 1 || top < clip.top - 1;
      if (/auto|scroll/.test(style.overflowX)) scrolls ||= right > clip.right + 1 || left < clip.left - 1;
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
      top = Math.max(top, clip.top);
      bottom = Math.min(bottom, clip.bottom);
    }
    return { left, top, right, bottom, scrolls, shortened };
  }

  const cut = ({ box, left, top, right, bottom }) =>
    left > box.left + 1 || right < box.right - 1 || bottom < box.bottom - 3 || top > box.top + 3;
  // By something with a ground of its own: a link that spans a whole tile covers nothing.
  const covered = ({ box, owner }) => [0.05, 0.5, 0.95].some((share) => {
    let one = document.elementFromPoint(box.left + share * box.width, box.top + box.height / 2);
    if (!one || owner.contains(one)) return false;
    for (; !one.contains(owner); one = one.parentElement) {
      if (getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)") return true;
    }
    return false;
  });
  // A round key has less room for a line than its box.
  const leaves = ({ box, owner }) => {
    const frame = owner.closest("button, .button, td, dd, dt, label, .card");
    if (!frame) return false;
    const room = frame.getBoundingClientRect(), style = getComputedStyle(frame);
    const edge = style.borderRadius === "50%" ? parseFloat(style.borderLeftWidth) - 2 : -1;
    return box.left < room.left + edge || box.right > room.right - edge;
  };

  const faults = [];
  for (const line of lines.filter(({ scrolls }) => !scrolls)) {
    if (is_sum(line.words) && cut(line)) faults.push(`cut off: ${where(line)}`);
    else if (is_sum(line.words) && covered(line)) faults.push(`covered: ${where(line)}`);
    else if (!line.shortened && leaves(line)) faults.push(`beside its frame: ${where(line)}`);
  }
  const shown = lines
    .filter(({ left, top, right, bottom }) => right - left > 2 && bottom - top > 4)
    .map((line) => ({ ...line, ...inked(line) }));
  shown.forEach((one, index) => {
    for (const other of shown.slice(index + 1)) {
      if (one.owner === other.owner) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 2 && high > 1) faults.push(`on each other: ${where(one)} | ${where(other)}`);
    }
  });
  return [...new Set(faults)];
}"""


def unreadable(page: "Page") -> list[str]:
    """One line for each sum that is cut off or covered, and for words beside their key or on other words. What can be
    scrolled to is no fault, nor is a name that ends in three points."""
    return page.evaluate(UNREADABLE)  # type: ignore[no-any-return]


MOST = 90 * 1024  # bytes of a page with its styles, scripts and fonts, as they are sent
MOVED = """() => new Promise((told) => {
  const named = ({ node }) => (node?.closest?.("[id]") ?? node?.parentElement?.closest("[id]"))?.id ?? "";
  const line = ({ value, sources }) => `${value.toFixed(4)} in ${sources.map(named).join(", ")}`;
  const observer = new PerformanceObserver((list) => told(list.getEntries().map(line)));
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => told([]), 100);
})"""


class Loading:
    """The loads of a browser's page, each as if it had never been there before."""

    def __init__(self, page: "Page") -> None:
        self._page, self.weight = page, 0  # bytes
        line = page.context.new_cdp_session(page)
        line.on("Network.loadingFinished", self._arrived)
        line.send("Network.enable")
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def begins(self) -> None:
        """The next load begins."""
        self.weight = 0

    def faults(self) -> list[str]:
        """One line for each fault of the load that is over."""
        found = [f"weight: {self.weight} bytes, {MOST} at most"] if self.weight > MOST else []
        return [*found, *(f"layout-shift: {moved}" for moved in self._page.evaluate(MOVED))]

    def _arrived(self, told: dict[str, Any]) -> None:
        self.weight += int(told["encodedDataLength"])

"""Regions of a page that scroll and that the keyboard cannot reach: not every browser gives them the focus by itself."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

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

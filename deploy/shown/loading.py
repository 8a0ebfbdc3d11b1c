"""How a page comes: what it weighs as it is sent, and whether anything moves once it is there."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST = 60 * 1024  # bytes of a page with its styles and scripts, as they are sent
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
        self._page, self._bytes = page, 0
        line = page.context.new_cdp_session(page)
        line.on("Network.loadingFinished", self._arrived)
        line.send("Network.enable")
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def begins(self) -> None:
        """The next load begins."""
        self._bytes = 0

    def faults(self) -> list[str]:
        """One line for each fault of the load that is over."""
        found = [f"weight: {self._bytes} bytes, {MOST} at most"] if self._bytes > MOST else []
        return [*found, *(f"layout-shift: {moved}" for moved in self._page.evaluate(MOVED))]

    def _arrived(self, told: dict[str, Any]) -> None:
        self._bytes += int(told["encodedDataLength"])

"""Whether what is written on a page can be read: no sum is cut off or covered, no word leaves its key or lies on another."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

FAULTS = r"""() => {
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
  const shown = lines.filter(({ left, top, right, bottom }) => right - left > 2 && bottom - top > 4);
  shown.forEach((one, index) => {
    for (const other of shown.slice(index + 1)) {
      if (one.owner === other.owner) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 2 && high > 5) faults.push(`on each other: ${where(one)} | ${where(other)}`);
    }
  });
  return [...new Set(faults)];
}"""


def unreadable(page: "Page") -> list[str]:
    """One line for each sum that is cut off or covered, and for words beside their key or on other words. What can be
    scrolled to is no fault, nor is a name that ends in three points."""
    return page.evaluate(FAULTS)  # type: ignore[no-any-return]

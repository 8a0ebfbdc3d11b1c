// A press belongs to the key on which it began. Where a dialog goes or another key comes under the finger, lifting it
// presses nothing; after a held key has acted, no finger presses anything until all of them are up.

const KEYS = "button, a, summary, label, [data-due]";
const down = new Set(); // fingers (pointer ids)
const began = new Map(); // finger → what its key was when it came down; null for one that may press nothing
let isSpent = false; // a held key has acted, and its finger is still there

const keyAt = ({ target }) => target.closest?.(KEYS) ?? null;

// A card's key is the same for either hand: a fast hand is not slowed down.
const meaning = ({ dataset }) => ("card" in dataset ? "" : (dataset.command ?? ""));
const seen = (key) => key && { key, id: key.id, meaning: meaning(key) };

function isSame(before, key) {
  const isThere = before.id ? before.id === key.id : before.key === key;
  return isThere && before.meaning === meaning(key);
}

function press(event) {
  if (!down.size) {
    began.clear();
    isSpent = false;
  }
  down.add(event.pointerId);
  began.set(event.pointerId, isSpent ? null : seen(keyAt(event)));
  if (isSpent) event.stopImmediatePropagation();
}

// What a program or the keyboard clicks has no finger.
function click(event) {
  const key = keyAt(event);
  if (!event.detail || !key || !began.has(event.pointerId)) return;
  const before = began.get(event.pointerId);
  if (before && !isSpent && isSame(before, key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

addEventListener("pointerdown", press, { capture: true });
addEventListener("click", click, { capture: true });
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, ({ pointerId }) => down.delete(pointerId), { capture: true });
}
document.addEventListener("act:held", () => {
  isSpent = down.size > 0;
});

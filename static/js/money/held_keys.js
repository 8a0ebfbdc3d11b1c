// Keys typed while what they are meant for is on its way: kept in their order, and typed once it has come.

let kept = null;

const isModifier = ({ key }) => ["Shift", "Control", "Alt", "Meta", "AltGraph"].includes(key);

function keep(event) {
  if (!kept || event.ctrlKey || event.altKey || event.metaKey || isModifier(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!event.repeat) kept.push(event.key);
}

export function hold() {
  kept = [];
}

// An Enter that would make a slip is not repeated: what it makes has not been seen.
export function release() {
  const keys = kept ?? [];
  kept = null;
  for (const key of keys) type(key);
}

function type(key) {
  const field = document.activeElement ?? document.body;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  if (!field.dispatchEvent(event) || key.length > 1 || !field.matches("input:not([type=radio])")) return;
  field.setRangeText(key, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

addEventListener("keydown", keep, true);

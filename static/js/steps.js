// The arrow keys go one step back and forward, with Shift or Page Up and Page Down by whole passes.

const STEPS = {
  ArrowLeft: "a[rel=prev]",
  ArrowRight: "a[rel=next]",
  PageUp: "[data-pass-before]",
  PageDown: "[data-pass-after]",
};
const BY_PASS = { ArrowLeft: "PageUp", ArrowRight: "PageDown" };

document.addEventListener("keydown", (event) => {
  const elsewhere = event.ctrlKey || event.altKey || event.metaKey;
  if (elsewhere || event.target.closest("input, select, textarea, dialog, [role=region]")) return;
  const key = event.shiftKey ? BY_PASS[event.key] : event.key;
  const link = STEPS[key] && document.querySelector(STEPS[key]);
  if (!link) return;
  event.preventDefault();
  link.click();
});

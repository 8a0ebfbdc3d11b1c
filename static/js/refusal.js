// The notice that something was refused: one sentence and its article, beside what was touched.

const SHOWN_FOR = 6000; // ms
const refusal = document.getElementById("refusal");
refusal.popover = "manual"; // above an open dialog too
let hideTimer = 0;

// `near`: the element that was touched, if any.
export function refuse(message, article, near) {
  refusal.querySelector("[data-message]").textContent = message;
  refusal.querySelector("[data-article]").textContent = article
    ? `${refusal.dataset.articleWord} ${article}`
    : "";
  clearRefusal(); // shown anew it lies above whatever has been opened since
  refusal.hidden = false;
  refusal.showPopover();
  placeBeside(near);
  document.dispatchEvent(new CustomEvent("act:refused", { detail: { message, article } }));
  clearTimeout(hideTimer);
  hideTimer = setTimeout(clearRefusal, SHOWN_FOR);
}

export function clearRefusal() {
  if (!refusal.hidden) refusal.hidePopover();
  refusal.hidden = true;
}

function placeBeside(near) {
  const spot = near?.getBoundingClientRect() ?? middle();
  const { width, height } = refusal.getBoundingClientRect();
  const left = Math.min(Math.max(spot.left + spot.width / 2 - width / 2, 8), innerWidth - width - 8);
  const above = spot.top - height - 8;
  refusal.style.setProperty("left", `${left}px`);
  refusal.style.setProperty("top", `${above > 8 ? above : spot.bottom + 8}px`);
}

const middle = () => ({ left: innerWidth / 2, top: innerHeight / 2, width: 0, bottom: 0 });

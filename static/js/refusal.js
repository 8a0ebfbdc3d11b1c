// The notice that something was refused: one sentence beside what was touched, and a button that shows the article's own
// words and the facts that decided.

const SHOWN_FOR = 6000; // ms
const refusal = document.getElementById("refusal");
refusal.popover = "manual"; // above an open dialog too
let hideTimer = 0;

// What the server has refused. Before a grave act it may ask again who is there: that page leads back to this one.
export function refused(error, near) {
  if (error.code !== "confirm_yourself") return refuse(error.message, error.article, near, error.facts);
  const { confirm } = document.body.dataset;
  return location.assign(`${confirm}?next=${encodeURIComponent(location.pathname + location.search)}`);
}

// `near`: the element that was touched, if any. `facts`: what decided, each with its label and value.
export function refuse(message, article, near, facts = []) {
  refusal.querySelector("[data-message]").textContent = message;
  explain(refusal.querySelector("[data-article]"), article, facts);
  clearRefusal(); // shown anew it lies above whatever has been opened since
  (near?.closest("dialog[open]") ?? document.body).append(refusal); // what is outside an open dialog cannot be touched
  refusal.hidden = false;
  refusal.showPopover();
  placeBeside(near);
  document.dispatchEvent(new CustomEvent("act:refused", { detail: { message, article } }));
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hideUnlessRead, SHOWN_FOR);
}

function explain(button, article, facts) {
  const { articles, word, why } = button.dataset;
  button.hidden = !article && facts.length === 0;
  button.textContent = article ? `${word} ${article}` : why;
  button.dataset.facts = JSON.stringify(facts);
  button.dataset.address =
    article && articles ? articles.replace("/N/", `/${encodeURIComponent(article)}/`) : "";
}

// Whoever has a finger or the keyboard's focus on it is still reading.
function hideUnlessRead() {
  if (refusal.matches(":hover, :focus-within")) hideTimer = setTimeout(hideUnlessRead, SHOWN_FOR);
  else clearRefusal();
}

export function clearRefusal() {
  if (!refusal.hidden) refusal.hidePopover();
  refusal.hidden = true;
}

function placeBeside(near) {
  const spot = near?.getBoundingClientRect() ?? middle();
  const { width, height } = refusal.getBoundingClientRect();
  const left = Math.min(Math.max(spot.left + spot.width / 2 - width / 2, 8), innerWidth - width - 8);
  const places = [spot.top - height - 8, spot.bottom + 8].filter((top) => top > 8);
  const top = places.find((place) => !covers(place, height)) ?? off(places[0], height);
  refusal.style.setProperty("left", `${left}px`);
  refusal.style.setProperty("top", `${top}px`);
}

// What must stay in sight, and what is touched next, is not covered by the notice: it goes towards the middle of the page.
function covers(top, height) {
  if (refusal.closest("dialog")) return undefined;
  const kept = [...document.querySelectorAll("[data-uncovered]")].map((part) => part.getBoundingClientRect());
  return kept.find((part) => part.height && top < part.bottom && top + height > part.top);
}

function off(top, height) {
  const part = covers(top, height);
  if (!part) return top;
  return part.top < innerHeight / 2 ? part.bottom + 8 : part.top - height - 8;
}

const middle = () => ({ left: innerWidth / 2, top: innerHeight / 2, width: 0, bottom: 0 });

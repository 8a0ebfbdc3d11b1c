// The notice of a refusal: on staff pages below its field or form, on the console above what was touched.

import { last } from "./wrong.js";

const SHOWN_FOR = 6000; // ms
const DOUBLE_STROKE = 500; // ms
const refusal = document.getElementById("refusal");
const yes = refusal.querySelector("[data-yes]");
const isConsole = document.body.classList.contains("console");
let hideTimer = 0;
let about = null; // where it stands in a form: the field, and the element that it stands behind

// What the server has refused. Before a grave act it may ask again who is there: that page leads back to this one.
// `again`: does it after all, where the refusal is a question and the answer is yes.
export function refused(error, near, again = null) {
  if (error.code !== "confirm_yourself") {
    refuse(error.message, error.article, near, error.facts, error.field);
    return error.asks && again ? ask(again) : undefined;
  }
  const { confirm } = document.body.dataset;
  return location.assign(`${confirm}?next=${encodeURIComponent(location.pathname + location.search)}`);
}

// The keyboard answers where it is; the second of two quick strokes meant what was there before.
function ask(again) {
  const since = performance.now();
  yes.hidden = false;
  yes.onclick = ({ detail }) => (detail > 0 || performance.now() - since > DOUBLE_STROKE) && again();
  if (about) yes.focus({ preventScroll: true });
}

// `near`: the element that was touched. `facts`: what decided. `name`: of the field that it is about.
export function refuse(message, article, near, facts = [], name = null) {
  refusal.querySelector("[data-message]").textContent = message;
  explain(refusal.querySelector("[data-article]"), article, facts);
  yes.hidden = true;
  clearRefusal(); // shown anew it lies above whatever has been opened since
  refusal.hidden = false;
  const form = near?.form ?? near?.closest("form");
  if (form && !isConsole) standIn(form, near, name);
  else layAbove(near);
  document.dispatchEvent(new CustomEvent("act:refused", { detail: { message, article } }));
}

function explain(button, article, facts) {
  const { articles, word, why } = button.dataset;
  button.hidden = !article && facts.length === 0;
  button.textContent = article ? `${word} ${article}` : why;
  button.dataset.facts = JSON.stringify(facts);
  button.dataset.address =
    article && articles ? articles.replace("/N/", `/${encodeURIComponent(article)}/`) : "";
}

// In the form

function standIn(form, near, name) {
  const field = fieldOf(form, name);
  const behind = field ? last(field) : near.matches("form") ? form.lastElementChild : near;
  about = { form, field, behind };
  refusal.popover = null;
  refusal.classList.add("wrong");
  field?.setAttribute("aria-describedby", refusal.id);
  behind.closest("details:not([open])")?.setAttribute("open", "");
  behind.after(refusal);
  refusal.scrollIntoView({ block: "nearest" });
  if (field?.matches("input, select")) field.focus({ preventScroll: true });
}

// What is chosen by buttons has its group for a field.
function fieldOf(form, name) {
  const found = name ? form.elements[name] : null;
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field && field.type !== "hidden") return field;
  return field?.closest("fieldset") ?? (name ? form.querySelector(`fieldset.${CSS.escape(name)}`) : null);
}

// An update of the screen takes away what the server has not written.
function putBack() {
  if (!about || refusal.isConnected) return;
  if (about.behind.isConnected) about.behind.after(refusal);
  else clearRefusal();
}

// Above the page

function layAbove(near) {
  refusal.classList.remove("wrong");
  refusal.popover = "manual"; // above an open dialog too
  (near?.closest("dialog[open]") ?? document.body).append(refusal); // what is outside an open dialog cannot be touched
  refusal.showPopover();
  placeBeside(near);
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hideUnlessRead, SHOWN_FOR);
}

// Whoever has a finger or the keyboard's focus on it is still reading.
function hideUnlessRead() {
  if (refusal.matches(":hover, :focus-within")) hideTimer = setTimeout(hideUnlessRead, SHOWN_FOR);
  else clearRefusal();
}

export function clearRefusal() {
  clearTimeout(hideTimer);
  about?.field?.removeAttribute("aria-describedby");
  about = null;
  if (refusal.popover && refusal.matches(":popover-open")) refusal.hidePopover();
  refusal.hidden = true;
  if (!refusal.isConnected) document.body.append(refusal);
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

// It hides nothing that is needed next: it goes towards the middle of the page.
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

document.addEventListener("screen:updated", putBack);
for (const change of ["input", "reset"]) {
  document.addEventListener(change, ({ target }) => {
    if (about && (target.form ?? target) === about.form) clearRefusal();
  });
}

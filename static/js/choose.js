// A choice among many is a list that is searched by typing, on every page of the staff: the field stays a `select`, which
// posts its value, is refused beside itself and works without this script; only what opens is ours. On a phone the
// system's own list opens.

import { folded } from "./folded.js";

const dialog = document.getElementById("choices");
const find = dialog.querySelector("input");
const list = dialog.querySelector("ul");
const nothing = dialog.querySelector(".none");
const phone = matchMedia("(pointer: coarse) and (max-width: 760px)");
const OPENS = new Set(["Enter", " ", "ArrowDown", "ArrowUp"]);
const GAP = 4; // px between the field and its list
const LEAST = 240; // px

let field = null; // the select whose list is open

const options = () => [...list.querySelectorAll("[role=option]")];
const shown = () => options().filter((option) => !option.hidden);
const active = () => list.querySelector("[aria-selected=true]");

function open(select, typed = "") {
  field = select;
  dialog.setAttribute("aria-label", nameOf(select));
  list.setAttribute("aria-label", nameOf(select));
  list.replaceChildren(...[...select.children].flatMap(linesOf));
  find.value = typed;
  dialog.showModal();
  place();
  // A finger sees the list first: the system's keyboard would cover it.
  (matchMedia("(pointer: coarse)").matches && !typed ? list : find).focus();
  search();
}

const nameOf = ({ labels, ariaLabel }) =>
  (labels[0]?.firstChild?.textContent.trim() || labels[0]?.textContent.trim()) ?? ariaLabel ?? "";

function linesOf(part) {
  if (!part.matches("optgroup")) return [lineOf(part)];
  const title = document.createElement("li");
  title.role = "presentation";
  title.className = "label";
  title.textContent = part.label;
  return [title, ...[...part.children].map(lineOf)];
}

function lineOf(option) {
  const line = document.createElement("li");
  line.role = "option";
  line.id = `choice-${option.index}`;
  line.dataset.place = option.index;
  line.textContent = option.label;
  if (option.selected) line.dataset.chosen = "";
  return line;
}

// Under the field, or above it where there is more room.
function place() {
  const { left, top, bottom, width } = field.getBoundingClientRect();
  const isBelow = innerHeight - bottom > Math.min(top, dialog.offsetHeight);
  const room = (isBelow ? innerHeight - bottom : top) - 2 * GAP;
  dialog.style.setProperty("min-width", `${Math.max(width, LEAST)}px`);
  dialog.style.setProperty("max-height", `${room}px`);
  dialog.style.setProperty(
    "left",
    `${Math.max(GAP, Math.min(left, innerWidth - dialog.offsetWidth - GAP))}px`,
  );
  dialog.style.setProperty("top", isBelow ? `${bottom + GAP}px` : "auto");
  dialog.style.setProperty("bottom", isBelow ? "auto" : `${innerHeight - top + GAP}px`);
}

function search() {
  const words = folded(find.value).split(/\s+/);
  for (const option of options()) {
    const text = folded(option.textContent);
    option.hidden = !words.every((word) => text.includes(word));
  }
  for (const title of list.querySelectorAll(".label")) title.hidden = find.value !== "";
  nothing.hidden = shown().length > 0;
  mark((!find.value && list.querySelector("[data-chosen]")) || shown()[0]);
}

function mark(option) {
  active()?.setAttribute("aria-selected", "false");
  for (const place of [find, list]) {
    if (option) place.setAttribute("aria-activedescendant", option.id);
    else place.removeAttribute("aria-activedescendant");
  }
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
}

function move(step) {
  const places = shown();
  mark(places[(places.indexOf(active()) + step + places.length) % places.length]);
}

function choose(option) {
  if (!option) return;
  const select = field;
  const isOther = select.selectedIndex !== Number(option.dataset.place);
  select.selectedIndex = Number(option.dataset.place);
  dialog.close();
  if (!isOther) return;
  for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
}

const KEYS = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  Home: () => mark(shown()[0]),
  End: () => mark(shown().at(-1)),
  Enter: () => choose(active()),
  Tab: () => choose(active()),
  Escape: () => dialog.close(), // at once: the field would be emptied first
};

dialog.addEventListener("keydown", (event) => {
  event.stopPropagation(); // no key of the page behind it
  if (!(event.key in KEYS) || event.isComposing) return;
  event.preventDefault();
  KEYS[event.key]();
});
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog) dialog.close();
  else choose(target.closest("[role=option]"));
});
dialog.addEventListener("close", () => {
  field?.focus();
  field = null;
});
find.addEventListener("input", search);
addEventListener("resize", () => dialog.open && dialog.close());

const meant = ({ target }) => {
  const select = target.closest?.("select:not([multiple], :disabled)");
  return phone.matches ? null : select;
};

for (const touch of ["mousedown", "touchend"]) {
  document.addEventListener(
    touch,
    (event) => {
      const select = event.button || !event.cancelable ? null : meant(event);
      if (!select) return;
      event.preventDefault();
      open(select);
    },
    { passive: false },
  );
}
document.addEventListener("keydown", (event) => {
  const select = event.ctrlKey || event.metaKey ? null : meant(event);
  const isTyped = event.key.length === 1 && event.key !== " ";
  if (!select || (!isTyped && !OPENS.has(event.key))) return;
  event.preventDefault();
  open(select, isTyped ? event.key : "");
});

// The player of a slip, found by typing: a list under the field, moved in by arrows, chosen by Enter or a touch.

import { folded } from "../folded.js";

const find = document.getElementById("player-find");
const list = document.getElementById("money-people");
const chosen = document.querySelector('#slip-form [name="player"]');
const card = document.querySelector("[data-person]");
let isOpen = false;
let active = null; // the player of the active option
let listener = () => {};

// That a player is not known is chosen too: nobody is before somebody says so.
export const isChosen = () => chosen.dataset.chosen !== undefined;
export const player = () => chosen.dataset.chosen ?? null;
export const nameOfPlayer = () => (player() ? (optionOf(player())?.dataset.name ?? player()) : "");

const options = () => [...list.querySelectorAll("[data-player]")];
const shown = () => options().filter((option) => !option.hidden);
const optionOf = (id) => options().find((option) => option.dataset.player === id);

function isMeant(option) {
  const text = folded(option.textContent);
  return folded(find.value)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function show() {
  const asked = isChosen() ? "" : find.value.trim();
  for (const option of options()) option.hidden = asked !== "" && !isMeant(option);
  if (!shown().some((option) => option.dataset.player === active)) active = likeliest();
  list.hidden = !isOpen;
  list.querySelector("[data-nobody]").hidden = shown().length > 0;
  find.setAttribute("aria-expanded", isOpen);
  for (const option of options()) option.setAttribute("aria-selected", option.dataset.player === active);
  const option = isOpen ? optionOf(active) : null;
  if (option) find.setAttribute("aria-activedescendant", option.id);
  else find.removeAttribute("aria-activedescendant");
  showCard();
}

// Whose name begins with what is typed, before those that only have it somewhere. Nobody where nothing is typed: Enter
// in an empty field sells to nobody.
function likeliest() {
  if (!find.value.trim()) return null;
  const begins = (option) => folded(option.dataset.name).startsWith(folded(find.value));
  return (shown().find(begins) ?? shown()[0])?.dataset.player ?? null;
}

function showCard() {
  const name = isChosen() ? (optionOf(player())?.dataset.name ?? player()) : "";
  const isNamed = isChosen() && player() !== "";
  card.dataset.person = isChosen() ? (isNamed ? "named" : "unnamed") : "";
  card.querySelector("[data-name]").textContent = name;
  card.querySelector("[data-initials]").textContent = isNamed ? initials(name) : "?";
  const badge = card.querySelector("[data-known]");
  badge.hidden = !isChosen();
  badge.classList.toggle("good", isNamed);
  badge.classList.toggle("warn", !isNamed);
  if (!isChosen()) card.querySelector("[data-said]").replaceChildren();
}

function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  return [...new Set([words[0], words.at(-1)])].map((word) => [...word][0].toUpperCase()).join("");
}

function open(is) {
  isOpen = is;
  show();
}

function move(step) {
  const places = shown();
  const found = places.findIndex((option) => option.dataset.player === active);
  const at = Math.max(found, step < 0 ? 0 : -1); // from nowhere to the first, or up to the last
  active = places[(at + step + places.length) % places.length]?.dataset.player ?? null;
  open(true);
  optionOf(active)?.scrollIntoView({ block: "nearest" });
}

function choose(id) {
  chosen.value = id;
  chosen.dataset.chosen = id;
  find.value = optionOf(id)?.dataset.name ?? id;
  open(false);
  listener();
}

export function forgetPlayer() {
  chosen.value = "";
  delete chosen.dataset.chosen;
  find.value = "";
  open(false);
}

const KEYS = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  Escape: () => isOpen && open(false),
};

function pressed(event, goOn) {
  if (event.key === "Enter") {
    event.preventDefault();
    if (isOpen && active !== null) choose(active);
    if (isChosen()) goOn();
  } else if (event.key in KEYS) {
    if (KEYS[event.key]() === false) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function typed() {
  chosen.value = "";
  delete chosen.dataset.chosen;
  active = null;
  open(true);
  listener();
}

// `changed`: called when another is chosen. `goOn`: after Enter.
export function begin({ changed, goOn }) {
  listener = changed;
  find.addEventListener("focus", () => {
    find.select();
    active = null;
    open(true);
  });
  find.addEventListener("input", typed);
  find.addEventListener("keydown", (event) => pressed(event, goOn));
  find.addEventListener("blur", () => open(false));
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  list.addEventListener("click", ({ target }) => {
    const option = target.closest("[data-player]");
    if (!option) return;
    choose(option.dataset.player);
    find.blur();
  });
  document.addEventListener("screen:updated", show);
  show();
}

// What a finger touches next stands open.
export function offer() {
  if (!isChosen() && matchMedia("(pointer: coarse)").matches) open(true);
}

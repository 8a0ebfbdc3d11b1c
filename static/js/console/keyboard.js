// The keyboard at the console: cards by their rank, digits for chips and choices, Enter for the corner, Backspace for the
// answer at its left, R to repeat, arrows along the places, Ctrl+Z to undo.

import { hearCards } from "./deaf.js";
import { takesKey } from "./keypad.js";
import { touchedLast } from "./touch.js";

const CARD_KEYS = { 1: "A", a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K" };
const ACTS = { backspace: ".act-second", r: "#act-repeat, #act-pay-repeat", b: "#act-banco" };
const STEPS = { arrowright: 1, arrowup: 1, arrowleft: -1, arrowdown: -1 };

document.addEventListener("keydown", (event) => {
  if (takesKey(event) || isTyping(event)) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") press("#act-undo", event);
  } else if (!event.altKey) pressKey(key, event);
});

function isTyping(event) {
  return event.target.matches("input, select, textarea") || document.querySelector("dialog[open]");
}

function pressKey(key, event) {
  if (event.repeat && !(key in STEPS)) return; // a key that is held is one key
  if (key === "enter" && !event.target.matches("button, a")) press(".act-primary", event);
  else if (key in STEPS) walk(STEPS[key], event);
  else if (document.querySelector("main .rank:enabled") && /^[a-z0-9]$/.test(key)) {
    hearCards();
    press(`main #rank-${CARD_KEYS[key] ?? key}`, event);
  } else if (key in ACTS) press(ACTS[key], event);
  else if (/^[1-9]$/.test(key)) press(`:is(.chips, .choices) > :nth-child(${key})`, event);
}

function press(place, event) {
  const button = document.querySelector(place);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
}

function walk(step, event) {
  const places = [...document.querySelectorAll(".seat .person:enabled, .seat .spot:enabled")];
  if (!places.length) return;
  event.preventDefault();
  const from = document.activeElement === document.body ? touchedLast : document.activeElement;
  places[(places.indexOf(from) + step + places.length) % places.length].focus();
}

// The keyboard at the console: cards by their rank, digits for chips and choices, Enter for the corner, Backspace for the
// answer at its left, R to repeat, C from one chance's key to the next, arrows along the places, Ctrl+Z to undo.

import { said } from "../number_pad.js";
import { chosen } from "./chosen.js";
import { hearCards } from "./deaf.js";
import { takesKey } from "./keypad.js";
import { touchedLast } from "./touch.js";

const CARD_KEYS = { 1: "A", a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K" };
const ACTS = { backspace: ".act-second", r: "#act-repeat, #act-pay-repeat", b: "#act-banco" };
const SUIT_KEYS = { c: "c", t: "c", d: "d", h: "h", s: "s" };
const STEPS = { arrowright: 1, arrowup: 1, arrowleft: -1, arrowdown: -1 };

document.addEventListener("keydown", (event) => {
  if (takesKey(event) || isTyping(event)) return;
  const key = said(event);
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") press("#act-undo", event);
  } else if (!event.altKey) pressKey(key, event);
});

function isTyping(event) {
  return event.target.matches("input, select, textarea") || document.querySelector("dialog[open]");
}

function pressKey(key, event) {
  if (event.repeat && !(key in STEPS)) return; // a key that is held is one key
  if (key in STEPS) walk(STEPS[key], event);
  else if (key === "c" && !asksForCards()) nextChance(event);
  else press(placeOf(key, event), event);
}

function placeOf(key, event) {
  if (key === "enter" && !event.target.matches("button, a")) return ".act-primary";
  return ofSuit(key) ?? ofRank(key) ?? ACTS[key] ?? ofChip(key);
}

function ofSuit(key) {
  if (!chosen.rank) return null;
  return key === "escape" ? "#other-rank" : key in SUIT_KEYS ? `#suit-${SUIT_KEYS[key]}` : null;
}

function ofRank(key) {
  if (!asksForCards() || !/^[a-z0-9]$/.test(key)) return null;
  hearCards();
  return `main #rank-${CARD_KEYS[key] ?? key}`;
}

const asksForCards = () => document.querySelector("main .rank:enabled");
const ofChip = (key) => (/^[1-9]$/.test(key) ? `:is(.chips, .choices) > :nth-child(${key})` : null);

function press(place, event) {
  const button = place && document.querySelector(place);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
}

// After the last key none is chosen: each place at a seat has its own chance.
function nextChance(event) {
  const keys = [...document.querySelectorAll("button[data-chance]:not([data-closed])")];
  if (!keys.length) return;
  event.preventDefault();
  const last = keys.findIndex(({ dataset }) => dataset.chance === chosen.chance);
  (keys[last + 1] ?? keys[last]).click();
}

function walk(step, event) {
  const every = document.querySelectorAll(".seat :is(.person, .spot, .beside):enabled");
  const places = [...every].filter((place) => place.checkVisibility());
  if (!places.length) return;
  event.preventDefault();
  const from = document.activeElement === document.body ? touchedLast() : document.activeElement;
  places[(places.indexOf(from) + step + places.length) % places.length].focus();
}

// The keypad: the exact amount for the next command, or for the button that asks for one.

import { act } from "../act.js";
import { toUnits, written } from "../amount.js";
import { commandOf } from "../fields.js";
import { clearRefusal, refuse } from "../refusal.js";
import { chosen, show } from "./chosen.js";

const MOST_DIGITS = 12; // on a till; with more of them it is no amount
const MOST = 30; // digits and signs, more than any amount has: none may become another because a key was dropped
const KEYS = { backspace: "back", enter: "done" };
const SIGN = /^[.,]$/; // what the keyboard alone has: a sign between thousands, or before decimals
const PAUSE = 800; // ms after a key: who types 1.250 is not told after each one that this is no amount yet
const WIDE = matchMedia("(min-width: 821px) and (min-height: 561px)"); // there it lies beside the seats
const keypad = document.getElementById("keypad");
const title = document.getElementById("keypad-title");
const shown = document.getElementById("keypad-amount");
let text = ""; // what has been typed
let asking = null; // the button whose amount is being typed, and the amount so far
let counting = false; // cards are being typed, not money
let saying = 0; // the timer until what is no amount is said to be none

export function openKeypad(button) {
  text = "";
  asking = "ask" in button.dataset ? { button, amount: Number(button.dataset.from) } : null;
  counting = Boolean(button.querySelector("[data-shown-count]"));
  title.textContent = asking ? button.textContent.trim() : title.dataset.plain;
  button.closest("dialog")?.close();
  showTyped();
  if (asking || !WIDE.matches) keypad.showModal();
  else if (!keypad.open) keypad.show();
}

export function type(key) {
  if (key === "done") return finish();
  text = key === "back" ? text.slice(0, -1) : typed(key);
  (asking ?? chosen).amount = amountTyped() || 0;
  sayIfUnclear();
  showTyped();
  return show();
}

const typed = (key) =>
  (SIGN.test(key) && !text ? `0${key}` : (text + key).replace(/^0+(?=\d)/, "")).slice(0, MOST);

// Digits alone fill the smallest unit from the right, as on a till. With a sign they are read as they stand.
function amountTyped() {
  if (/^\d*$/.test(text)) return text.length <= MOST_DIGITS ? Number(text) : NaN;
  return counting ? NaN : toUnits(text.replace(/[.,]$/, ""));
}

const isUnclear = () => Number.isNaN(amountTyped());

function sayIfUnclear() {
  clearTimeout(saying);
  if (isUnclear()) {
    saying = setTimeout(sayUnclear, PAUSE);
  } else if (saying) {
    saying = 0;
    clearRefusal();
  }
}

function sayUnclear() {
  refuse(document.body.dataset.noAmount, null, shown);
}

function finish() {
  if (isUnclear()) return sayUnclear();
  keypad.close();
  if (!asking) return undefined;
  const { button, amount } = asking;
  asking = null;
  return act({ ...commandOf(button), amount }, document.getElementById("act-bank"));
}

// What is no amount is shown as it was typed.
function showTyped() {
  const amount = written((asking ?? chosen).amount, counting ? 0 : undefined);
  shown.textContent = isUnclear() ? text : amount;
}

// The touch that uses the amount has typed it: the next touch is no digit.
document.addEventListener("act:command", ({ detail: { element } }) => {
  if ("amount" in element.dataset) keypad.close();
});

keypad.addEventListener("close", () => {
  clearTimeout(saying);
  text = "";
  showTyped();
});

// While the keypad is open, the keyboard types on it alone. Answers whether it is open.
export function takesKey(event) {
  if (!keypad.open) return false;
  if (event.key === "Escape") keypad.close();
  const key = KEYS[event.key.toLowerCase()] ?? event.key;
  const button = keypad.querySelector(`[data-digit="${CSS.escape(key)}"]`);
  if (button || SIGN.test(key)) {
    event.preventDefault();
    if (button) button.click();
    else type(key);
  }
  return true;
}

document.addEventListener("screen:updated", showTyped);
showTyped();

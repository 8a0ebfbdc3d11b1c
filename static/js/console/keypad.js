// The keypad: the exact amount for the next command, or for the button that asks for one.

import { act } from "../act.js";
import { written } from "../amount.js";
import { commandOf } from "../fields.js";
import { chosen, show } from "./chosen.js";

const MOST_DIGITS = 12;
const DIGIT_KEYS = { backspace: "back", enter: "done" };
const WIDE = matchMedia("(min-width: 821px) and (min-height: 561px)"); // there it lies beside the seats
const keypad = document.getElementById("keypad");
const title = document.getElementById("keypad-title");
const shown = document.getElementById("keypad-amount");
let digits = "";
let asking = null; // the button whose amount is being typed, and the amount so far
let counting = false; // cards are being typed, not money

export function openKeypad(button) {
  digits = "";
  asking = "ask" in button.dataset ? { button, amount: Number(button.dataset.from) } : null;
  counting = Boolean(button.querySelector("[data-shown-count]"));
  title.textContent = asking ? button.textContent.trim() : title.dataset.plain;
  button.closest("dialog")?.close();
  showTyped();
  if (asking || !WIDE.matches) keypad.showModal();
  else if (!keypad.open) keypad.show();
}

export function type(digit) {
  if (digit === "done") return finish();
  digits = digit === "back" ? digits.slice(0, -1) : typed(digit);
  (asking ?? chosen).amount = Number(digits);
  showTyped();
  return show();
}

const typed = (digit) => (digits + digit).replace(/^0+/, "").slice(0, MOST_DIGITS);

function finish() {
  keypad.close();
  if (!asking) return;
  const { button, amount } = asking;
  asking = null;
  act({ ...commandOf(button), amount }, document.getElementById("act-bank"));
}

function showTyped() {
  shown.textContent = written((asking ?? chosen).amount, counting ? 0 : undefined);
}

// The touch that uses the amount has typed it: the next touch is no digit.
document.addEventListener("act:command", ({ detail: { element } }) => {
  if ("amount" in element.dataset) keypad.close();
});

// While the keypad is open, the keyboard types on it alone. Answers whether it is open.
export function takesKey(event) {
  if (!keypad.open) return false;
  if (event.key === "Escape") keypad.close();
  const digit = DIGIT_KEYS[event.key.toLowerCase()] ?? event.key;
  const button = keypad.querySelector(`[data-digit="${CSS.escape(digit)}"]`);
  if (button) {
    event.preventDefault();
    button.click();
  }
  return true;
}

document.addEventListener("screen:updated", showTyped);
showTyped();

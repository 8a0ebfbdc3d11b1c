// The keypad: the exact amount for the next command, or for the button that asks for one. What it shows is what is sent.
// Its OK lies where the corner does, and nothing that is below can be touched meanwhile. It forgets what was typed
// whenever it closes, and closes where the table moves on to something for which the amount was not meant.

import { act } from "../act.js";
import { toUnits, written } from "../amount.js";
import { commandOf } from "../fields.js";
import { after, keyOf, listen } from "../number_pad.js";
import { clearRefusal, refuse } from "../refusal.js";
import { amountNow, chosen, show } from "./chosen.js";
import { deafen } from "./deaf.js";

const MOST_DIGITS = 12; // on a till; with more of them it is no amount
const MOST = 30; // digits and signs, more than any amount has: none may become another because a key was dropped
const SIGN = /^[.,]$/; // what the keyboard alone has: a sign between thousands, or before decimals
const UNKNOWN = /^(.|unidentified|dead|process)$/; // keys that stand for a sign: one that is no digit makes no amount
const PAUSE = 800; // ms after a key: who types 1.250 is not told after each one that this is no amount yet
const WIDE = matchMedia("(min-width: 821px) and (min-height: 561px)"); // there it lies beside the seats
const keypad = document.getElementById("keypad");
const title = document.getElementById("keypad-title");
const between = document.getElementById("keypad-between");
const shown = document.getElementById("keypad-amount");
const acts = document.getElementById("console-acts");
let text = ""; // what has been typed
let opener = null; // what opened it: its id, what an amount was for then, what it proposes, whether it asks for one
let counting = false; // cards are being typed, not money
let saying = 0; // the timer until what is no amount is said to be none

// Opening and closing

export function openKeypad(button) {
  if (keypad.open) close();
  const { purpose, from, least, most } = button.dataset;
  const asks = "ask" in button.dataset;
  opener = { id: button.id, purpose, asks, proposed: asks ? Number(from) : chosen.amount };
  counting = Boolean(button.querySelector("[data-shown-count]"));
  title.textContent = asks ? button.textContent.trim() : title.dataset.plain;
  between.textContent = [least, most].map((amount) => amount && asWritten(Number(amount))).join("–");
  button.closest("dialog")?.close();
  acts.inert = true;
  showTyped();
  if (asks || !WIDE.matches) keypad.showModal();
  else keypad.show();
}

const asWritten = (amount) => written(amount, counting ? 0 : undefined);

// A touch that is on its way to a digit, or a second one of the OK, is not for what lies below.
function close() {
  const { left, right, top, bottom } = keypad.getBoundingClientRect();
  deafen(({ clientX: x, clientY: y }) => x >= left && x <= right && y >= top && y <= bottom);
  keypad.close();
  forget();
}

function forget() {
  clearTimeout(saying);
  [text, opener, chosen.typed, acts.inert] = ["", null, null, false];
  show();
}

// Closed by whatever else: the browser's own way, or a touch beside it.
keypad.addEventListener("close", () => keypad.open || forget());

export function takeChip(amount) {
  if (keypad.open) close();
  chosen.amount = amount;
  show();
}

// Typing

function type(key) {
  if (key === "done") return finish();
  if (key === "cancel") return close();
  text = key === "back" ? after(text, key) : typed(key);
  opener.isTyped = true;
  if (!opener.asks) chosen.typed = amount();
  sayIfUnclear();
  showTyped();
  return show();
}

function typed(key) {
  const whole = SIGN.test(key) && !text ? "0" : text;
  return after(whole, key)
    .replace(/^0+(?=\d)/, "")
    .slice(0, MOST);
}

// What is proposed, until the first key.
const amount = () => (opener.isTyped ? amountTyped() || 0 : opener.proposed);

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
  if (isUnclear() || (opener.asks && !text)) return sayUnclear(); // nobody said what is only proposed
  const [{ id, asks }, said] = [opener, amount()];
  close();
  if (!asks) return said && takeChip(said);
  const button = document.getElementById(id);
  return act({ ...commandOf(button), amount: said }, document.getElementById("act-bank"));
}

// What is no amount is shown as it was typed; what is only proposed is paler.
function showTyped() {
  shown.textContent = isUnclear() ? text : asWritten(amount());
  shown.classList.toggle("soft", !opener.isTyped);
}

// A touch that uses the amount has typed it: the next touch is no digit. What is no amount is not used.
document.addEventListener("act:command", ({ detail: { element } }) => {
  if (!keypad.open || !("amount" in element.dataset)) return;
  chosen.amount = amountNow();
  close();
});

document.addEventListener(
  "click",
  (event) => {
    if (!keypad.open || !isUnclear() || !event.target.closest?.("[data-amount]")) return;
    event.stopImmediatePropagation();
    sayUnclear();
  },
  { capture: true },
);

// While the keypad is open, the keyboard types on it alone, but for what is opened above it. Answers whether it does.
export function takesKey(event) {
  if (!keypad.open || document.querySelector("dialog:modal:not(#keypad)")) return false;
  const key = keyOf(event);
  if (event.ctrlKey || event.metaKey || key === " ") return true;
  if (/^(\d|back|done|cancel)$/.test(key) || UNKNOWN.test(key)) {
    event.preventDefault();
    type(key.length > 1 && UNKNOWN.test(key) ? "?" : key);
  }
  return true;
}

// The table has moved on, by this tablet's hand or another's: what was typed was for what came before.
function look() {
  if (!keypad.open) return;
  const button = document.getElementById(opener.id);
  if (button && button.dataset.purpose === opener.purpose) return;
  const { dropped } = keypad.dataset;
  const sentence = opener.isTyped && dropped.replace("{amount}", () => shown.textContent);
  close();
  if (sentence) refuse(sentence, null, document.getElementById("console-pad"));
}

document.addEventListener("screen:updated", look);
listen(keypad, type);

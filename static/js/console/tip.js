// A tip at the table: its chips are added up, and one touch hands in the slip. What may be handed in, the server says.

import { written } from "../amount.js";
import { newKey, post } from "../post.js";
import { clearRefusal, refuse, refused } from "../refusal.js";
import { tipNow as amountInHand, chosen } from "./chosen.js";

const dialog = document.getElementById("tip");
const of = document.getElementById("tip-of");
const told = document.getElementById("tip-told");
let player = null;
let amount = 0;
let key = null; // of this slip until it is answered: sent twice after a lost answer, it is one

export function openTip(button) {
  const isKnown = [button.dataset.tipOf, button.dataset.tipNow].includes("chosen");
  player = isKnown ? chosen.person : null;
  of.textContent = isKnown ? document.getElementById("sheet-title").textContent : of.dataset.unknown;
  told.textContent = "";
  set(0);
  button.closest("dialog")?.close();
  dialog.showModal();
}

export function addToTip(button) {
  const chip = Number(button.dataset.tipAdd);
  told.textContent = "";
  set(chip ? amount + chip : 0);
}

function set(sum) {
  amount = sum;
  key = null; // another amount is another slip
  show();
}

function show() {
  document.getElementById("tip-amount").textContent = written(amount);
}

export async function giveTip(button) {
  if (!amount) {
    told.textContent = told.dataset.empty;
    return;
  }
  key ??= newKey();
  const slip = await hand(button, { amount, player }, key);
  if (!slip) return;
  told.textContent = wordsOf(slip, of.textContent);
  set(0);
}

// The amount in hand is shown first: no single touch hands it in.
export function tipNow(button) {
  openTip(button);
  set(amountInHand());
}

// Answers the slip; null where none was made, and why is said.
async function hand(button, { amount: sum, player: from }, once) {
  if (document.documentElement.dataset.line !== "up") {
    refuse(document.body.dataset.noSignal, null, button);
    return null;
  }
  clearRefusal();
  button.setAttribute("aria-busy", "true");
  try {
    const answer = await post(
      button.dataset.slips,
      { kind: "tip", amount: sum, player: from ?? "" },
      { key: once },
    );
    if (answer.ok) return answer.slip;
    refused(answer.error, button);
  } catch {
    refuse(document.body.dataset.noAnswer, null, button);
  } finally {
    button.removeAttribute("aria-busy");
  }
  return null;
}

function wordsOf({ number, amount: given, state }, whose) {
  const waits = state === "done" ? [] : [told.dataset.waits];
  const { tip, slip: paper } = told.dataset;
  return [tip, whose, written(given), `${paper} ${number}`, ...waits].join(" · ");
}

document.addEventListener("screen:updated", show);

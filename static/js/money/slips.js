// Slips asked for, signed, sent, received or void: sent once, said when done, printed. The server alone knows what may be.

import { toUnits, written } from "../amount.js";
import { say } from "../done.js";
import { forget } from "../fields.js";
import { newKey, post } from "../post.js";
import { clearRefusal, refuse, refused } from "../refusal.js";
import { printSlip } from "./paper.js";

const body = document.body;
const told = document.getElementById("told");
const SENT_FOR = 8000; // ms
const DOUBLE_TAP = 500; // ms in which a touch still means what lay there before

// A form keeps its key until it is answered: sent twice after a lost answer, it is one slip.
const keys = new WeakMap();
const sending = new Set();
const sure = new WeakMap(); // each form → the questions that were answered with yes
const lay = new Map(); // the top of each form on the page, and since when

// Another content is another slip.
export function changed(form) {
  clearRefusal();
  keys.delete(form);
  sure.delete(form);
}

export const isSending = (form) => sending.has(form);

// `slip`: where it goes (`address`), what it says (`content`), what it is called (`word`), whose it is (`who`), its
// table where several are offered (`at`), and what follows (`next`).
export async function send(form, near, slip) {
  if (document.documentElement.dataset.line === "down") return refuse(body.dataset.noSignal, null, near);
  clearRefusal();
  if (!keys.has(form)) keys.set(form, newKey());
  busy(form, true);
  try {
    await exchange(form, near, slip);
  } catch {
    refuse(told.dataset.noAnswer, null, near);
  } finally {
    busy(form, false);
  }
  return undefined;
}

function busy(form, is) {
  if (is) sending.add(form);
  else sending.delete(form);
  for (const button of form.querySelectorAll("button.primary")) button.setAttribute("aria-busy", is);
}

async function exchange(form, near, slip) {
  const content = sure.has(form) ? { ...slip.content, sure: sure.get(form) } : slip.content;
  const answer = await post(slip.address, content, { key: keys.get(form), patience: SENT_FOR });
  keys.delete(form);
  if (answer.ok) return done(form, answer.slip, slip);
  forget(form);
  return refused(answer.error, near, () => {
    sure.set(form, [...(sure.get(form) ?? []), answer.error.code]);
    send(form, near, slip);
  });
}

function done(form, slip, { word, who, at, next }) {
  sure.delete(form);
  tell(slip, [word, who, written(slip.amount), at].filter(Boolean).join(" · "));
  if (next) next(slip);
  else form.reset();
  see();
}

// The last slip stays in sight, its paper one touch away.
function tell(slip, more) {
  const said = `${told.dataset.word} ${slip.number} ${told.dataset[slip.state]}`;
  told.querySelector("[data-text]").textContent = said;
  told.querySelector("[data-more]").textContent = more;
  told.querySelector("[data-a4]").href = told.dataset.address.replace("0", slip.number);
  told.querySelector("[data-print-slip]").dataset.printSlip = slip.number;
  told.querySelector("[data-made]").hidden = false;
  told.querySelector("[data-none]").hidden = true;
  if (!isSeen(told)) say(`${said} · ${more}`);
}

// It goes on where others sign, send or receive it.
function follow() {
  const state = document.querySelector(`#slip-${lastSlip()} [data-state]`)?.textContent.trim();
  if (state) told.querySelector("[data-text]").textContent = `${told.dataset.word} ${lastSlip()} ${state}`;
}

function isSeen(place) {
  const { top, bottom } = place.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

export const lastSlip = () => told.querySelector("[data-print-slip]").dataset.printSlip;

// A step: signed, sent, received, void

function stepOf(form) {
  const filled = [...form.elements].filter((field) => field.name && field.value !== "");
  const said = Object.fromEntries(filled.map((field) => [field.name, read(field)]));
  return {
    address: form.dataset.slip,
    content: { step: form.dataset.step, ...said },
    word: form.dataset.word,
  };
}

export function read(field) {
  if (field.dataset.money !== undefined) return toUnits(field.value);
  return field.inputMode === "numeric" || field.dataset.number !== undefined
    ? Number(field.value)
    : field.value;
}

// A slip that went on pulls the others up: a finger on its way to one must not sign another.
function see() {
  for (const form of document.querySelectorAll("form[data-step]")) {
    const top = form.getBoundingClientRect().top + scrollY;
    if (lay.get(form.id)?.top !== top) lay.set(form.id, { top, since: performance.now() });
  }
}

const hasJustMoved = (form) => performance.now() - (lay.get(form.id)?.since ?? -DOUBLE_TAP) < DOUBLE_TAP;

// What was half-typed for another's signature goes when it is folded away.
function folded(panel) {
  if (!panel.open) {
    for (const form of panel.querySelectorAll("form[data-step]")) form.reset();
  }
  see();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-step]");
  if (!form) return;
  event.preventDefault();
  if (!sending.has(form) && !hasJustMoved(form)) send(form, event.submitter ?? form, stepOf(form));
});
document.addEventListener("input", ({ target }) => target.form?.dataset.step && changed(target.form));
document.addEventListener("toggle", ({ target }) => folded(target), true);
document.addEventListener("screen:updated", follow);
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-print-slip]");
  if (button?.dataset.printSlip) printSlip(told.dataset.roll, button.dataset.printSlip, button);
});
document.addEventListener("screen:updated", see);
see();

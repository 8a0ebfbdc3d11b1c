// The counter's forms: a slip asked for, signed, sent, received or void. The server alone knows what may be.

import { clearRefusal, refuse } from "./act.js";
import { toUnits, written } from "./amount.js";

const body = document.body;
const told = document.getElementById("told");
const places = Number(body.dataset.decimals);
const SENT_FOR = 8000; // ms
const DOUBLE_TAP = 500; // ms in which a touch still means what lay there before

// A form keeps its key until it is answered: sent twice after a lost answer, it is one slip.
const keys = new WeakMap();
const sending = new Set();
const lay = new Map(); // where each form lay, and since when

// Sending

function saidIn(form) {
  const { kind, step } = form.dataset;
  const said = kind ? { kind } : { step };
  for (const field of form.elements) {
    if (!field.name || field.value === "") continue;
    said[field.name] = valueOf(field);
  }
  if (form.querySelector("[data-chip]")) said.chips = chipsIn(form);
  return said;
}

function valueOf(field) {
  if (field.dataset.money !== undefined) return toUnits(field.value);
  return field.inputMode === "numeric" ? Number(field.value) : field.value;
}

function chipsIn(form) {
  const filled = [...form.querySelectorAll("[data-chip]")].filter((field) => field.value !== "");
  return Object.fromEntries(filled.map((field) => [field.dataset.chip, Number(field.value)]));
}

async function send(form, near) {
  if (document.documentElement.dataset.line === "down") return refuse(body.dataset.noSignal, null, near);
  clearRefusal();
  if (!keys.has(form)) keys.set(form, crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
  sending.add(form);
  show(form);
  try {
    const response = await post(form);
    const answer = await response.json();
    keys.delete(form);
    if (answer.ok) return done(form, answer.slip);
    if (response.status === 401) location.reload();
    forget(form);
    return refuse(answer.error.message, answer.error.article, near);
  } catch {
    return refuse(told.dataset.noAnswer, null, near);
  } finally {
    sending.delete(form);
    show(form);
  }
}

function post(form) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": body.dataset.csrf, "Idempotency-Key": keys.get(form) };
  const options = { method: "POST", headers, body: JSON.stringify(saidIn(form)), signal: AbortSignal.timeout(SENT_FOR) };
  return fetch(form.dataset.slip, options);
}

// The last slip stays in sight, its paper one touch away; a form that is used all night stays open.
function done(form, slip) {
  const who = form.querySelector("[data-who]")?.textContent;
  const said = [`✓ ${form.dataset.word} ${slip.number}`, who, written(slip.amount), told.dataset[slip.state]];
  told.querySelector("span").textContent = said.filter(Boolean).join(" · ");
  told.querySelector("a").href = told.dataset.slip.replace("0", slip.number);
  told.querySelector("a").hidden = false;
  clear(form);
  if (form.dataset.again === undefined) form.closest("details")?.removeAttribute("open");
  see();
}

function clear(form) {
  form.reset();
  if (form.elements.player) form.elements.player.value = "";
  show(form);
}

// A passphrase that was refused, or left half-typed, must not wait there for somebody else's finger.
function forget(form) {
  if (form.elements.passphrase) form.elements.passphrase.value = "";
}

// Choosing

function choose(form, player) {
  form.elements.player.value = player;
  changed(form);
}

function type(form, units) {
  form.elements.amount.value = units ? (units / 10 ** places).toFixed(places) : "";
  changed(form);
}

const typed = ({ elements: { amount } }) => (amount.validity.patternMismatch ? 0 : toUnits(amount.value) || 0);

function changed(form) {
  keys.delete(form); // another content is another slip
  show(form);
}

// Showing what has been chosen, again after each update of the screen

function show(form) {
  form.querySelectorAll("button.primary").forEach((button) => button.setAttribute("aria-busy", sending.has(form)));
  if (!form.dataset.kind) return;
  const sum = form.querySelector("[data-chip]") ? sumOf(form) : typed(form);
  form.querySelectorAll("[data-sum]").forEach((place) => (place.textContent = written(sum)));
  const player = form.elements.player?.value ?? "";
  form.querySelectorAll("[data-player]").forEach((button) => button.setAttribute("aria-pressed", button.dataset.player === player));
  const chosen = form.querySelector('[data-player][aria-pressed="true"]');
  form.querySelectorAll("[data-who]").forEach((place) => (place.textContent = chosen?.dataset.name ?? player));
}

function sumOf(form) {
  const fields = [...form.querySelectorAll("[data-chip]")];
  return fields.reduce((sum, field) => sum + Number(field.dataset.chip) * (Number(field.value) || 0), 0);
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
  if (!panel.open) panel.querySelectorAll("form[data-step]").forEach((form) => form.reset());
  see();
}

function updated() {
  document.querySelectorAll("form[data-slip]").forEach(show);
  see();
}

// The hand

const TOUCHES = [
  ["[data-player]", (form, { player }) => choose(form, player)],
  ["[data-add]", (form, { add }) => type(form, typed(form) + Number(add))],
  ["[data-set]", (form, { set }) => type(form, Number(set))],
  ["[data-clear]", (form) => type(form, 0)],
];

document.addEventListener("click", ({ target }) => {
  for (const [selector, touch] of TOUCHES) {
    const button = target.closest(`button${selector}`);
    if (button) touch(button.form, button.dataset);
  }
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-slip]");
  if (!form) return;
  event.preventDefault();
  if (!sending.has(form) && !hasJustMoved(form)) send(form, event.submitter ?? form);
});
document.addEventListener("input", ({ target }) => target.form?.dataset.slip && changed(target.form));
// What is wrong is shown, also where it was folded away.
document.addEventListener("invalid", ({ target }) => target.closest("details:not([open])")?.setAttribute("open", ""), true);
document.addEventListener("toggle", ({ target }) => folded(target), true);
document.addEventListener("screen:updated", updated);
updated();

// The counter's forms: a slip asked for, signed, sent, received or void. The server alone knows what may be.

import { toUnits, typeable, written } from "./amount.js";
import { say } from "./done.js";
import { forget } from "./fields.js";
import { newKey, post } from "./post.js";
import { clearRefusal, refuse, refused } from "./refusal.js";

const body = document.body;
const told = document.getElementById("told");
const SENT_FOR = 8000; // ms
const TYPING = 200; // ms without a further key before the server is asked about an amount
const DOUBLE_TAP = 500; // ms in which a touch still means what lay there before

// A form keeps its key until it is answered: sent twice after a lost answer, it is one slip.
const keys = new WeakMap();
const sending = new Set();
const sure = new WeakMap(); // each form → the questions that were answered with yes
const asked = new WeakMap(); // what each form asks the server about its player
const lay = new Map(); // the top of each form on the page, and since when

// Sending

function contentOf(form) {
  const { kind, step } = form.dataset;
  const content = kind ? { kind } : { step };
  for (const field of form.elements) {
    if (field.name && field.value !== "") content[field.name] = read(field);
  }
  if (form.querySelector("[data-chip]")) content.chips = chipsIn(form);
  if (sure.has(form)) content.sure = sure.get(form);
  return content;
}

function read(field) {
  if (field.dataset.money !== undefined) return toUnits(field.value);
  return field.inputMode === "numeric" ? Number(field.value) : field.value;
}

function chipsIn(form) {
  const filled = [...form.querySelectorAll("[data-chip]")].filter((field) => field.value !== "");
  return Object.fromEntries(filled.map((field) => [field.dataset.chip, Number(field.value)]));
}

async function send(form, near) {
  if (!isPlayerChosen(form)) return refuse(told.dataset.choose, null, near, [], "player");
  if (document.documentElement.dataset.line === "down") return refuse(body.dataset.noSignal, null, near);
  clearRefusal();
  if (!keys.has(form)) keys.set(form, newKey());
  sending.add(form);
  show(form);
  try {
    await exchange(form, near);
  } catch {
    refuse(told.dataset.noAnswer, null, near);
  } finally {
    sending.delete(form);
    show(form);
  }
  return undefined;
}

async function exchange(form, near) {
  const options = { key: keys.get(form), patience: SENT_FOR };
  const who = nameOfChosen(form); // before the screen's update with this slip, which may come first
  const answer = await post(form.dataset.slip, contentOf(form), options);
  keys.delete(form);
  if (answer.ok) return done(form, answer.slip, who);
  forget(form);
  return refused(answer.error, near, () => {
    sure.set(form, [...(sure.get(form) ?? []), answer.error.code]);
    send(form, near);
  });
}

// The last slip stays in sight, its paper one touch away; a form that is used all night stays open.
function done(form, slip, who) {
  const said = [`✓ ${form.dataset.word} ${slip.number}`, who, written(slip.amount), told.dataset[slip.state]];
  told.querySelector("[data-text]").textContent = said.filter(Boolean).join(" · ");
  told.querySelector("a").href = told.dataset.slip.replace("0", slip.number);
  told.querySelector("a").hidden = false;
  clear(form);
  if (form.dataset.again === undefined) form.closest("details")?.removeAttribute("open");
  if (form.dataset.step) say(said.filter(Boolean).join(" · ").slice(2));
  see();
}

function clear(form) {
  form.reset();
  sure.delete(form);
  if (form.elements.player) delete form.elements.player.dataset.chosen;
  show(form);
  ask(form);
}

// Choosing

// That a player is not known is chosen too: nobody is before somebody says so.
const isPlayerChosen = ({ elements: { player } }) => !player || player.dataset.chosen !== undefined;
const playerOf = ({ elements: { player } }) => player?.dataset.chosen ?? null;

function choose(form, player) {
  form.elements.player.value = player;
  form.elements.player.dataset.chosen = player;
  changed(form);
}

function type(form, units) {
  form.elements.amount.value = units ? typeable(units) : "";
  changed(form);
}

const typed = ({ elements: { amount } }) =>
  amount.validity.patternMismatch ? 0 : toUnits(amount.value) || 0;

function changed(form) {
  clearRefusal();
  keys.delete(form); // another content is another slip
  sure.delete(form);
  show(form);
  ask(form);
}

// What the chosen player bought and gave back, and whether this amount is more than he should hold: the server says it.
async function ask(form) {
  const place = form.querySelector("[data-asks]");
  if (!place) return;
  const { kind } = form.dataset;
  const player = playerOf(form);
  const question = player === null ? "" : `${new URLSearchParams({ kind, player, amount: typed(form) })}`;
  asked.set(form, question);
  await new Promise((over) => setTimeout(over, TYPING));
  if (asked.get(form) !== question) return;
  const said = question ? await answerTo(`${place.dataset.asks}?${question}`) : "";
  if (asked.get(form) === question) place.innerHTML = said;
}

// Without an answer nothing stands there: what was said of another amount must not stay.
async function answerTo(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

// Showing what has been chosen, again after each update of the screen

function show(form) {
  set(form, "button.primary", "aria-busy", () => sending.has(form));
  if (!form.dataset.kind) return;
  write(form, "[data-sum]", written(form.querySelector("[data-chip]") ? sumOf(form) : typed(form)));
  const player = playerOf(form);
  set(form, "[data-player]", "aria-pressed", (button) => button.dataset.player === player);
  write(form, "[data-who]", nameOfChosen(form));
}

function nameOfChosen(form) {
  const player = playerOf(form);
  const chosen = [...form.querySelectorAll("[data-player]")].find(
    (button) => button.dataset.player === player,
  );
  return chosen?.dataset.name ?? player ?? "";
}

function set(form, selector, attribute, value) {
  for (const button of form.querySelectorAll(selector)) button.setAttribute(attribute, value(button));
}

function write(form, selector, text) {
  for (const place of form.querySelectorAll(selector)) place.textContent = text;
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
  if (!panel.open) {
    for (const form of panel.querySelectorAll("form[data-step]")) form.reset();
  }
  see();
}

function updated() {
  for (const form of document.querySelectorAll("form[data-slip]")) {
    show(form);
    ask(form);
  }
  see();
}

// Listening

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
document.addEventListener("toggle", ({ target }) => folded(target), true);
document.addEventListener("screen:updated", updated);
updated();

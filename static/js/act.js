// The hand: a touched button becomes a command for the one door. What may be touched the server has said.

import { toUnits } from "./amount.js";

const HOLD = 2000; // ms that a grave act must be held
const body = document.body;
const refusal = document.getElementById("refusal");
refusal.popover = "manual"; // above an open dialog too
let last = Promise.resolve(); // own commands go one after the other, each expecting what the one before it left
let reached = 0; // the version that the last own command led to
let hideRefusal = 0;

export function lineIsUp() {
  return document.documentElement.dataset.line === "up";
}

// Sends a command and answers what the server said, or null where it was not sent. `near`: what was touched.
// `command` may be a function, asked when its turn has come and the screen shows what the commands before it did:
// what a card key means depends on the card before; null from it sends nothing.
export function act(command, near) {
  if (!lineIsUp()) {
    refuse(body.dataset.noSignal, null, near);
    return Promise.resolve(null);
  }
  clearRefusal();
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  const sent = last.then(() => (typeof command === "function" ? afterShown(command) : command)).then((now) => now && send(now, key, near));
  last = sent.catch(() => null);
  return sent;
}

const TO_SHOW = 2000; // ms

async function afterShown(command) {
  const until = performance.now() + TO_SHOW;
  while (Number(body.dataset.version) < reached) {
    if (performance.now() > until) return null;
    await Promise.race([next("screen:updated"), pause(TO_SHOW)]);
  }
  return command();
}

const next = (event) => new Promise((heard) => document.addEventListener(event, heard, { once: true }));
const pause = (time) => new Promise((over) => setTimeout(over, time));

async function send(command, key, near) {
  // The line went down while this one waited for its turn: a late command must never arrive.
  if (!lineIsUp()) return null;
  const expected = Math.max(reached, Number(body.dataset.version));
  near?.setAttribute("aria-busy", "true");
  try {
    const answer = await post({ ...command, expected_version: expected }, key);
    if (answer.ok) reached = answer.version;
    else refuse(answer.error.message, answer.error.article, near);
    return answer;
  } catch {
    refuse(body.dataset.noAnswer, null, near);
    return null;
  } finally {
    near?.removeAttribute("aria-busy");
  }
}

async function post(command, key) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key, "X-CSRFToken": body.dataset.csrf };
  const options = { method: "POST", headers, body: JSON.stringify(command), signal: AbortSignal.timeout(5000) };
  const response = await fetch(body.dataset.door, options);
  if (response.status === 401) location.reload(); // logged out elsewhere: the page leads to the login
  return response.json();
}

// What stands beside the game (a dispute, its decision) has an address of its own: a button or form with data-post.
async function report(element, near = element) {
  if (!lineIsUp()) return refuse(body.dataset.noSignal, null, near);
  const said = {};
  if (element.matches("form")) for (const field of element.elements) if (field.name) said[field.name] = field.value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": body.dataset.csrf };
  try {
    const options = { method: "POST", headers, body: JSON.stringify(said), signal: AbortSignal.timeout(5000) };
    const answer = await (await fetch(element.dataset.post, options)).json();
    if (!answer.ok) return refuse(answer.error.message, null, near);
    if (element.matches("form")) element.reset();
  } catch {
    refuse(body.dataset.noAnswer, null, near);
  }
  return undefined;
}

// One sentence where the finger is, with its article; a quiet tone beside it, never alone.
export function refuse(message, article, near) {
  refusal.querySelector("[data-message]").textContent = message;
  refusal.querySelector("[data-article]").textContent = article ? `${refusal.dataset.articleWord} ${article}` : "";
  clearRefusal(); // shown anew it lies above whatever has been opened since
  refusal.hidden = false;
  refusal.showPopover();
  place(near);
  document.dispatchEvent(new CustomEvent("act:refused", { detail: { message, article } }));
  clearTimeout(hideRefusal);
  hideRefusal = setTimeout(clearRefusal, 6000);
}

export function clearRefusal() {
  if (!refusal.hidden) refusal.hidePopover();
  refusal.hidden = true;
}

function place(near) {
  const spot = near?.getBoundingClientRect() ?? { left: innerWidth / 2, top: innerHeight / 2, width: 0, bottom: 0 };
  const { width, height } = refusal.getBoundingClientRect();
  const left = Math.min(Math.max(spot.left + spot.width / 2 - width / 2, 8), innerWidth - width - 8);
  const above = spot.top - height - 8;
  refusal.style.setProperty("left", `${left}px`);
  refusal.style.setProperty("top", `${above > 8 ? above : spot.bottom + 8}px`);
}

// A command's JSON, and the values of the fields beside it; empty fields are left out. `data-fields` names the only
// ones that an element takes; those with `data-into` become one list of that name.
export function commandOf(element) {
  const command = JSON.parse(element.dataset.command);
  const wanted = element.dataset.fields?.split(" ");
  for (const field of element.closest("form")?.elements ?? []) {
    const { into } = field.dataset;
    if (!field.name || field.value === "" || (wanted && !wanted.includes(field.name))) continue;
    if (!field.checked && (field.type === "radio" || into)) continue;
    if (into) command[into] = [...(command[into] ?? []), field.value];
    else command[field.name] = valueOf(field);
  }
  // A page may add what has been chosen on it: an amount, a person, a seat.
  document.dispatchEvent(new CustomEvent("act:command", { detail: { element, command } }));
  return command;
}

function valueOf(field) {
  if (field.type === "checkbox") return field.checked;
  if (field.dataset.money !== undefined) return toUnits(field.value);
  if (field.dataset.flag !== undefined) return field.value === "true";
  if (field.dataset.settings !== undefined) return settingsOf(field.value);
  if (field.dataset.list !== undefined) return field.value.split(/[\s,]+/).filter(Boolean);
  return field.type === "number" || field.dataset.number !== undefined ? Number(field.value) : field.value;
}

// name=value, one a line; true, false and whole numbers are themselves, all else is text.
function settingsOf(text) {
  const lines = text.split("\n").map((line) => line.split("=").map((part) => part.trim()));
  return Object.fromEntries(lines.filter(([name]) => name).map(([name, value = ""]) => [name, settingOf(value)]));
}

function settingOf(text) {
  if (text === "true" || text === "false") return text === "true";
  return /^\d+$/.test(text) ? Number(text) : text;
}

async function give(element, near = element) {
  // Taken before the answer: by then the screen may be a new one, without this button.
  const [form, dialog] = [element.closest("form"), element.closest("dialog")];
  const answer = await act("card" in element.dataset ? () => still(element) : commandOf(element), near);
  if (!answer?.ok) return;
  form?.reset();
  dialog?.close();
}

function still(element) {
  return element.isConnected && !element.disabled ? commandOf(element) : null;
}

// Buttons with data-hold act only when held; a ring shows how long.
let held = null;

function press(button) {
  release();
  button.classList.add("holding");
  held = { button, timer: setTimeout(() => letGo(button), HOLD) };
}

function letGo(button) {
  release();
  give(button);
}

function release() {
  if (!held) return;
  clearTimeout(held.timer);
  held.button.classList.remove("holding");
  held = null;
}

function touched(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found && !found.disabled && found.getAttribute("aria-disabled") !== "true" ? found : null;
}

document.addEventListener("click", (event) => {
  const button = touched(event, "button[data-command]:not([data-hold], [data-ask])");
  if (button && button.type !== "submit") give(button);
});
document.addEventListener("click", (event) => {
  const button = touched(event, "button[data-post]");
  if (button) report(button);
});
document.addEventListener("submit", (event) => {
  const form = touched(event, "form[data-post]");
  if (!form) return;
  event.preventDefault();
  report(form, event.submitter ?? form);
});
document.addEventListener("submit", (event) => {
  const form = touched(event, "form[data-command]");
  if (!form) return;
  event.preventDefault();
  give(form, event.submitter ?? form);
});
document.addEventListener("pointerdown", (event) => {
  const button = touched(event, "button[data-hold]");
  if (button) press(button);
});
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, release);
document.addEventListener("keydown", (event) => {
  const button = touched(event, "button[data-hold]");
  if (button && !event.repeat && (event.key === "Enter" || event.key === " ")) press(button);
});
document.addEventListener("keyup", release);
document.addEventListener("screen:line", () => lineIsUp() || release());

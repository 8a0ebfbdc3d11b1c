// Touched buttons and submitted forms become commands for the server, which has already said what may be touched.

import { sayDone } from "./done.js";
import { commandOf, forget, formOf, textsOf } from "./fields.js";
import { giveHere, takesCommands } from "./live.js";
import { leave, newKey, PATIENCE, post } from "./post.js";
import { clearRefusal, refuse, refused } from "./refusal.js";

const HOLD = 2000; // ms that a grave command must be held, where its button says nothing else
const NOT_NOW = new Set(["too_busy", "unavailable"]);
const AGAIN = 2000; // ms after which such a command is given once more
const TO_SHOW = 2000; // ms within which the screen must show what the commands before led to
const body = document.body;
let last = Promise.resolve(); // own commands go one after the other, each expecting what the one before it left
body.dataset.reached = 0; // the version that the last own command led to

const reached = () => Number(body.dataset.reached);
const shown = () => Number(body.dataset.version);
const lineIsUp = () => document.documentElement.dataset.line === "up";

// Sending

// Sends a command; answers what the server said, or null where it was not sent. `command` may be a function, called at
// its turn: what a card key means depends on the card before. Where it returns null, the page says so.
export function act(command, near) {
  if (!lineIsUp()) {
    refuse(body.dataset.noSignal, null, near);
    return Promise.resolve(null);
  }
  clearRefusal();
  const sent = sendInTurn(command, newKey(), near);
  last = sent.catch(() => null);
  return sent;
}

// What was touched is busy until it is answered, also while it waits for its turn.
async function sendInTurn(command, key, near) {
  near?.setAttribute("aria-busy", "true");
  try {
    await last;
    const ready = typeof command === "function" ? await askWhenShown(command) : command;
    if (ready) return await send(ready, key, near);
    refuse(body.dataset.movedOn, null, near);
    return null;
  } finally {
    near?.removeAttribute("aria-busy");
  }
}

async function askWhenShown(command) {
  const until = performance.now() + TO_SHOW;
  while (shown() < reached()) {
    if (performance.now() > until) return null;
    await Promise.race([next("screen:updated"), pause(TO_SHOW)]);
  }
  return command();
}

const next = (event) => new Promise((heard) => document.addEventListener(event, heard, { once: true }));
const pause = (time) => new Promise((over) => setTimeout(over, time));

async function send(command, key, near) {
  // The line went down while this one waited for its turn: a late command must never arrive.
  if (!lineIsUp()) return refuse(body.dataset.noSignal, null, near);
  try {
    return await exchange(command, key, near);
  } catch {
    refuse(body.dataset.noAnswer, null, near);
    return null;
  }
}

async function exchange(command, key, near) {
  const { door } = (near?.closest("[data-door]") ?? body).dataset; // what another must sign has a door of its own
  const answer = await giveTo(door, withVersion(command), key);
  if (answer.ok) body.dataset.reached = answer.version;
  else refused(answer.error, near);
  return answer;
}

// A bet, a name, a seat mean the same whatever somebody else does meanwhile: two tablets at one table never refuse each
// other's. What means something only beside what was seen says which version that was.
function withVersion(command) {
  if (body.dataset.commuting.split(" ").includes(command.command)) return command;
  return { ...command, expected_version: Math.max(reached(), shown()) };
}

// What could not be taken just now, or whose answer was lost, is given once more with the same key: carried out once.
async function giveTo(door, command, key) {
  const answer = await giveOnce(door, command, key).catch(() => null);
  if (answer && !NOT_NOW.has(answer.error?.code)) return answer;
  await pause(AGAIN);
  return giveOnce(door, command, key);
}

// The page's own socket is the shorter way to the table's door.
async function giveOnce(door, command, key) {
  if (door !== body.dataset.door || !takesCommands()) return post(door, command, { key });
  const answer = await giveHere(command, { key, patience: PATIENCE });
  if (answer.status === 401) leave(answer.error);
  return answer;
}

// What stands beside the game, such as a dispute, has an address of its own: data-post.
async function report(element, near = element) {
  if (!lineIsUp()) return refuse(body.dataset.noSignal, null, near);
  clearRefusal();
  // Taken before the answer: by then the screen may be a new one, without this form.
  const [isForm, dialog] = [element.matches("form"), element.closest("dialog")];
  near.setAttribute("aria-busy", "true");
  try {
    const answer = await post(element.dataset.post, isForm ? textsOf(element) : {});
    if (!answer.ok) {
      forget(element);
      return refused(answer.error, near);
    }
    if (isForm) element.reset();
    dialog?.close();
    sayDone(element);
  } catch {
    refuse(body.dataset.noAnswer, null, near);
  } finally {
    near.removeAttribute("aria-busy");
  }
  return undefined;
}

async function give(element, near = element) {
  // Taken before the answer: by then the screen may be a new one, without this button.
  const [form, dialog, { then }] = [formOf(element), element.closest("dialog"), element.dataset];
  const answer = await act(
    "card" in element.dataset ? () => commandIfLive(element, then) : commandOf(element),
    near,
  );
  if (!answer?.ok) return;
  if (then) act(JSON.parse(then), near);
  form?.reset();
  dialog?.close();
  sayDone(element);
}

// A key that was touched before it said that two things follow does not do both.
function commandIfLive(element, then) {
  const isSame = element.isConnected && !element.disabled && element.dataset.then === then;
  return isSame ? commandOf(element) : null;
}

function folded(panel) {
  if (panel.open) return;
  for (const form of panel.querySelectorAll("form[data-post]")) form.reset();
}

// Holding: a button with data-hold acts only when held; a ring shows how long. Whoever only touches it is told how.

let held = null;
let byKey = false; // the browser makes a click of a key too: this one is a press

function press(button) {
  release();
  clearRefusal();
  const hold = Number(button.dataset.hold) || HOLD;
  button.style.setProperty("--hold", `${hold}ms`);
  button.classList.add("holding");
  const { command } = button.dataset;
  held = { button, timer: setTimeout(() => heldLongEnough(button, command), hold) };
}

// What an update has made another command meanwhile was not held long enough.
function heldLongEnough(button, command) {
  release();
  document.dispatchEvent(new CustomEvent("act:held"));
  if (!button.isConnected || button.disabled || button.dataset.command !== command) return;
  if (button.dataset.command) give(button);
  else if (button.dataset.post) report(button);
  else if (button.form.dataset.post) report(button.form, button);
  else button.form.requestSubmit(button);
}

function release() {
  if (!held) return;
  clearTimeout(held.timer);
  held.button.classList.remove("holding");
  held = null;
}

function letGo() {
  const button = held?.button;
  release();
  if (button) sayHow(button);
}

const sayHow = (button) => refuse(body.dataset.howToHold, null, button);

// Listening

function touched(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found && !found.disabled && found.getAttribute("aria-disabled") !== "true" ? found : null;
}

function on(event, selector, handle) {
  document.addEventListener(event, (happened) => {
    const element = touched(happened, selector);
    if (element) handle(element, happened);
  });
}

on("click", "button[data-command]:not([data-hold], [data-ask])", (button) => {
  if (button.type !== "submit") give(button);
});
on("click", "button[data-post]:not([data-hold])", (button) => report(button));
on("submit", "form[data-post]", (form, event) => {
  event.preventDefault();
  report(form, event.submitter ?? form);
});
on("submit", "form[data-command]", (form, event) => {
  event.preventDefault();
  give(form, event.submitter ?? form);
});
on("pointerdown", "button[data-hold]", press);
on("keydown", "button[data-hold]", (button, event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  byKey = true;
  if (!event.repeat) press(button);
});
// A click alone sends no form. A reader of the screen clicks without a press.
on("click", "button[data-hold]", (button, event) => {
  event.preventDefault();
  if (!event.detail && !byKey) sayHow(button);
});
on("contextmenu", "button[data-hold]", (_, event) => event.preventDefault()); // what a long touch would open
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, letGo);
addEventListener("blur", release);
document.addEventListener("keyup", () => {
  letGo();
  setTimeout(() => {
    byKey = false;
  });
});
// What was half-typed for another's signature goes when it is folded away.
for (const end of ["close", "toggle"]) {
  document.addEventListener(end, ({ target }) => target.matches?.("details, dialog") && folded(target), true);
}
document.addEventListener("screen:line", () => lineIsUp() || release());

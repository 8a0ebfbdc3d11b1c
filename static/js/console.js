// What the croupier has chosen on this screen: an amount, a person, a seat, a tool. No rule of the game is here.

import { act, commandOf } from "./act.js";
import { written } from "./amount.js";

const body = document.body;
const keypad = document.getElementById("keypad");
const keypadTitle = document.getElementById("keypad-title");
const sheet = document.getElementById("sheet");
const side = document.getElementById("console-side");
const DOUBLE_TAP = 500; // ms in which a second touch still means the button as it was

const chosen = { amount: 0, typed: "", suggested: 0, person: null, seat: null, hand: null, tool: null, moving: null, what: "" };
let primary = { command: null, since: -DOUBLE_TAP };
let phase = "";
let asking = null; // the button whose amount is being typed, and the amount so far
let counting = false; // cards are being typed, not money

// Choosing

function chooseAmount(amount) {
  chosen.amount = amount;
  show();
}

function openKeypad(button) {
  chosen.typed = "";
  asking = "ask" in button.dataset ? { button, amount: Number(button.dataset.from) } : null;
  counting = Boolean(button.querySelector("[data-shown-count]"));
  keypadTitle.textContent = asking ? button.textContent.trim() : keypadTitle.dataset.plain;
  button.closest("dialog")?.close();
  show();
  keypad.showModal();
}

function type(digit) {
  if (digit === "done") return typed();
  chosen.typed = digit === "back" ? chosen.typed.slice(0, -1) : (chosen.typed + digit).replace(/^0+/, "").slice(0, 12);
  (asking ?? chosen).amount = Number(chosen.typed);
  return show();
}

function typed() {
  keypad.close();
  if (!asking) return;
  const { button, amount } = asking;
  asking = null;
  act({ ...commandOf(button), amount }, document.getElementById("act-bank"));
}

function openSheet(button) {
  chosen.person = button.dataset.person ?? null;
  chosen.seat = button.dataset.seat ? Number(button.dataset.seat) : null;
  chosen.what = button.dataset.what;
  document.getElementById("sheet-title").textContent = button.dataset.name;
  show();
  sheet.showModal();
}

function touchPerson(button) {
  if (chosen.moving && button.dataset.what === "empty") {
    act({ command: "sit", player: chosen.moving, seat: Number(button.dataset.seat) }, button);
    chosen.moving = null;
    show();
  } else {
    chosen.moving = null;
    openSheet(button);
  }
}

function chooseSeat() {
  chosen.moving = chosen.person;
  sheet.close();
  show();
}

function chooseTool(tool) {
  chosen.tool = chosen.tool === tool ? null : tool;
  show();
}

function chooseHand(hand) {
  chosen.hand = hand;
  show();
}

// A new person: his id is made from his name, once more with a number where it is taken.
async function welcome(form) {
  const name = form.elements.name.value.trim();
  const plain = name.normalize("NFD").replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase().slice(0, 24) || "p";
  const taken = new Set([...document.querySelectorAll("[data-person]")].map((person) => person.dataset.person));
  let id = plain;
  for (let number = 2; taken.has(id); number += 1) id = `${plain}${number}`;
  const joined = await act({ command: "join", player: id, name }, form);
  if (!joined?.ok) return;
  if (chosen.seat) await act({ command: "sit", player: id, seat: chosen.seat }, form);
  form.reset();
  sheet.close();
}

// What has been chosen goes into the command that is about to be sent.
document.addEventListener("act:command", ({ detail: { element, command } }) => {
  const { amount, chosenPlayer, chosenSeat, card } = element.dataset;
  if (amount !== undefined) command[amount || "amount"] = chosen.amount;
  if (chosenPlayer !== undefined) command[chosenPlayer || "player"] = chosenPlayer === "players" ? [chosen.person] : chosen.person;
  if (chosenSeat !== undefined) command.seat = chosen.seat;
  if (card !== undefined && command.command === "card") {
    command.hand = chosen.hand ?? command.hand;
    chosen.hand = null;
  }
  if (command.command === "place_bet") side.dataset.list = "";
  if (chosen.tool === "remove" && command.command === "place_bet") {
    command.command = "remove_bet";
    delete command.amount;
    chosen.tool = null;
  }
  queueMicrotask(show);
});

// Showing what has been chosen, again after each update of the screen

function show() {
  document.querySelectorAll("[data-shown-amount]").forEach((place) => (place.textContent = written(chosen.amount)));
  document.querySelectorAll("[data-shown-count]").forEach((place) => (place.textContent = written(chosen.amount, 0)));
  document.getElementById("keypad-amount").textContent = written((asking ?? chosen).amount, counting ? 0 : undefined);
  mark("[data-chip]", (chip) => Number(chip.dataset.chip) === chosen.amount);
  mark("[data-tool]", (tool) => tool.dataset.tool === chosen.tool);
  showHand();
  showLists();
  body.classList.toggle("moving", Boolean(chosen.moving));
  body.classList.toggle("removing", chosen.tool === "remove");
  const what = chosen.what.split(/\s+/);
  reveal("[data-for]", (part) => part.dataset.for.split(" ").some((word) => what.includes(word)));
  reveal("[data-of]", (part) => part.dataset.of === chosen.person);
}

// The hand to which the next card goes: the one in turn, or the other where it has been touched.
function showHand() {
  const next = chosen.hand ?? document.querySelector(".hands")?.dataset.next ?? "";
  mark("[data-hand]", (hand) => hand.dataset.hand === next);
  const ranks = document.querySelector(".ranks");
  if (ranks) ranks.dataset.to = next;
}

function showLists() {
  const lists = side.querySelector(".lines");
  const shown = side.dataset.list || (lists.classList.contains("list-bets") ? "bets" : "paid");
  mark("[data-list]", (tab) => tab.dataset.list === shown);
  lists.dataset.shown = shown;
}

function mark(selector, isChosen) {
  document.querySelectorAll(`button${selector}`).forEach((element) => element.setAttribute("aria-pressed", isChosen(element)));
}

function reveal(selector, isMeant) {
  document.querySelectorAll(selector).forEach((part) => (part.hidden = !isMeant(part)));
}

// A bid or a bank begins at what is said most often: the amount of the phase before means nothing here.
function updated() {
  const now = document.querySelector(".phase").className;
  const suggested = Number(document.querySelector("[data-suggested]")?.dataset.suggested ?? 0);
  if (suggested && (now !== phase || suggested !== chosen.suggested)) chosen.amount = chosen.suggested = suggested;
  if (now !== phase) side.dataset.list = phase.includes("resolved") ? "paid" : "";
  if (now !== phase && !now.includes("dealing")) chosen.hand = null;
  phase = now;
  const command = document.getElementById("act-primary")?.dataset.command ?? "";
  if (command !== primary.command) primary = { command, since: primary.command === null ? -DOUBLE_TAP : performance.now() };
  show();
}

document.addEventListener("screen:updated", updated);

// The hand

const TOUCHES = [
  ["[data-chip]", (button) => chooseAmount(Number(button.dataset.chip))],
  ["[data-keypad], [data-ask]", openKeypad],
  ["[data-digit]", (button) => type(button.dataset.digit)],
  ["[data-what]", touchPerson],
  ["[data-hand]", (button) => chooseHand(button.dataset.hand)],
  ["[data-tool]", (button) => chooseTool(button.dataset.tool)],
  ["button[data-list]", (button) => { side.dataset.list = button.dataset.list; show(); }],
  ["[data-choose-seat]", chooseSeat],
  ["[data-open]", (button) => open(button)],
  ["[data-close]", (button) => button.closest("dialog").close()],
  ["#sound", toggleSound],
];

function open(button) {
  document.getElementById(button.dataset.open).showModal();
  const step = document.getElementById(button.dataset.step ?? "");
  if (step) step.open = true;
}

let touchedLast = null; // where the arrows go on from
let byFinger = false;

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!button || button.disabled) return;
  TOUCHES.find(([selector]) => button.matches(selector))?.[1](button);
  // A finger leaves no focus behind: Enter stays the corner's, and a spot that was touched is not bet on again.
  byFinger = event.detail > 0;
  if (byFinger && button.closest("main")) {
    touchedLast = button;
    button.blur();
  }
});

document.addEventListener("close", () => byFinger && document.activeElement.blur(), { capture: true });

// A second touch of the corner button must not do the next act of the pass.
document.addEventListener("click", (event) => {
  const corner = event.target.closest?.("#act-primary");
  if (corner && performance.now() - primary.since < DOUBLE_TAP) event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-join]")) return;
  event.preventDefault();
  welcome(event.target);
});

// A touch beside an open dialog closes it.
document.addEventListener("pointerdown", (event) => {
  if (!event.target.matches?.("dialog")) return;
  const box = event.target.getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside) event.target.close();
});

// The keyboard

const CARD_KEYS = { 1: "A", a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K" };

document.addEventListener("keydown", (event) => {
  if (keypad.open) return typeDigit(event);
  if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return undefined;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && key === "z") return press("act-undo", event);
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (key === "enter" && !event.target.matches("button, a")) return press("act-primary", event);
  if (key.startsWith("arrow")) return walk(key, event);
  return press(`rank-${CARD_KEYS[key] ?? key}`, event);
});

const DIGIT_KEYS = { backspace: "back", enter: "done" };

function typeDigit(event) {
  const digit = DIGIT_KEYS[event.key.toLowerCase()] ?? event.key;
  const button = keypad.querySelector(`[data-digit="${CSS.escape(digit)}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
}

function press(id, event) {
  const button = document.getElementById(id);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
}

const STEPS = { arrowright: 1, arrowup: 1, arrowleft: -1, arrowdown: -1 };

function walk(key, event) {
  const people = [...document.querySelectorAll(".seat .person, .seat .spot")].filter((button) => !button.disabled);
  if (!people.length) return;
  event.preventDefault();
  const here = people.indexOf(document.activeElement === body ? touchedLast : document.activeElement);
  people[(here + STEPS[key] + people.length) % people.length].focus();
}

// The tone of a refusal: quiet, short, never the only sign.
let sound = null;
document.addEventListener("act:refused", () => {
  if (localStorage.getItem("muted")) return;
  sound ??= new AudioContext();
  const tone = new OscillatorNode(sound, { frequency: 220 });
  const volume = new GainNode(sound, { gain: 0.05 });
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.12);
});

function toggleSound() {
  if (localStorage.getItem("muted")) localStorage.removeItem("muted");
  else localStorage.setItem("muted", "1");
  showSound();
}

function showSound() {
  document.getElementById("sound").setAttribute("aria-pressed", !localStorage.getItem("muted"));
}

// A tablet at a table does not go to sleep between two shoes. Where the browser cannot promise it, it sleeps.
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  const refused = (reason) => console.info("the screen may sleep:", reason.message);
  await navigator.wakeLock.request("screen").catch(refused);
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
showSound();
updated();

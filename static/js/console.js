// What the croupier has chosen on this screen: an amount, a person, a seat, a tool. No rule of the game is here.

import { act } from "./act.js";

const body = document.body;
const keypad = document.getElementById("keypad");
const sheet = document.getElementById("sheet");
const DOUBLE_TAP = 500; // ms in which a second touch still means the button as it was

const chosen = { amount: 0, typed: "", person: null, seat: null, hand: null, tool: null, moving: null, what: "" };
let primary = { command: null, since: -DOUBLE_TAP };

// Choosing

function chooseAmount(amount) {
  chosen.amount = amount;
  chosen.typed = "";
  show();
}

function type(digit) {
  if (digit === "done") return keypad.close();
  chosen.typed = digit === "back" ? chosen.typed.slice(0, -1) : (chosen.typed + digit).replace(/^0+/, "").slice(0, 12);
  chosen.amount = Number(chosen.typed);
  return show();
}

function openSheet(button) {
  chosen.person = button.dataset.person ?? null;
  chosen.seat = button.dataset.seat ? Number(button.dataset.seat) : null;
  chosen.what = button.dataset.what;
  document.getElementById("sheet-title").textContent = button.dataset.name ?? button.textContent.trim().replace(/\s+/g, " ");
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
  if ("amount" in element.dataset) command[element.dataset.amount || "amount"] = chosen.amount;
  if ("chosenPlayer" in element.dataset) command.player = chosen.person;
  if ("chosenSeat" in element.dataset) command.seat = chosen.seat;
  if ("card" in element.dataset && command.command === "card") {
    command.hand = chosen.hand ?? command.hand;
    chosen.hand = null;
  }
  if (chosen.tool === "remove" && command.command === "place_bet") {
    command.command = "remove_bet";
    delete command.amount;
    chosen.tool = null;
  }
  queueMicrotask(show);
});

// Showing what has been chosen, again after each update of the screen

function show() {
  const suggested = Number(document.querySelector("[data-suggested]")?.dataset.suggested ?? 0);
  if (!chosen.amount) chosen.amount = suggested;
  const written = new Intl.NumberFormat(document.documentElement.lang, { useGrouping: "always" }).format(chosen.amount);
  document.querySelectorAll("[data-shown-amount]").forEach((place) => (place.textContent = written));
  document.getElementById("keypad-amount").textContent = written;
  mark("[data-chip]", (chip) => Number(chip.dataset.chip) === chosen.amount);
  mark("[data-tool]", (tool) => tool.dataset.tool === chosen.tool);
  mark("[data-hand]", (hand) => hand.dataset.hand === chosen.hand);
  body.classList.toggle("moving", Boolean(chosen.moving));
  const what = chosen.what.split(" ");
  document.querySelectorAll("[data-for]").forEach((part) => (part.hidden = !part.dataset.for.split(" ").some((word) => what.includes(word))));
}

function mark(selector, isChosen) {
  document.querySelectorAll(selector).forEach((element) => element.setAttribute("aria-pressed", isChosen(element)));
}

// A bid or a bank begins at the least that may be said: the amount of the phase before means nothing here.
let phase = "";
function updated() {
  const now = document.querySelector(".phase")?.className ?? "";
  if (now !== phase && document.querySelector("[data-suggested]")) {
    phase = now;
    chosen.amount = Number(document.querySelector("[data-suggested]").dataset.suggested);
  }
  const command = document.getElementById("act-primary")?.dataset.command ?? "";
  if (command !== primary.command) primary = { command, since: primary.command === null ? -DOUBLE_TAP : performance.now() };
  show();
}

document.addEventListener("screen:updated", updated);

// The hand

const TOUCHES = [
  ["[data-chip]", (button) => chooseAmount(Number(button.dataset.chip))],
  ["[data-keypad]", () => { chosen.typed = ""; keypad.showModal(); }],
  ["[data-digit]", (button) => type(button.dataset.digit)],
  ["[data-what]", touchPerson],
  ["[data-hand]", (button) => { chosen.hand = button.dataset.hand; show(); }],
  ["[data-tool]", (button) => chooseTool(button.dataset.tool)],
  ["[data-choose-seat]", chooseSeat],
  ["[data-open]", (button) => open(button)],
  ["[data-close]", (button) => button.closest("dialog").close()],
];

function open(button) {
  document.getElementById(button.dataset.open).showModal();
  const step = document.getElementById(button.dataset.step ?? "");
  if (step) step.open = true;
}

document.addEventListener("click", (event) => {
  for (const [selector, touch] of TOUCHES) {
    const button = event.target.closest?.(selector);
    if (button && !button.disabled) return touch(button);
  }
  return undefined;
});

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

// The keyboard

const CARD_KEYS = { 1: "A", a: "A", 0: "10", t: "10", j: "J", q: "Q", k: "K" };

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && key === "z") return press("act-undo", event);
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (key === "enter" && !event.target.matches("button, a")) return press("act-primary", event);
  if (key.startsWith("arrow")) return walk(key, event);
  return press(`rank-${CARD_KEYS[key] ?? key}`, event);
});

function press(id, event) {
  const button = document.getElementById(id);
  if (!button || button.disabled) return;
  event.preventDefault();
  button.click();
}

const STEPS = { arrowright: 1, arrowup: 1, arrowleft: -1, arrowdown: -1 };

function walk(key, event) {
  const people = [...document.querySelectorAll(".oval .person, .oval .spot")].filter((button) => !button.disabled);
  if (!people.length) return;
  event.preventDefault();
  const here = people.indexOf(document.activeElement);
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

updated();

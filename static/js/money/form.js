// A new slip: its kind, player, chips and amount. What it will make is asked from the server while it is typed.

import { toUnits, typeable, written } from "../amount.js";
import { after, listen } from "../number_pad.js";
import { refuse } from "../refusal.js";
import { clearWrong, sayWrong } from "../wrong.js";
import { begin, forgetPlayer, isChosen, nameOfPlayer, offer, player } from "./player.js";
import * as slips from "./slips.js";

const TYPING = 200; // ms without a further key before the server is asked
const form = document.getElementById("slip-form");
const { amount, number, reason } = form?.elements ?? {};
const go = document.getElementById("slip-go");
const PLACES = ["person", "note", "after"];
let own = false; // the amount was typed, and does not follow the chips
let field = amount; // the one that the pad types into
let asked = "";
const isTouched = matchMedia("(pointer: coarse)").matches;

// What is chosen

export const kind = () => form.querySelector('[name="kind"]:checked');
const has = (what) => kind()?.dataset[what] !== undefined;
const chipFields = () => [...form.querySelectorAll("[data-chip]")];
const countOf = (one) => Number(one.value) || 0;
const isTyped = () => amount.value !== "" || listsChips();
// Where an amount begins.
const first = () => (has("mustList") ? chipFields()[0] : amount);
const worthOf = (one) => Number(one.dataset.chip) * countOf(one);
const sumOfChips = () => chipFields().reduce((sum, one) => sum + worthOf(one), 0);
const listsChips = () => has("inChips") && chipFields().some((one) => one.value !== "");
const typed = () => (amount.validity.patternMismatch ? 0 : toUnits(amount.value) || 0);

function total() {
  if (has("mustList")) return sumOfChips();
  return own || !listsChips() ? typed() : sumOfChips();
}

function chips() {
  const filled = chipFields().filter((one) => one.value !== "");
  return Object.fromEntries(filled.map((one) => [one.dataset.chip, Number(one.value)]));
}

function content() {
  const said = { kind: kind().value };
  if (has("ofPlayer") && player()) said.player = player();
  if (reason.value !== "") said.reason = reason.value;
  if (number.value !== "") said.number = Number(number.value);
  if (has("mustList") || listsChips()) said.chips = chips();
  if (!has("mustList") && (own || !listsChips())) said.amount = toUnits(amount.value);
  return said;
}

// Showing it, again after each update of the screen

function show() {
  const chosen = kind();
  for (const what of ["ofPlayer", "inChips", "mustList", "counts"])
    form.toggleAttribute(`data-${dashed(what)}`, has(what));
  const barred = chosen?.dataset.barred;
  const word = form.querySelector("[data-barred-word]");
  word.hidden = !barred;
  word.querySelector("span").textContent = barred ?? "";
  form.toggleAttribute("data-barred", Boolean(barred) || !chosen);
  reason.placeholder = has("counts") ? "" : reason.dataset.optional;
  showSums();
  showExpected(chosen);
}

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function showSums() {
  const [sum, all] = [sumOfChips(), total()];
  for (const one of chipFields()) {
    const place = form.querySelector(`[data-sum-of="${one.dataset.chip}"]`);
    place.textContent = one.value === "" ? "" : written(worthOf(one));
  }
  write("[data-sum]", written(sum));
  write("[data-off]", missing(sum));
  amount.readOnly = has("mustList");
  if (!own && has("inChips")) {
    amount.value = listsChips() ? shownSum(sum) : "";
    clearWrong(amount);
  }
  showAct(all);
}

// Grouped, where nobody can type into it.
const shownSum = (sum) => (amount.readOnly ? written(sum) : typeable(sum));

function showAct(all) {
  write("[data-total]", isTyped() ? written(all) : "");
  if (!go.dataset.asks) write("[data-act]", kind()?.dataset.word ?? "");
}

// What the chips lack, or have too much, for an amount that was typed.
function missing(sum) {
  const off = own && !has("mustList") && listsChips() ? typed() - sum : 0;
  if (!off) return "";
  return `${off > 0 ? form.dataset.short : form.dataset.over} ${written(Math.abs(off))}`;
}

function showExpected(chosen) {
  const button = form.querySelector("[data-expected]");
  const { box } = chosen?.dataset ?? {};
  button.hidden = box === undefined;
  button.querySelector("b").textContent = box === undefined ? "" : written(Number(box));
}

function write(selector, text) {
  for (const place of form.querySelectorAll(selector))
    if (place.textContent !== text) place.textContent = text;
}

function changed() {
  slips.changed(form);
  show();
  foresee();
}

// What it will make

function question() {
  const chosen = kind();
  if (!chosen || (has("ofPlayer") && !isChosen()) || (has("counts") && !isTyped())) return "";
  const said = { kind: chosen.value, player: player() ?? "", amount: total() };
  if (listsChips() || has("mustList")) {
    said.chips = Object.entries(chips())
      .map((pair) => pair.join(":"))
      .join();
  }
  return `${form.querySelector("[data-foreseeing]").dataset.foreseeing}?${new URLSearchParams(said)}`;
}

async function foresee() {
  const address = question();
  asked = address;
  await new Promise((over) => setTimeout(over, TYPING));
  if (asked !== address) return;
  const said = address ? await answerTo(address) : "";
  if (asked === address) put(said);
}

// Without an answer nothing stands there: what was said of another amount must not stay.
async function answerTo(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.text() : "";
}

function put(said) {
  const found = new DOMParser().parseFromString(said, "text/html");
  for (const name of PLACES) {
    const place = form.querySelector(`[data-said="${name}"]`);
    place.replaceChildren(...(found.querySelector(`[data-place="${name}"]`)?.childNodes ?? []));
  }
  const act = found.querySelector('[data-place="act"]')?.textContent;
  if (act) go.dataset.asks = "yes";
  else delete go.dataset.asks;
  write("[data-act]", act ?? kind()?.dataset.word ?? "");
}

// An empty tray is counted too: by a 0 that somebody types.
function firstMissing() {
  if (listsChips()) return null;
  if (has("mustList")) return chipFields()[0];
  return amount.value === "" ? amount : null;
}

// Sending it

function submitted(event) {
  event.preventDefault();
  if (form.inert || slips.isSending(form) || !kind()) return undefined;
  const { barred } = kind().dataset;
  if (barred) return refuse(barred, null, go);
  if (has("ofPlayer") && !isChosen()) {
    refuse(form.dataset.choose, null, go, [], "player");
    return document.getElementById("player-find").focus();
  }
  const missing = firstMissing();
  if (missing) {
    sayWrong(missing, form.dataset.missing);
    return missing.focus();
  }
  return slips.send(form, go, {
    address: form.querySelector("[data-asking]").dataset.asking,
    content: content(),
    word: kind().dataset.word,
    who: has("ofPlayer") ? nameOfPlayer() : "",
    at: document.querySelector("[data-table][aria-current] b")?.textContent,
    next: () => cancel(),
  });
}

// The slip begins anew; its kind stays, and the keys of letters are read again.
export function cancel() {
  for (const one of [amount, number, reason, ...chipFields()]) {
    one.value = "";
    clearWrong(one);
  }
  own = false;
  field = amount;
  forgetPlayer();
  delete go.dataset.asks;
  changed();
  if (form.contains(document.activeElement)) kind()?.focus({ preventScroll: true });
  if (has("ofPlayer")) offer();
}

// Another kind was chosen: the next that is typed has the focus, where somebody types.
export function goTo(chosen) {
  chosen.checked = true;
  delete go.dataset.asks;
  changed();
  if (has("barred")) return chosen.focus();
  if (has("ofPlayer") && !isChosen()) return document.getElementById("player-find").focus();
  return first().focus();
}

// The number pad

function key(name) {
  if (field.readOnly) typeInto();
  if (name === "done") return next();
  field.value = name === "cancel" ? "" : after(field.value, name).slice(0, field.maxLength);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return undefined;
}

// Where what is typed belongs before a field was touched: what is listed by its chips has no other amount.
function typeInto() {
  field = first();
  if (isTouched) field.focus({ preventScroll: true });
}

function next() {
  const padded = [...form.querySelectorAll("[data-padded]")].filter(
    (one) => one.offsetParent && one !== number && !one.readOnly,
  );
  const following = field === amount || field === number ? go : (padded[padded.indexOf(field) + 1] ?? go);
  following.focus();
}

// Enter goes on, to the act at last; only there and in the amount it makes the slip.
function entered(event) {
  if (event.key !== "Enter") return;
  if (event.target.name === "kind") goTo(event.target);
  else if (event.target.matches("[data-chip]")) next();
  else return;
  event.preventDefault();
}

function oneMore(chip) {
  const one = form.querySelector(`[data-chip="${chip}"]`);
  one.value = countOf(one) + 1;
  one.dispatchEvent(new Event("input", { bubbles: true }));
}

if (form) {
  const pad = form.querySelector("[data-pad]");
  listen(pad, key);
  pad.addEventListener(
    "pointerdown",
    (event) => event.target.closest("[data-digit]") && event.preventDefault(),
  );
  begin({ changed, goOn: () => first().focus() });
  // The system's keyboard would cover the pad.
  if (isTouched) {
    for (const one of form.querySelectorAll("[data-padded]")) one.inputMode = "none";
  }
  form.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-padded]")) field = target;
  });
  form.addEventListener("keydown", entered);
  form.addEventListener("input", ({ target }) => {
    if (target === amount) own = amount.value !== "";
    if (target.name === "kind") {
      delete go.dataset.asks;
      typeInto();
    }
    if (target.id !== "player-find") changed();
  });
  form.addEventListener("click", ({ target }) => {
    const { oneMore: chip } = target.closest("[data-one-more]")?.dataset ?? {};
    if (chip) oneMore(chip);
    if (target.closest("[data-cancel]")) cancel();
    const box = target.closest("[data-expected]") && kind().dataset.box;
    if (box) {
      amount.value = typeable(Number(box));
      own = true;
      changed();
    }
    if (target.closest(".kind") && has("ofPlayer")) offer();
  });
  form.addEventListener("submit", submitted);
  for (const look of [show, foresee]) document.addEventListener("screen:updated", look);
  show();
}

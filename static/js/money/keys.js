// The counter by keyboard: letters choose the kind of slip while nobody types, F9 prints, Esc begins anew.

import { cancel, goTo } from "./form.js";
import { printSlip } from "./paper.js";
import { lastSlip } from "./slips.js";

const form = document.getElementById("slip-form");
const dialog = document.getElementById("all-keys");
const told = document.getElementById("told");
const FIELDS = { j: "player-find", i: "slip-amount", n: "slip-reason", m: "table-find" };

const kinds = () => [...(form?.querySelectorAll('[name="kind"]') ?? [])];
// Where numbers are typed a letter is a key.
const isTyping = (target) =>
  target.matches?.("input:not([type=radio], [type=checkbox], [data-padded]), textarea, select");

function isFree({ target, ctrlKey, altKey, metaKey }) {
  return !(
    ctrlKey ||
    altKey ||
    metaKey ||
    isTyping(target) ||
    document.querySelector("dialog[open], [popover]:popover-open:not(#refusal)")
  );
}

function letter(event) {
  const key = (event.key ?? "").toLowerCase(); // none where the browser fills in a field
  if (/[\d.,]/.test(key)) return;
  const field = document.getElementById(FIELDS[key]);
  const chosen = kinds().find((one) => one.dataset.letter.toLowerCase() === key);
  if (key === "?") showAll();
  else if (key === "s") toSign();
  else if (field?.offsetParent) field.focus();
  else if (chosen) goTo(chosen);
  else return;
  event.preventDefault();
}

// The slips that wait, those for this reader first, one after the other.
function toSign() {
  const slips = [...document.querySelectorAll("#queue .slip")];
  slips.sort((one, other) => other.matches(".here") - one.matches(".here"));
  const acts = slips.map((one) => one.querySelector("button, summary")).filter((act) => act);
  const here = acts.findIndex((act) => act.closest(".slip").contains(document.activeElement));
  acts[(here + 1) % acts.length]?.focus();
}

function showAll() {
  const rows = kinds().flatMap((one) => {
    const [term, said, key] = ["dt", "dd", "kbd"].map((name) => document.createElement(name));
    key.textContent = one.dataset.letter;
    term.append(key);
    said.textContent = one.dataset.word;
    return [term, said];
  });
  dialog.querySelector("[data-letters]").replaceChildren(...rows);
  dialog.showModal();
}

function print(event) {
  event.preventDefault();
  const number = lastSlip();
  if (number) printSlip(told.dataset.roll, number, told);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "F9") print(event);
  else if (event.key === "Escape" && form && !document.querySelector("dialog[open]")) {
    if (form.contains(event.target) || event.target === document.body) cancel();
  } else if (isFree(event)) letter(event);
});
for (const button of document.querySelectorAll("[data-all-keys]")) button.addEventListener("click", showAll);

// The first and the last letter that are offered here.
function tell() {
  const letters = kinds().map((one) => one.dataset.letter);
  const [first, last] = [
    form?.querySelector("[data-first-letter]"),
    form?.querySelector("[data-last-letter]"),
  ];
  if (!first || !letters.length) return;
  first.textContent = letters[0];
  form.querySelector("[data-to]").hidden = letters.length === 1;
  last.textContent = letters.at(-1);
}
document.addEventListener("screen:updated", tell);
tell();

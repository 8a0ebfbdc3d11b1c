// What a finger touches on the console, beside the buttons that are commands (act.js).

import { refuse } from "../refusal.js";
import { chooseChance, chosen, listShown, show } from "./chosen.js";
import { correct, correctSuit, touchCard } from "./correction.js";
import { heardCard } from "./deaf.js";
import { look, toggleSound } from "./device.js";
import { openKeypad, takeChip } from "./keypad.js";
import { showPass } from "./passes.js";
import { workLine } from "./paying.js";
import { arrives, chooseSeat, touchPlace } from "./people.js";
import { addToTip, giveTip, openTip, tipNow } from "./tip.js";

const TOUCHES = [
  ["[data-chip]", (button) => takeChip(Number(button.dataset.chip))],
  ["[data-keypad], [data-ask]", openKeypad],
  ["[data-what]", touchPlace],
  ["[data-rank]", (button) => choose("rank", button.dataset.rank || null)],
  ["[data-card]", heardCard],
  ["[data-chance]", touchChance],
  ["[data-hand]", (button) => choose("hand", button.dataset.hand)],
  ["[data-place]", touchCard],
  ["[data-correct]", correct],
  ["[data-correct-suit]", correctSuit],
  ["[data-tool]", ({ dataset }) => choose("tool", chosen.tool === dataset.tool ? null : dataset.tool)],
  ["button[data-view]", (button) => look(button.dataset.view)],
  ["button[data-list]", (button) => chooseList(button.dataset.list)],
  ["[data-choose-seat]", chooseSeat],
  ["[data-arrives]", arrives],
  ["[data-open]", openDialog],
  ["[data-close]", (button) => button.closest("dialog").close()],
  ["#sound", toggleSound],
  ["[data-tip-of]", openTip],
  ["[data-tip-add]", addToTip],
  ["[data-tip-now]", tipNow],
  ["[data-pass]", (button) => showPass(button.dataset.pass)],
  ["#tip-give", giveTip],
];

function choose(name, value) {
  chosen[name] = value;
  show();
}

function touchChance(key) {
  if (key.dataset.closed) return refuse(key.dataset.closed, null, key);
  key.closest("[popover]")?.hidePopover();
  return chooseChance(key);
}

function chooseList(list) {
  listShown(list);
  show();
  if (list === "passes") showPass("");
}

function openDialog(button) {
  if (button.dataset.open === "incident") sortGuides();
  const dialog = document.getElementById(button.dataset.open);
  dialog.showModal();
  for (const part of dialog.querySelectorAll("*")) part.scrollTop = 0;
  const step = document.getElementById(button.dataset.step ?? "");
  if (step) step.open = true;
}

// The guides of what can have happened now come first. Only on opening: nothing moves under a finger.
function sortGuides() {
  const { kinds, others } = document.getElementById("guides-now").dataset;
  const guides = (said) => said.split(" ").flatMap((kind) => document.getElementById(`guide-${kind}`) ?? []);
  const notNow = document.getElementById("guides-not-now");
  document.getElementById("console-grave").before(...guides(kinds));
  notNow.after(...guides(others));
  notNow.hidden = !others;
}

// A finger leaves no focus behind: Enter stays the corner's. Nor does a bet by the keyboard: Enter bets once.

let byFinger = false;
let touched = null; // where the arrows go on from
export const touchedLast = () => touched;

document.addEventListener("click", (event) => {
  byFinger = event.detail > 0;
  const row = event.target.closest?.("[data-due], #due-done");
  if (row && !event.target.closest("a")) workLine(row);
  const button = event.target.closest?.("button, a.button");
  if (!button || button.disabled) return;
  if (button.closest("#more")) document.getElementById("more").hidePopover();
  TOUCHES.find(([selector]) => button.matches(selector))?.[1](button);
  if (button.closest("main") && (byFinger || button.matches(".spot"))) {
    touched = button;
    button.blur();
  }
});

document.addEventListener("close", () => byFinger && document.activeElement.blur(), { capture: true });

// A touch beside an open dialog closes it.
document.addEventListener("pointerdown", (event) => {
  if (event.target.matches?.("dialog") && !isInside(event.target.getBoundingClientRect(), event)) {
    event.target.close();
  }
});

function isInside({ left, right, top, bottom }, { clientX, clientY }) {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

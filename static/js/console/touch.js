// What a finger touches on the console, beside the buttons that are commands (act.js).

import { chosen, listShown, show } from "./chosen.js";
import { correct, touchCard } from "./correction.js";
import { heardCard } from "./deaf.js";
import { look, toggleSound } from "./device.js";
import { openKeypad, takeChip } from "./keypad.js";
import { chooseSeat, touchPlace } from "./people.js";
import { addToTip, giveTip, openTip } from "./tip.js";

const TOUCHES = [
  ["[data-chip]", (button) => takeChip(Number(button.dataset.chip))],
  ["[data-keypad], [data-ask]", openKeypad],
  ["[data-what]", touchPlace],
  ["[data-card]", heardCard],
  ["[data-hand]", (button) => choose("hand", button.dataset.hand)],
  ["[data-place]", touchCard],
  ["[data-correct]", correct],
  ["[data-tool]", ({ dataset }) => choose("tool", chosen.tool === dataset.tool ? null : dataset.tool)],
  ["button[data-view]", (button) => look(button.dataset.view)],
  ["button[data-list]", (button) => chooseList(button.dataset.list)],
  ["[data-choose-seat]", chooseSeat],
  ["[data-open]", openDialog],
  ["[data-close]", (button) => button.closest("dialog").close()],
  ["#sound", toggleSound],
  ["[data-tip-of]", openTip],
  ["[data-tip-add]", addToTip],
  ["#tip-give", giveTip],
];

function choose(name, value) {
  chosen[name] = value;
  show();
}

function chooseList(list) {
  listShown(list);
  show();
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
export let touchedLast = null; // where the arrows go on from

document.addEventListener("click", (event) => {
  byFinger = event.detail > 0;
  const button = event.target.closest?.("button");
  if (!button || button.disabled) return;
  TOUCHES.find(([selector]) => button.matches(selector))?.[1](button);
  if (button.closest("main") && (byFinger || button.matches(".spot"))) {
    touchedLast = button;
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

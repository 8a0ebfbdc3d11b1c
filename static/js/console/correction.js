// A card of the pass that was keyed wrongly is touched, and then what it is: its suit too, where it had one.

import { act } from "../act.js";

const dialog = document.getElementById("correction");
const reason = document.getElementById("correction-reason"); // of those who must give one
let wrong = null; // the card that was touched
let rank = null; // what it is, while its suit is asked

export function touchCard(button) {
  const { handOf, place, was } = button.dataset;
  wrong = { hand: handOf, place: Number(place), was };
  dialog.querySelector("[data-corrected]").textContent = button.textContent.trim();
  askSuit(null);
  dialog.showModal();
}

function askSuit(of) {
  rank = of;
  dialog.querySelector(".of-suits").hidden = !of;
  for (const button of dialog.querySelectorAll("[data-correct]")) {
    button.setAttribute("aria-pressed", button.dataset.correct === of);
  }
}

export function correct(button) {
  if (/[cdhs]$/.test(wrong.was)) askSuit(button.dataset.correct);
  else send(button.dataset.correct, button);
}

export const correctSuit = (button) => send(rank + button.dataset.correctSuit, button);

async function send(card, button) {
  const said = { ...wrong, card };
  if (reason?.value.trim()) said.reason = reason.value.trim();
  const answer = await act(said, button);
  if (!answer?.ok) return;
  if (reason) reason.value = "";
  dialog.close();
}

// A card of the pass that was keyed wrongly is touched, and then what it is.

import { act } from "../act.js";

const dialog = document.getElementById("correction");
const reason = document.getElementById("correction-reason"); // of those who must give one
let wrong = null; // the card that was touched

export function touchCard(button) {
  const { handOf, place, was } = button.dataset;
  wrong = { hand: handOf, place: Number(place), was };
  dialog.querySelector("[data-corrected]").textContent = was;
  dialog.showModal();
}

export async function correct(button) {
  const said = { ...wrong, card: button.dataset.correct };
  if (reason?.value.trim()) said.reason = reason.value.trim();
  const answer = await act(said, button);
  if (!answer?.ok) return;
  if (reason) reason.value = "";
  dialog.close();
}

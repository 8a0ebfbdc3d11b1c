// People at the table: the sheet of one of them, a seat chosen for him, and a new person.

import { act } from "../act.js";
import { bancoOf, chosen, show } from "./chosen.js";

const sheet = document.getElementById("sheet");
const title = document.getElementById("sheet-title");

export function touchPlace(button) {
  if (chosen.tool === "banco" && button.dataset.person) return callBanco(button);
  const mover = chosen.moving;
  chosen.moving = null;
  if (!mover || button.dataset.what !== "empty") return openSheet(button);
  act({ command: "sit", player: mover, seat: Number(button.dataset.seat) }, button);
  return show();
}

// A name is as good as the place of the bet.
function callBanco(button) {
  chosen.tool = null;
  act(bancoOf(button.dataset.person), button);
  return show();
}

function openSheet(button) {
  chosen.person = button.dataset.person ?? null;
  chosen.seat = button.dataset.seat ? Number(button.dataset.seat) : null;
  chosen.what = button.dataset.what;
  title.textContent = button.dataset.name;
  for (const place of sheet.querySelectorAll("[data-shown-title]")) place.textContent = button.dataset.name;
  show();
  sheet.showModal();
}

// The next empty seat that is touched is for the person of the open sheet.
export function chooseSeat() {
  chosen.moving = chosen.person;
  sheet.close();
  show();
}

// A person who comes is seated at once where an empty seat was touched. The server gives the id, but to who was here
// before.
async function welcome(said, near) {
  const joined = await act({ command: "join", ...said }, near);
  if (!joined?.ok) return;
  if (chosen.seat) await act({ command: "sit", player: playerIn(joined), seat: chosen.seat }, near);
  document.getElementById("join-form").reset();
  sheet.close();
}

// Without a typed name: who was here before, or called by his seat until he has one.
export function arrives(button) {
  const { arrives: name, player } = button.dataset;
  welcome({ name: name || title.textContent, ...(player && { player }) }, button);
}

// A name is put right by leaving and coming again under the same id, at the same seat. What is refused gets the old name
// back.
async function rename(form) {
  const { person: player, seat } = chosen;
  const before = title.textContent.replace(/^\d+ · /, "");
  const name = form.elements.name.value.trim();
  const left = await act({ command: "leave", player }, form);
  if (!left?.ok) return;
  const joined = await act({ command: "join", player, name }, form);
  if (!joined?.ok) await act({ command: "join", player, name: before }, form);
  if (seat) await act({ command: "sit", player, seat }, form);
  if (!joined?.ok) return;
  form.reset();
  sheet.close();
}

const playerIn = (answer) => answer.events.find((event) => event.type === "player_joined").player;

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-join], form[data-rename]")) return;
  event.preventDefault();
  if ("rename" in event.target.dataset) rename(event.target);
  else welcome({ name: event.target.elements.name.value.trim() }, event.target);
});

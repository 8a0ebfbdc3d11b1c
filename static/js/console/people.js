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
  show();
  sheet.showModal();
}

// The next empty seat that is touched is for the person of the open sheet.
export function chooseSeat() {
  chosen.moving = chosen.person;
  sheet.close();
  show();
}

// A new person, seated at once where an empty seat was touched. The server gives the id.
async function welcome(form) {
  const joined = await act({ command: "join", name: form.elements.name.value.trim() }, form);
  if (!joined?.ok) return;
  if (chosen.seat) await act({ command: "sit", player: playerIn(joined), seat: chosen.seat }, form);
  form.reset();
  sheet.close();
}

const playerIn = (answer) => answer.events.find((event) => event.type === "player_joined").player;

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-join]")) return;
  event.preventDefault();
  welcome(event.target);
});

// A line of the payment that has been worked is touched, and folds into one line with those before it. Only this screen
// knows: the payment is confirmed as a whole.

import { written } from "../amount.js";
import { deafen } from "./deaf.js";

const FOLDING = 250; // ms in which the next line comes below the finger
const done = new Set(); // ids of the lines
let of = ""; // the payment that they belong to

export function workLine(row) {
  if (row.id === "due-done") done.clear();
  else done.add(row.id);
  deafen(({ target }) => Boolean(target.closest?.("[data-due]")), FOLDING);
  fold();
}

function fold() {
  const rows = [...document.querySelectorAll("[data-due]")];
  const now = rows.map((row) => row.id).join();
  if (now !== of) done.clear();
  of = now;
  const worked = rows.filter((row) => done.has(row.id));
  for (const row of rows) row.hidden = done.has(row.id);
  const line = document.getElementById("due-done");
  if (!line) return;
  line.hidden = worked.length === 0;
  const sum = worked.reduce((total, row) => total + Number(row.dataset.due), 0);
  line.querySelector("[data-done-count]").textContent = worked.length;
  line.querySelector("[data-done-sum]").textContent = (sum < 0 ? "−" : "+") + written(Math.abs(sum));
}

document.addEventListener("screen:updated", fold);

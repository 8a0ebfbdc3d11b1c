// The counter's tables: one is chosen by a touch or by typing its number, and its slips are brought without a new page.

import { written } from "../amount.js";
import { folded } from "../folded.js";
import { put } from "../live.js";
import { clearRefusal, refuse } from "../refusal.js";
import { cancel } from "./form.js";
import { hold, release } from "./held_keys.js";

const desk = document.querySelector("[data-desk]");
const find = document.getElementById("table-find");
const list = document.getElementById("tables-list");
const form = document.getElementById("slip-form");
const title = document.getElementById("money-title");
const AGAIN = 300; // ms between two readings of the same table
const AFTER_NONE = 1000; // ms before a table that has not come is asked for again
const PATIENCE = 5000; // ms in which it should come
let { chosen } = desk.dataset;
let active = null; // the row that Enter chooses
let isWaiting = false; // for the next reading
let isOnItsWay = false; // the chosen table is not the one of the form yet

const rows = () => [...list.querySelectorAll("[data-table]")];
const shown = () => rows().filter((row) => !row.parentElement.hidden);
const nameOf = (row) => folded(row.querySelector("b").textContent);

function show() {
  for (const row of rows()) {
    if (row.dataset.table === chosen) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
    row.parentElement.classList.toggle("active", row.dataset.table === active);
  }
  for (const place of desk.querySelectorAll("[data-all]")) {
    const of = place.dataset.all;
    place.textContent = written(rows().reduce((sum, row) => sum + Number(row.dataset[of]), 0));
  }
  const open = desk.querySelector("[data-open-tables]");
  const counted = rows().filter((row) => "open" in row.dataset).length;
  open.textContent = open.dataset.word.replace("{number}", counted);
  const waiting = desk.querySelectorAll(".waits .slip").length;
  const badge = desk.querySelector("[data-waiting-number]");
  badge.textContent = waiting;
  badge.hidden = waiting === 0;
}

// "4" means table 4 before table 14.
function search() {
  const said = folded(find.value);
  for (const row of rows()) row.parentElement.hidden = said !== "" && !nameOf(row).includes(said);
  const exact = shown().find((row) => nameOf(row).split(/\s+/).includes(said));
  active = said ? ((exact ?? shown()[0])?.dataset.table ?? null) : null;
  desk.querySelector("[data-no-table]").hidden = shown().length > 0;
  show();
}

function move(step) {
  const places = shown();
  const at = places.findIndex((row) => row.dataset.table === (active ?? chosen));
  active = places[(at + step + places.length) % places.length]?.dataset.table ?? null;
  show();
  list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
}

async function choose(slug) {
  chosen = slug;
  find.value = "";
  search();
  if (form) cancel();
  expectIt();
  history.replaceState(null, "", `?table=${encodeURIComponent(slug)}`);
  await read();
}

// Until the chosen table has come nothing can be made at the one before it.
function expectIt() {
  const name = document.createElement("h2");
  name.textContent =
    rows()
      .find((row) => row.dataset.table === chosen)
      ?.querySelector("b").textContent ?? "";
  title.replaceChildren(name);
  title.setAttribute("aria-busy", true);
  if (form) form.inert = true;
  find.blur();
  isOnItsWay = true;
  hold();
}

function arrived() {
  isOnItsWay = false;
  title.removeAttribute("aria-busy");
  clearRefusal();
  if (form) form.inert = false;
  form?.querySelector('[name="kind"]:checked')?.focus({ preventScroll: true });
  release();
}

// What stands here of the chosen table alone; another may be chosen meanwhile.
async function read() {
  const slug = chosen;
  const fragments = await partsOf(slug);
  if (slug !== chosen) return;
  if (!fragments) return missed(slug);
  for (const [id, html] of Object.entries(fragments)) put(id, html);
  document.dispatchEvent(new CustomEvent("screen:updated", { detail: { fragments: {} } }));
  if (isOnItsWay) arrived();
}

async function partsOf(slug) {
  const address = desk.dataset.desk.replace("SLUG", encodeURIComponent(slug));
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function missed(slug) {
  if (isOnItsWay) refuse(document.body.dataset.noSignal, null, title);
  setTimeout(() => slug === chosen && read(), AFTER_NONE);
}

function readSoon() {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    read();
  }, AGAIN);
}

list.addEventListener("click", (event) => {
  const row = event.target.closest("[data-table]");
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  choose(row.dataset.table);
});
find.addEventListener("input", search);
find.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" && active) choose(active);
  else if (event.key === "Escape") {
    find.value = "";
    search();
    find.blur();
  } else return;
  event.preventDefault();
});
document.addEventListener("screen:updated", ({ detail }) => {
  show();
  if (chosen && (`tile-${chosen}` in detail.fragments || `waits-${chosen}` in detail.fragments)) readSoon();
});
show();

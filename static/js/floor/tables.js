// What a jefe chooses to see of his floor: which tables, in which order, as tiles or as a list. The choice stays with this
// device. It holds no rule of the game.

import { folded } from "../folded.js";
import { isNow } from "./alerts.js";
import { open } from "./sheet.js";

const KEPT = "floor";
const EVERY = 5000; // ms between two looks at the order, which must not change under a finger
const room = document.querySelector(".room");
const home = room.querySelector(".pits");
const list = room.querySelector(".list");
const nothing = room.querySelector(".none");
const tools = room.querySelector(".tools");
const me = CSS.escape(room.dataset.me);
const words = new Intl.Collator(document.documentElement.lang, { numeric: true });
let rank = { key: "place", down: false }; // of the list

const tiles = () => [...home.querySelectorAll(".tile")];
const slugOf = (tile) => tile.id.slice("tile-".length);

// The choice

const fields = () => [...tools.querySelectorAll("[name]")];
const isSaid = (field) => field.type !== "radio" || field.checked;

function chosen() {
  return Object.fromEntries(
    fields()
      .filter(isSaid)
      .map(({ name, value }) => [name, value]),
  );
}

function restore() {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  for (const field of fields().filter(({ name }) => name in kept && name !== "found")) {
    if (field.type === "radio") field.checked = field.value === kept[field.name];
    else field.value = kept[field.name];
  }
}

function show() {
  const said = chosen();
  localStorage.setItem(KEPT, JSON.stringify(said));
  room.dataset.view = said.view;
  list.hidden = said.view !== "list";
  for (const picker of tools.querySelectorAll(".picker")) {
    picker.querySelector("b").textContent = picker.querySelector(":checked + span")?.textContent ?? "";
  }
  look();
  sort(said.sorted);
}

// What the server says on each tile decides where it belongs.

const BELONGS = {
  all: () => true,
  needs: (tile) => tile.querySelector('.tag:not([hidden], [data-gravity="4"])') !== null,
  open: (tile) => tile.querySelector(".table-face:not(.closed)") !== null,
  closed: (tile) => tile.querySelector(".closed") !== null,
  mine: (tile) => tile.querySelector(`[data-watches="${me}"]`) !== null,
};

function look() {
  const { shown, played, found } = chosen();
  const all = tiles();
  const part = folded(found ?? "");
  const isWanted = ({ reglamento, name }) =>
    (!played || reglamento === played) && folded(name).includes(part);
  for (const tile of all) {
    tile.hidden = !(BELONGS[shown](tile) && isWanted(tile.firstElementChild.dataset));
    document.getElementById(`figures-${slugOf(tile)}`)?.toggleAttribute("hidden", tile.hidden);
  }
  for (const [value, belongs] of Object.entries(BELONGS)) {
    tools.querySelector(`[name=shown][value=${value}] ~ .count`).textContent = all.filter(belongs).length;
  }
  for (const pit of home.querySelectorAll(".pit")) lookAt(pit);
  nothing.hidden = all.length === 0 || all.some((tile) => !tile.hidden);
}

function lookAt(pit) {
  const here = [...pit.querySelectorAll(".tile")];
  pit.hidden = here.length > 0 && here.every((tile) => tile.hidden);
  const told = pit.querySelector(".alerts-here");
  if (!told) return;
  const count = here.filter(BELONGS.needs).length;
  told.hidden = count === 0;
  told.querySelector("span").textContent = count;
}

// The order of the tiles: by pits, or all together

const FAR = Number.POSITIVE_INFINITY;
const ORDERS = {
  alerts: (tile) =>
    Math.min(...[...tile.querySelectorAll(".tag:not([hidden])")].map(({ dataset }) => dataset.gravity)),
  phase: (tile) => Date.parse(tile.querySelector("time")?.dateTime) || FAR,
  today: (tile) => Number(tile.querySelector("[data-today]")?.dataset.today ?? FAR),
};

function sort(by) {
  const order = ORDERS[by];
  home.classList.toggle("together", order !== undefined);
  const keys = order && new Map(tiles().map((tile, place) => [tile, [order(tile), place]]));
  const sorted = keys
    ? [...keys].sort(([, one], [, other]) => compare(one, other)).map(([tile]) => tile)
    : tiles();
  for (const [place, tile] of sorted.entries()) tile.style.order = keys ? place : "";
}

function compare([first, place], [second, otherPlace]) {
  return first === second ? place - otherPlace : first < second ? -1 : 1;
}

// The list: by any of its columns

function sortList() {
  const body = list.querySelector("tbody");
  if (!body) return;
  const rows = [...body.querySelectorAll("tr[data-slug]")];
  const key = (row) =>
    row.dataset[rank.key] === "" ? Number.NEGATIVE_INFINITY : Number(row.dataset[rank.key]);
  const named = (row) => row.querySelector("th").textContent.trim();
  rows.sort(
    (one, other) =>
      (rank.down ? key(other) - key(one) : key(one) - key(other)) || words.compare(named(one), named(other)),
  );
  if (rows.some((row, place) => body.rows[place + 1] !== row)) body.append(...rows);
  for (const head of list.querySelectorAll("th[data-sort]")) {
    if (head.dataset.sort !== rank.key) head.removeAttribute("aria-sort");
    else head.setAttribute("aria-sort", rank.down ? "descending" : "ascending");
  }
}

list.addEventListener("click", ({ target }) => {
  const head = target.closest("th[data-sort]");
  if (!head) return;
  const key = head.dataset.sort;
  rank = { key, down: key === rank.key ? !rank.down : key !== "place" };
  sortList();
});

// Listening

tools.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-sheet]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  open(link.href);
});
tools.addEventListener("input", show);
document.addEventListener("click", ({ target }) => {
  for (const picker of tools.querySelectorAll(".picker[open]")) {
    if (!picker.contains(target) || target.matches("input")) picker.open = false;
  }
});
document.addEventListener("screen:updated", ({ detail: { fragments } }) => {
  look();
  if (!("floor-figures" in fragments)) return;
  sortList();
  // Tables have come, gone or moved to another pit: the page is made anew where nobody is in the midst of something.
  const isOld = list.querySelector("[data-layout]").dataset.layout !== room.dataset.layout;
  if (isOld && isNow()) location.reload();
});
document.addEventListener("alerts:due", look);
setInterval(() => {
  if (isNow() && !home.matches(":focus-within")) sort(chosen().sorted);
  look();
}, EVERY);

restore();
show();
sortList();

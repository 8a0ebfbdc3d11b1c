// A row of the timeline opens beside the list, and keys step through the rows: up and down by one, left and right by
// passes. Without this a row leads to its page.

const drawer = document.getElementById("beside");
const list = document.querySelector(".found");
const rows = [...list.querySelectorAll("[data-row]")];
const linkOf = (row) => row.querySelector(".to-act");
let chosen = rows.find((row) => row.ariaSelected === "true");
let asking = new AbortController();

async function open(row) {
  asking.abort();
  asking = new AbortController();
  mark(row);
  try {
    const answer = await fetch(row.dataset.act, { signal: asking.signal });
    if (!answer.ok || answer.redirected) throw new Error(answer.status);
    drawer.innerHTML = await answer.text();
    drawer.hidden = false;
    look();
  } catch (error) {
    if (error.name !== "AbortError") location.assign(linkOf(row).href);
  }
}

function mark(row) {
  chosen?.removeAttribute("aria-selected");
  chosen = row;
  if (row) row.ariaSelected = "true";
  row?.scrollIntoView({ block: "nearest" });
  const address = new URL(location.href);
  if (row) address.searchParams.set("row", row.dataset.row);
  else address.searchParams.delete("row");
  history.replaceState(null, "", address);
}

function close() {
  const last = chosen;
  asking.abort();
  mark(undefined);
  drawer.hidden = true;
  if (last) linkOf(last).focus();
}

// At either end there is nowhere to step to.
function look() {
  for (const button of drawer.querySelectorAll("[data-step]"))
    button.disabled = !beside(Number(button.dataset.step));
}

const beside = (by) => rows[(chosen ? rows.indexOf(chosen) : by < 0 ? rows.length : -1) + by];

// The first row of the pass before or after, in the list's order: the newest is at the top.
function ofPass(by) {
  let row = chosen ?? rows[0];
  const { pass } = row?.dataset ?? {};
  for (let at = rows.indexOf(row); row?.dataset.pass === pass; ) {
    at += by;
    row = rows[at];
  }
  return row;
}

const KEYS = {
  ArrowUp: () => beside(-1),
  ArrowDown: () => beside(1),
  ArrowLeft: () => ofPass(1),
  ArrowRight: () => ofPass(-1),
};

// While nothing is open the rows are walked through; what is open follows the walk.
function step(row) {
  if (drawer.hidden) mark(row);
  else open(row);
  if (!drawer.contains(document.activeElement)) linkOf(row).focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  const elsewhere = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (elsewhere || event.target.closest("input, select, textarea, dialog, details[open]")) return;
  if (event.key === "Escape" && !drawer.hidden) return close();
  const row = KEYS[event.key]?.();
  if (!row) return;
  event.preventDefault();
  step(row);
});

list.addEventListener("click", (event) => {
  const row = event.target.closest("[data-row]");
  const other = event.target.closest("a, button");
  const isOwn = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!row || isOwn || (other && other !== linkOf(row))) return;
  event.preventDefault();
  open(row);
});

drawer.addEventListener("click", ({ target }) => {
  if (target.closest("[data-close]")) return close();
  const button = target.closest("[data-step]");
  const row = button && beside(Number(button.dataset.step));
  if (!row) return;
  const { step: by } = button.dataset;
  open(row).then(() => drawer.querySelector(`[data-step="${by}"]`)?.focus());
});

if (!drawer.hidden) look();

// Tells the server that this tablet is in use: it locks itself when nobody touches it for the minutes that the house has
// set. A page that is left alone asks whether it is locked, and is loaded again when it is: then the server shows the lock.
// A page that is watched (data-watched) stays as it is, and says so: only what is done on it asks for the PIN.

const EVERY = 20_000; // ms between two reports, at most
const WARNED = 30_000; // ms before the lock

const body = document.body;
const idle = Number(body.dataset.idle) * 60_000;
const warning = document.getElementById("locks-soon");
const onlyShown = document.getElementById("only-shown");
let touched = performance.now();
let told = Number.NEGATIVE_INFINITY;
let later = 0;

function touch() {
  touched = performance.now();
  warning.hidden = true;
  if (touched - told >= EVERY) tell();
  else later ||= setTimeout(tell, EVERY - (touched - told));
}

function tell() {
  clearTimeout(later);
  later = 0;
  told = performance.now();
  ask("POST");
}

async function ask(method) {
  const headers = { "X-CSRFToken": body.dataset.csrf };
  try {
    const { status } = await fetch(body.dataset.stillHere, { method, headers, keepalive: true });
    if (status === 204) onlyShown.hidden = true;
    if (status !== 401) return;
    if ("watched" in body.dataset) onlyShown.hidden = false;
    else location.reload();
  } catch {
    // Without a line nothing can be said; the page shows that, and the next touch tries again.
    told = Number.NEGATIVE_INFINITY;
  }
}

function look() {
  const left = idle - (performance.now() - touched);
  warning.hidden = left > WARNED || !onlyShown.hidden;
  if (left < 0 || !onlyShown.hidden) ask("GET"); // the same person may have touched another page
}

if (idle) {
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, touch, true);
  setInterval(look, 5000);
  document.addEventListener("visibilitychange", () => document.hidden || look());
}

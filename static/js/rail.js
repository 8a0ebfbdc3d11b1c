// What arrives by itself never moves what a finger is about to touch: it goes behind what is there already, and what has
// moved all the same is deaf for a moment.

const DEAF = 500; // ms in which a touch still means what lay there before
const ARTICLES = "[data-rail] article, [data-rail] .one";
const lay = new Map(); // id → where it lies in the page, and since when
const arrived = new Map(); // id → its place in the order in which it came
let known = false;
let settles = 0; // the timer after which nothing is deaf any more

const rowOf = (one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return { top: top + scrollY, bottom: bottom + scrollY };
};

// `moved`: by an update of the screen, not by who reads it.
function see(moved) {
  const before = [...lay.values()];
  const seen = new Map();
  for (const one of document.querySelectorAll(ARTICLES)) {
    const row = rowOf(one);
    const old = lay.get(one.id);
    const isOther = old ? old.top !== row.top : known && before.some((other) => overlap(other, row));
    seen.set(one.id, { ...row, since: moved && isOther ? performance.now() : (old?.since ?? -DEAF) });
  }
  lay.clear();
  for (const [id, row] of seen) lay.set(id, row);
  if ([...seen.values()].some(({ since }) => performance.now() - since < DEAF)) settle();
  known = true;
}

const overlap = (one, other) => one.top < other.bottom && other.top < one.bottom;

// Whoever waits for it, a test or a reader's program, sees that a touch would not be taken yet.
function settle() {
  document.body.classList.add("settling");
  clearTimeout(settles);
  settles = setTimeout(() => document.body.classList.remove("settling"), DEAF);
}

function line() {
  for (const one of document.querySelectorAll("[data-rail=arrival] article")) {
    if (!arrived.has(one.id)) arrived.set(one.id, arrived.size + 1);
    one.style.order = arrived.get(one.id);
  }
}

function holdBack(event) {
  const one = event.target.closest?.(ARTICLES);
  if (!one || performance.now() - (lay.get(one.id)?.since ?? -DEAF) >= DEAF) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// A panel that lies above the page is closed by Escape, as by a touch of its button.
function close({ key }) {
  if (key !== "Escape") return;
  for (const panel of document.querySelectorAll("details:is(.panel-of, .picker)[open]")) panel.open = false;
}

function updated() {
  line();
  see(true);
}

for (const kind of ["click", "submit", "pointerdown"]) document.addEventListener(kind, holdBack, true);
for (const kind of ["toggle", "scroll"]) document.addEventListener(kind, () => see(false), true);
addEventListener("resize", () => see(false));
document.addEventListener("screen:updated", updated);
document.addEventListener("rail:sorted", () => see(true));
document.addEventListener("keydown", close);
updated();

// Where an answer has just changed, or a pad has just gone, a touch that is on its way means what stood there before. It
// is not taken.

const DEAF = 400; // ms
const TWICE = 250; // ms in which a second touch of one card is a slip: whoever deals two alike turns a card between them
const body = document.body;
const guarded = new Map(); // what says whether an event is meant for the place → the timer that ends its deafness

export function deafen(place, time = DEAF) {
  clearTimeout(guarded.get(place));
  guarded.set(place, setTimeout(hearAgain, time, place));
  showDeaf();
}

function hearAgain(place) {
  guarded.delete(place);
  showDeaf();
}

// What does not hear yet is paler.
function showDeaf() {
  body.classList.toggle("deaf", guarded.size > 0);
  body.classList.toggle("deaf-answers", guarded.has(isAnswer));
  body.classList.toggle("deaf-undo", guarded.has(isUndo));
}

function guard(event) {
  if ([...guarded.keys()].some((isMeant) => isMeant(event))) event.stopImmediatePropagation();
}

for (const touch of ["click", "pointerdown"]) document.addEventListener(touch, guard, { capture: true });

// The answers have places that never move. So a second touch of the same place, meant for the answer before, must not
// give the next one.
const ANSWERS = ".act-primary, .act-second, .act-rest";
const acts = document.getElementById("console-acts");
const isAnswer = ({ target }) => Boolean(target.closest?.(ANSWERS));
let answers = answersNow();

function answersNow() {
  return [...acts.querySelectorAll(ANSWERS)].map((button) => button.dataset.command).join();
}

document.addEventListener("screen:updated", () => {
  if (answersNow() === answers) return;
  answers = answersNow();
  deafen(isAnswer);
});

// The key of a nervous finger: touched twice it undoes one act. The keyboard's has no slips.
const isUndo = ({ target, type, detail }) =>
  Boolean(target.closest?.("#act-undo") && (type !== "click" || detail));

document.addEventListener("click", (event) => event.detail && isUndo(event) && deafen(isUndo));

// Other cards are heard at once: a fast hand is not slowed down. Nor is a keyboard, where no key is pressed twice by a
// slip.
let isCard = null;

export function heardCard({ dataset: { card } }) {
  isCard = ({ target }) => target.closest?.("[data-card]")?.dataset.card === card;
  deafen(isCard, TWICE);
}

export const hearCards = () => hearAgain(isCard);

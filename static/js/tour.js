// The tour of a screen: one step after the other, ended at any time. The server remembers that it was taken.

const tour = document.getElementById("tour");
const form = tour.querySelector("form");
const next = document.getElementById("tour-next");
const target = (step) => document.querySelector(step.dataset.at);
const steps = [...tour.querySelectorAll("li")].filter((step) => target(step)?.checkVisibility());
let at = -1;

// The box stands in the half of the screen in which it hides nothing of what it tells of.
function place(told) {
  const { top, bottom } = told.getBoundingClientRect();
  const isLow = (top + bottom) / 2 > innerHeight / 2;
  tour.className = isLow ? "high" : "low";
}

function frame(told) {
  for (const one of document.querySelectorAll(".toured")) one.classList.remove("toured");
  told?.classList.add("toured");
}

function go() {
  at += 1;
  if (at >= steps.length) return form.requestSubmit();
  for (const step of steps) step.hidden = step !== steps[at];
  const told = target(steps[at]);
  frame(told);
  if (told) place(told);
  if (at === steps.length - 1) next.textContent = next.dataset.last;
}

// It was asked for in the address, once: a reload in the middle of a deal does not begin it again.
function forgetAsking() {
  const address = new URL(location);
  address.searchParams.delete("tour");
  history.replaceState(history.state, "", address);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  frame(null);
  tour.hidden = true;
  fetch(form.action, { method: "POST", body: new FormData(form) });
});
next.addEventListener("click", go);
forgetAsking();
tour.hidden = steps.length === 0;
if (steps.length) go();

// A small screen shows one thing at a time: the one that the phase needs, or another that was touched.

const FIRST = { seating: "seats", shuffling: "seats", betting: "seats", resolved: "side" };
const main = document.querySelector("main");
let phase = "";

export function look(view) {
  main.dataset.view = view;
  for (const button of document.querySelectorAll("button[data-view]")) {
    button.setAttribute("aria-pressed", button.dataset.view === view);
  }
}

function updated() {
  const [, now] = document.querySelector(".phase").className.match(/phase-(\w+)/);
  if (now === phase) return;
  phase = now;
  look(FIRST[now] ?? "center");
}

document.addEventListener("screen:updated", updated);
updated();

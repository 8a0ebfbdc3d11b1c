// The tablet itself: the tone of a refusal, its mute button, a screen that stays awake, and what a small one shows.

let sound = null;

// Quiet, short, never the only sign.
document.addEventListener("act:refused", () => {
  if (localStorage.getItem("muted")) return;
  sound ??= new AudioContext();
  const tone = new OscillatorNode(sound, { frequency: 220 });
  const volume = new GainNode(sound, { gain: 0.05 });
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.12);
});

export function toggleSound() {
  if (localStorage.getItem("muted")) localStorage.removeItem("muted");
  else localStorage.setItem("muted", "1");
  showSound();
}

function showSound() {
  document.getElementById("sound").setAttribute("aria-pressed", !localStorage.getItem("muted"));
}

// A tablet at a table does not go to sleep between two shoes. Where the browser cannot promise it, it sleeps.
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  const refused = (reason) => console.info("the screen may sleep:", reason.message);
  await navigator.wakeLock.request("screen").catch(refused);
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
showSound();

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

function showPhase() {
  const [, now] = document.querySelector(".phase").className.match(/phase-(\w+)/);
  if (now === phase) return;
  phase = now;
  look(FIRST[now] ?? "center");
}

document.addEventListener("screen:updated", showPhase);
showPhase();
